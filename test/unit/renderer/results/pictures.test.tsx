/** The wall of pictures: its tiles, keys and lightbox; nothing is asked for before the person allows it. */
import { act } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MediaColumn, MediaLink, MissingMedia } from '#shared/contract/media.ts';
import type { Row } from '#shared/contract/run.ts';
import { defaultPreferences } from '#shared/contract/snapshot.ts';
import { expiryOf, linkAgeWords } from '#renderer/features/results/media/LinkAge.tsx';
import {
  columnsSeen,
  lengthText,
  mediaOf,
  mediaWords,
} from '#renderer/features/results/media/row-media.ts';
import { captionOf } from '#renderer/features/results/row-cards.tsx';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { primeRows } from '#renderer/state/rows.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, buttons, click, only } from '../explore/window.tsx';
import { answer, answerLater, inputsOf, methods, ok, resetHost } from '../fake-host.ts';
import { makeProblem, makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';
import { unmount } from '../mount.tsx';
import {
  activeCell,
  column,
  details,
  detailsTitle,
  giveSize,
  grid,
  key,
  OpenResults,
} from './results-window.tsx';

// Without a width, nothing would be side by side. Files share a worker: it is as before afterwards.
const { offsetWidth: before } = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
beforeAll(() => {
  giveSize();
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { ...before, get: () => 1000 });
});
afterAll(() => void Object.defineProperty(HTMLElement.prototype, 'offsetWidth', before));

const columns = [
  column('id', 'Post ID', { meaning: 'id' }),
  column('text', 'Text'),
  column('username', 'Author', { meaning: 'username', usual: true }),
  column('likeCount', 'Likes', { meaning: 'count', type: 'integer', usual: true }),
  column('plays', 'Plays', { meaning: 'count', type: 'integer', usual: true }),
  column('imageUrl', 'Picture', { meaning: 'image' }),
  column('more', 'More', { meaning: 'list', type: 'list' }),
  column('videoUrl', 'Video', { meaning: 'url' }),
  column('subs', 'Subtitles', { meaning: 'subtitles' }),
  column('seconds', 'Length', { meaning: 'duration', type: 'integer' }),
];
const at = (name: string) => `https://media.example.org/${name}`;

/** One in four has no picture, one several, one a video. */
function rowOf(index: number): Row {
  const kind = (['picture', 'none', 'several', 'video'] as const)[index % 4];
  return {
    id: String(index),
    text: `Text ${index}`,
    username: `user${index}`,
    likeCount: index * 10,
    plays: 7,
    imageUrl: kind === 'none' ? null : at(`${index}`),
    more:
      kind === 'several'
        ? [at(`${index}/2.png`), 'https://example.org/page', at(`${index}/3.jpg`)]
        : [],
    videoUrl: kind === 'video' ? at(`${index}.mp4`) : 'https://example.org/page',
    subs: kind === 'video' ? at(`${index}.vtt`) : null,
    seconds: 67,
  };
}

const found = [
  { column: 'imageUrl', kind: 'picture' },
  { column: 'more', kind: 'picture' },
  { column: 'videoUrl', kind: 'video' },
  { column: 'subs', kind: 'subtitles' },
] as const;

const loaded = (src: string, kind = 'picture') =>
  ok({ status: 'saved', src, kind, type: 'image/png', bytes: 1, width: 40, height: 30 });
const srcOf = ({ row, column: field, n }: { row: number; column: string; n: number }): string =>
  `/media/${row}-${field}-${n}`;

let runs = 0;

interface Drawn {
  /** The person allowed it before. */
  loads?: boolean;
  media?: readonly MediaColumn[];
  load?: (link: MediaLink) => unknown;
}

async function draw({
  loads = false,
  media = found,
  load = (link) => loaded(srcOf(link)),
}: Drawn = {}) {
  await unmount();
  resetHost();
  const rows = 40;
  const run = makeRun({ id: `run-pictures-${(runs += 1)}`, columns, rowCount: rows });
  answer('media.columns', () => ok({ columns: media }));
  answer('media.load', load);
  answer('run.pages', () => ok({ pages: [] }));
  answer('view.summary', () => ok({ rows, of: rows, count: 30, columns: [] }));
  useResultsView.setState(useResultsView.getInitialState());
  const all = Array.from({ length: rows }, (_, index) => rowOf(index));
  primeRows(run, { offset: 0, total: rows, numbers: null, rows: all });
  const preferences = { ...defaultPreferences, loadsMedia: loads };
  const tab = makeTab({ query: run.query, runId: run.id, look: 'pictures' });
  await drawPage(<OpenResults tab={tab} />, {
    runs: { [run.id]: run },
    snapshot: makeSnapshot({ preferences, workspace: workspaceOf(tab) }),
  });
  return run;
}

