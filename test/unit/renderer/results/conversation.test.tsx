/** Conversations: what a tree says of each row, its keys, what is folded, and what a row answers that isn't here. */
import { act } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '#shared/contract/run.ts';
import { levelOf } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { Results } from '#renderer/features/results/Results.tsx';
import {
  belowOf,
  lineOf,
  readThreads,
  rowsAbove,
  shownRows,
} from '#renderer/features/results/conversation/threads.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { draw as drawPage, screenText } from '../draw.tsx';
import { button, buttons, click, only, settle, workspace } from '../explore/window.tsx';
import { answer, inputsOf, methods, ok, resetHost } from '../fake-host.ts';
import { makeRun, makeSnapshot, makeTab, workspaceOf } from '../make.ts';
import { unmount } from '../mount.tsx';
import { column, detailsTitle, giveSize } from './results-window.tsx';

const { offsetWidth: before } = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
beforeAll(() => {
  giveSize();
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { ...before, get: () => 1000 });
});
afterAll(() => void Object.defineProperty(HTMLElement.prototype, 'offsetWidth', before));

const columns = [
  column('id', 'Comment ID', { meaning: 'id' }),
  column('text', 'Text'),
  column('username', 'Author', { meaning: 'username', usual: true }),
  column('likeCount', 'Likes', { meaning: 'count', type: 'integer', usual: true }),
  column('createdAt', 'Posted', { meaning: 'date', usual: true }),
  column('parentCommentId', 'Parent comment ID', { meaning: 'id' }),
  column('repliedToCommentId', 'Reply to comment ID', { meaning: 'id' }),
  column('userId', 'Account ID', { meaning: 'id' }),
  column('parentPostUserId', 'Post’s account ID', { meaning: 'id' }),
  column('parentPostId', 'Post ID', { meaning: 'id' }),
];

const row = (id: string, hour: number, more: Row = {}): Row => ({
  id,
  text: `Text ${id}`,
  username: `user_${id}`,
  likeCount: 3,
  createdAt: `2026-05-01T0${hour}:00:00Z`,
  userId: id,
  parentPostUserId: '9',
  parentPostId: 'post',
  ...more,
});

/** `a` with `b`, below which `c` is; `d`, which the author wrote, answers what isn't here; so does `e`, a reply. */
const rows = [
  row('a', 1),
  row('b', 3, { parentCommentId: 'a' }),
  row('c', 4, { parentCommentId: 'a', repliedToCommentId: 'b' }),
  row('d', 5, { parentCommentId: '178', userId: '9' }),
  row('e', 6, { parentCommentId: 'a', repliedToCommentId: '180' }),
];
const plain = { isMissing: false, isContext: false };
const threads = {
  numbers: [4, 2, 0, 3, 1],
  levels: [0, 1, 2, 1, 0].map((depth, at) =>
    levelOf(depth, { ...plain, isMissing: at > 2, isContext: at === 1 }),
  ),
};
/** In the order of the tree. */
const listed = [rows[0]!, rows[1]!, rows[2]!, rows[4]!, rows[3]!];

let runs = 0;

async function draw(view: Partial<View> = {}): Promise<void> {
  await unmount();
  resetHost();
  const query = {
    endpointId: 'photoshare.posts.comments',
    values: { id: 'post' },
    fields: [],
  };
  const id = `run-talk-${(runs += 1)}`;
  const run = makeRun({ id, query, resource: 'photoshare.comment', columns, rowCount: 5 });
  answer('view.open', () => ok({ rows: 5, of: 5, count: 5, context: 1, epoch: 1, anchor: null }));
  answer('view.threads', () => ok(threads));
  answer('rows.window', ({ offset, count }: { offset: number; count: number }) =>
    ok({
      offset,
      total: 5,
      numbers: threads.numbers.slice(offset, offset + count),
      rows: listed.slice(offset, offset + count),
    }),
  );
  answer('run.pages', () => ok({ pages: [] }));
  answer('media.columns', () => ok({ columns: [] }));
  answer('history.list', () => ok({ runs: [], removals: [] }));
  useResultsView.setState(useResultsView.getInitialState());
  const tab = makeTab({ query, runId: run.id, look: 'conversation' });
  const shown = { ...tab, view: { ...tab.view, ...view } };
  await drawPage(<Results tab={shown} />, {
    runs: { [run.id]: run },
    snapshot: makeSnapshot({ workspace: workspaceOf(shown) }),
  });
  await settle();
  await settle();
}

const tree = () => only<HTMLElement>('[role="tree"]');
const items = () => [...tree().querySelectorAll<HTMLElement>('[role="treeitem"]')];
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant') ?? '');
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) {
    await act(async () => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      tree().dispatchEvent(event);
    });
  }
};
const words = (item: Element | null | undefined): string => item?.textContent ?? '';

test('main is asked for an order of the view, as the catalogue says that items answer each other', async () => {
  await draw();
  expect(inputsOf('view.threads')).toMatchObject([
    {
      view: {
        sort: [],
        thread: {
          identity: 'id',
          answers: ['repliedToCommentId', 'parentCommentId'],
          about: 'parentPostId',
          by: 'createdAt',
        },
      },
      rows: 5,
    },
  ]);
  expect(methods().filter((method) => method.startsWith('run.'))).not.toContain('run.start');
});