/** Tiles are asked for once they have been on screen for a moment. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 120)));
const tile = (row: number) => only<HTMLElement>(`[data-row="${row}"]`, grid());
const pictures = () => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'));
const allow = () => click(button('Load pictures'));

test('nothing is asked for before the person allows it, and then only what is on screen', async () => {
  answer('preferences.save', () => ok({}));
  const run = await draw();
  await rest();
  expect(methods()).not.toContain('media.load');
  expect(pictures()).toEqual([]);
  expect(screenText()).toContain('their sites would learn what you look at, and from where');
  // What is there is said in words.
  expect(tile(0).textContent).toMatch(/^Picture.*Text 0.*@user0.*Likes 0/);
  expect(tile(1).textContent).toMatch(/^Text 1@user1/);
  expect(tile(2).textContent).toMatch(/^3 pictures/);
  expect(tile(3).textContent).toMatch(/^Video.*1:07/);

  // Main refuses what it hasn't stored as allowed yet.
  const stored = answerLater('preferences.save');
  await allow();
  await rest();
  expect(inputsOf('preferences.save')).toEqual([{ loadsMedia: true }]);
  expect(methods()).not.toContain('media.load');
  stored(ok({ ...defaultPreferences, loadsMedia: true }));
  await rest();
  const asked = inputsOf('media.load') as { row: number }[];
  expect(asked[0]).toEqual({ runId: run.id, row: 0, column: 'imageUrl', n: 0 });
  // A row without pictures has nothing to ask for, and a video is not asked for before it is played.
  expect(asked.some(({ row }) => row === 1)).toBe(false);
  expect(asked).not.toContainEqual(expect.objectContaining({ column: 'videoUrl' }));
  expect(Math.max(...asked.map(({ row }) => row))).toBeLessThan(39);
  expect(pictures()).toContain('/media/0-imageUrl-0');
  expect(buttons('Load pictures')).toEqual([]);
});

test('at most twelve are on their way, and what has gone from the screen is not asked for', async () => {
  let later = (): void => {};
  await draw({
    loads: true,
    load: () => new Promise((settle) => (later = () => settle(loaded('/x')))),
  });
  await rest();
  expect(inputsOf('media.load')).toHaveLength(12);
  await unmount();
  await act(async () => later());
  await rest();
  expect(inputsOf('media.load')).toHaveLength(12);
});

test('a picture that is gone or expired says so; one that main deleted meanwhile is asked for once more', async () => {
  const missing: Record<number, MissingMedia['status']> = { 0: 'expired', 2: 'not_media' };
  const load = (link: MediaLink): unknown => {
    const status = missing[link.row];
    const problem = makeProblem(`It is ${status}.`, { advice: 'Run it again.' });
    return status === undefined ? loaded(srcOf(link)) : ok({ status, problem });
  };
  await draw({ loads: true, load });
  await rest();
  expect(tile(0).textContent).toContain('Link expired');
  expect(tile(2).textContent).toContain('Not a picture or video');
  expect(tile(3).textContent).not.toContain('expired');
  // The whole sentence is where there is room.
  await act(async () => grid().focus());
  await key('Enter');
  expect(details().textContent).toContain('It is expired. Run it again.');

  const asked = () =>
    inputsOf('media.load').filter((one) => (one as { row: number }).row === 4).length;
  const fail = () =>
    act(async () => void tile(4).querySelector('img')?.dispatchEvent(new Event('error')));
  expect(asked()).toBe(1);
  await fail();
  await rest();
  expect(asked()).toBe(2);
  await fail();
  await rest();
  expect(asked()).toBe(2);
  expect(tile(4).textContent).toContain('Not a picture or video');
});

const scrollTo = (top: number) =>
  act(async () => {
    grid().scrollTop = top;
    grid().dispatchEvent(new Event('scroll'));
  });

test('what rushes past is its text alone, and has its pictures once it rests; a jump keeps them', async () => {
  await draw({ loads: true });
  await rest();
  // However slow the computer is, only this much time passes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await scrollTo(400);
  await pass(120);
  expect(pictures()).not.toEqual([]);
  await scrollTo(600);
  await scrollTo(900);
  expect(pictures()).toEqual([]);
  expect(grid().textContent).toMatch(/^(?:Text \d+)+$/);
  await pass(400);
  expect(pictures()).not.toEqual([]);
  vi.useRealTimers();
});

test('a picture that can’t be drawn says so in its own tile alone, however tiles are used again', async () => {
  await draw({ loads: true });
  await rest();
  for (const _ of [1, 2]) {
    const broken = tile(0).querySelector('img');
    await act(async () => void broken?.dispatchEvent(new Event('error')));
    await rest();
  }
  const words = 'Not a picture or video';
  expect(tile(0).textContent).toContain(words);
  // The elements of its line are the last one's by then.
  for (const top of [100, 200, 300, 400, 500, 600]) await scrollTo(top);
  await rest();
  expect(tile(35).querySelector('img')).not.toBeNull();
  expect(grid().textContent).not.toContain(words);
});

test('keys move among tiles, select, copy and open as in the table, and what is active stays with the look', async () => {
  await draw();
  await act(async () => grid().focus());
  expect(activeCell()).toBe(tile(0));
  const across = Number(grid().getAttribute('aria-colcount'));
  expect(across).toBeGreaterThan(2);
  await key('ArrowDown');
  expect(activeCell()).toBe(tile(across));
  await key('ArrowLeft');
  expect(activeCell()).toBe(tile(across - 1));
  await key('Home');
  await key('ArrowRight');
  await key('ArrowRight', { shiftKey: true });
  const selected = () =>
    [...grid().querySelectorAll<HTMLElement>('[aria-selected="true"]')].map(
      ({ dataset }) => dataset['row'],
    );
  expect(selected()).toEqual(['1', '2']);
  await key(' ', { ctrlKey: true });
  expect(selected()).toEqual(['1']);
  await key('Escape');
  expect(selected()).toEqual([]);
  await key('Enter');
  expect(detailsTitle()).toBe('Row 3');
  await click(button('Close details'));

  await act(async () => {
    tile(1).dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    tile(3).dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  });
  expect(selected()).toEqual(['1', '3']);
  await click(only<HTMLElement>('[aria-label="View"] input[value="table"]'));
  expect(grid().getAttribute('aria-label')).toBe('Results');
  expect(activeCell()?.closest('[data-row]')?.getAttribute('data-row')).toBe('3');
  expect(screenText()).toContain('2 rows');
});

test('the lightbox goes through the pictures of a row and on to the next, and Escape closes only it', async () => {
  await draw({ loads: true });
  await act(async () => grid().focus());
  await key('Enter');
  await act(async () => grid().focus());
  for (const _ of [1, 2]) await key('ArrowRight');
  await key(' ');
  await rest();
  const box = () => only<HTMLElement>('[role="dialog"]');
  const stage = () =>
    only<HTMLElement>('section[aria-label^="Picture"], section[aria-label^="Video"]', box());
  const press = (name: string) =>
    act(
      async () =>
        void stage().dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
        ),
    );
  expect(document.activeElement).toBe(stage());
  expect(stage().getAttribute('aria-label')).toBe('Picture 1 of 3');
  expect(box().textContent).toContain('Text 2');
  await press('ArrowRight');
  await press('ArrowRight');
  await rest();
  expect(only('img', stage()).getAttribute('src')).toBe('/media/2-more-1');
  await press('ArrowRight');
  await rest();
  expect(stage().getAttribute('aria-label')).toBe('Video');
  expect(detailsTitle()).toBe('Row 4');
  // Its poster, until it is played: then without sound.
  expect(box().querySelector('video')).toBeNull();
  answer('media.load', (link: never) => loaded(srcOf(link), 'video'));
  await click(only<HTMLElement>('[aria-label="Play the video"]', box()));
  await rest();
  const video = only<HTMLVideoElement>('video', box());
  expect([video.getAttribute('src'), video.muted, video.controls]).toEqual([
    '/media/3-videoUrl-0',
    true,
    true,
  ]);
  expect(only('track', video).getAttribute('src')).toBe('/media/3-subs-0');
  await press('ArrowLeft');
  expect(stage().getAttribute('aria-label')).toBe('Picture 3 of 3');
  for (const _ of [1, 2, 3]) await press('ArrowLeft');
  // A row without pictures is passed over.
  expect(detailsTitle()).toBe('Row 1');
  await press('Escape');
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  expect(detailsTitle()).toBe('Row 1');
});

test('how many rows have pictures is said, and a filter like any other keeps only these', async () => {
  await draw();
  expect(screenText()).toContain('30 of 40 posts have pictures or videos');
  await click(button('Show only these'));
  expect(useApp.getState().snapshot?.workspace.tabs[0]?.view.filters).toEqual([
    { kind: 'hasMedia', field: 'imageUrl', orIn: ['more', 'videoUrl'] },
  ]);
});

test('a caption has the figure that rows are sorted by', () => {
  const figure = (field: string) =>
    captionOf(columns, [{ field, direction: 'descending' }]).figure?.field;
  expect(['plays', 'text', 'gone'].map(figure)).toEqual(['plays', 'likeCount', 'likeCount']);
});

test('without columns with media there is no wall', async () => {
  await draw({ media: [{ column: 'subs', kind: 'subtitles' }] });
  expect(buttons('View: Pictures')).toEqual([]);
  await draw();
  expect(buttons('View: Pictures')).toHaveLength(1);
});

test('a post is not about its author’s picture; a row with as many pictures as videos has their posters', () => {
  const field = (name: string, group: string, meaning: 'image' | 'username' | 'url') =>
    ({ name, label: name, group, meaning, usual: true }) as const;
  const resource = {
    id: 'photoshare.post',
    platform: 'photoshare' as const,
    one: 'post',
    many: 'posts',
    identity: 'id',
    fieldsEvidence: 'documented' as const,
    fieldsClosed: true,
    fields: [
      field('username', 'Author', 'username'),
      field('face', 'Author', 'image'),
      field('imageUrl', 'Media', 'image'),
    ],
  };
  const named = (...names: string[]) =>
    names.map((name) => column(name, name, { meaning: 'image' }));
  const media = (...names: string[]) =>
    names.map((name) => ({ column: name, kind: 'picture' as const }));
  const seen = (...names: string[]) =>
    columnsSeen(media(...names), named(...names), resource).map(({ field: name }) => name);
  expect(seen('face', 'imageUrl')).toEqual(['imageUrl']);
  expect(seen('face')).toEqual(['face']);

  const all = columnsSeen(found, columns, null);
  expect(mediaOf(rowOf(3), all)).toMatchObject([
    {
      kind: 'video',
      column: 'videoUrl',
      n: 0,
      poster: { column: 'imageUrl' },
      subtitles: { column: 'subs' },
    },
  ]);
  // Main counts only links to media, too.
  expect(mediaOf(rowOf(2), all).map(({ column: name, n }) => `${name} ${n}`)).toEqual([
    'imageUrl 0',
    'more 0',
    'more 1',
  ]);
  expect(['picture', 'video'].map((kind) => mediaWords([{ kind } as never]))).toEqual([
    'Picture',
    'Video',
  ]);
  expect([67, 3600, 0, null, '7'].map(lengthText)).toEqual(['1:07', '1:00:00', null, null, null]);
});

test('when links expire, as they say themselves, and how old they are otherwise', () => {
  const noon = Date.parse('2026-11-29T12:00:00Z');
  const seconds = noon / 1000;
  const links = {
    [`https://a.test/1.jpg?x-expires=${seconds}&x-signature=a`]: noon,
    [`https://a.test/1.jpg?Expires=${seconds}&Signature=a`]: noon,
    [`https://a.test/1.jpg?oh=1&oe=${seconds.toString(16)}`]: noon,
    'https://a.test/1.jpg?X-Amz-Date=20261129T110000Z&X-Amz-Expires=3600': noon,
    'https://a.test/1.jpg?X-Amz-Expires=3600': null,
    'https://a.test/1.jpg?expires=never&oe=zz': null,
    'no link?expires=1795953600': null,
  };
  for (const [link, end] of Object.entries(links)) expect(expiryOf(link), link).toBe(end);
  const [signed = ''] = Object.keys(links);
  const words = (now: number, ...of: string[]) => linkAgeWords(of, noon, now);
  const hour = 3_600_000;
  expect(words(noon - 5 * hour, signed)).toBe('Links to pictures expire in 5 hours.');
  expect(words(noon + 50 * hour, signed)).toBe('Links to pictures expired 2 days ago.');
  // Others don’t say.
  const unsigned = 'https://a.test/2.jpg';
  expect([noon - 5 * hour, noon + 50 * hour].map((now) => words(now, signed, unsigned))).toEqual([
    'Some links to pictures expire in 5 hours.',
    'Some links to pictures have expired.',
  ]);
  expect(words(noon, signed, `https://a.test/?expires=${seconds + 9}`)).toBe(
    'Some links to pictures have expired.',
  );
  expect(words(noon + 50 * hour, 'https://a.test/2.jpg')).toBe(
    'Links to pictures are 2 days old and may no longer work.',
  );
  expect([words(noon + hour, 'https://a.test/2.jpg'), words(noon + 50 * hour)]).toEqual([
    null,
    null,
  ]);
});