test('values of all rows are those of rows that match, not of what these answer', async () => {
  await draw();
  await click(button('Use in…'));
  expect(only('[role="menu"]').textContent).toContain('Use the values of 4 rows in');
});

test('each row says how deep it is, where among its siblings, and whether it can be folded', async () => {
  await draw();
  const said = items().map((item) =>
    ['level', 'posinset', 'setsize', 'expanded'].map((name) => item.getAttribute(`aria-${name}`)),
  );
  expect(said).toEqual([
    ['1', '1', '2', 'true'],
    ['2', '1', '2', 'true'],
    ['3', '1', '1', null],
    ['2', '2', '2', null],
    ['1', '2', '2', null],
  ]);
});

test('it says who wrote it, how long after what it answers, and what isn’t here', async () => {
  await draw();
  const [a, b, c, e, d] = items().map(words);
  expect(a).toBe('@user_a2026-05-01 01:00Likes 3Text a');
  expect(b).toBe('@user_b2 h laterLikes 3doesn’t matchText b');
  expect(c).toBe('@user_c1 h laterLikes 3Text c');
  // A reply can't be had by its ID; a comment on top can.
  expect(e).toBe('@user_e5 h laterLikes 3Answers a comment that isn’t hereText e');
  expect(d).toContain('@user_dAuthor');
  expect(d).toContain('Answers a comment that isn’t hereGet it · free');
  expect(screenText()).toContain('2 answer a comment that isn’t here');
  // Four of the five match.
  await draw({ search: 'text' });
  expect(screenText()).toContain('4 of 5 rows');
});

test('keys go through what is shown, fold and unfold, and open details', async () => {
  await draw();
  await act(async () => tree().focus());
  expect(words(active())).toContain('Text a');
  await press('ArrowDown', 'ArrowDown');
  expect(words(active())).toContain('Text c');
  await press('ArrowLeft');
  expect(words(active())).toContain('Text b');
  await press('ArrowLeft');
  expect(active()!.getAttribute('aria-expanded')).toBe('false');
  expect(words(active())).toContain('1 reply hidden');
  await press('ArrowDown');
  expect(words(active())).toContain('Text e');
  await press('Home', 'ArrowLeft');
  expect(items().map((item) => words(item).replace(/.*Text/, ''))).toEqual([' a', ' d']);
  expect(words(active())).toContain('3 replies hidden');
  await press('End');
  expect(words(active())).toContain('Text d');
  // All of them, also those inside.
  await press('*');
  expect(items()).toHaveLength(5);
  await press('ArrowUp');
  expect(words(active())).toContain('Text e');
  await press('ArrowLeft');
  expect(words(active())).toContain('Text a');
  await press('ArrowLeft', 'ArrowRight', 'ArrowRight');
  expect(words(active())).toContain('Text b');
  await press('Enter');
  expect(detailsTitle()).toBe('Row 3');
});

test('a row that is gone to from elsewhere is unfolded', async () => {
  await draw();
  await act(async () => tree().focus());
  await press('ArrowLeft', 'Enter');
  expect(items()).toHaveLength(2);
  await click(only<HTMLButtonElement>('button[aria-label="Next row"]'));
  expect(items()).toHaveLength(5);
  expect(words(active())).toContain('Text b');
});

test('all can be folded at once, and a click shows what is hidden', async () => {
  await draw();
  await click(button('Fold all'));
  expect(items()).toHaveLength(2);
  expect(buttons('Unfold all')).toHaveLength(1);
  await click(only<HTMLElement>('span[data-fold]:not([aria-hidden])', tree()));
  expect(items()).toHaveLength(5);
  expect(buttons('Fold all')).toHaveLength(1);
});

test('what answers the same is in the order of the view, which a table has too, without the tree', async () => {
  await draw();
  await click(button('Oldest first'));
  const choices = [...document.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Oldest first',
    'Newest first',
    'Most likes first',
  ]);
  await click(choices[2]!);
  const { view } = workspace().tabs[0]!;
  expect(view.sort).toEqual([{ field: 'likeCount', direction: 'descending' }]);
  expect(view.thread).toBeUndefined();
});

test('the post can be got if no run has it, and nothing is asked before', async () => {
  await draw();
  expect(screenText()).toContain('The post itself isn’t in your runs.');
  expect(buttons('Show the post · free')).toHaveLength(1);
  expect(methods()).not.toContain('run.start');
});

test('rows on screen are found among 10,000 that are 40 deep', () => {
  const levels = Array.from({ length: 10_000 }, (_, at) => levelOf(at % 40, plain));
  const numbers = levels.map((_, at) => at);
  const of = readThreads({ levels, numbers });
  expect([of.parents[39], of.ends[0], of.ends[9960], belowOf(of, 1)]).toEqual([38, 40, 10_000, 38]);
  expect([of.places[9960], of.sizes[0], of.sizes[1]]).toEqual([250, 250, 1]);
  expect(rowsAbove(of, 82)).toEqual([81, 80]);
  const shown = shownRows(of, new Set([0, 81]));
  expect([...shown.subarray(0, 3), shown[42]]).toEqual([0, 40, 41, 81]);
  expect(shown).toHaveLength(10_000 - 39 - 38);
  expect([lineOf(shown, 39), lineOf(shown, 119), lineOf(shown, 120)]).toEqual([0, 42, 43]);
});
