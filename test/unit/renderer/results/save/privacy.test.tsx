import type { RunSummary } from '#shared/contract/history.ts';
import { act } from 'react';
import { expect, test } from 'vitest';
import type { Column } from '#shared/contract/run.ts';
import type { ExportChoice } from '#renderer/state/exports.ts';
import { screenText } from '../../draw.tsx';
import { useHistory } from '#renderer/state/history.ts';
import { button, click, input, nameOf, only, pick, settle } from '../../explore/window.tsx';
import { answer, answerLater, inputsOf, ok, refuse, resetHost } from '../../fake-host.ts';
import { makeSummary } from '../../make.ts';
import { makeColumn } from '../charts/make-chart.ts';
import { drawSave, rowsArrive } from './save-form.tsx';

const makeColumns = (meanings: Readonly<Record<string, Column['meaning']>>): Column[] =>
  Object.entries(meanings).map(([field, meaning]) =>
    makeColumn({ field, label: field, meaning, type: 'text' }),
  );

const openPrivacy = () => click(only<HTMLElement>('section[aria-label="Privacy"] button'));
const section = (name: string) => only<HTMLElement>(`section[aria-label="${name}"]`);
const selects = () =>
  [...document.querySelectorAll('section[aria-label="Privacy"] label')].map(nameOf);
const submit = () =>
  act(async () => {
    only('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

test('the columns that can name people are shown, and the others behind one line', async () => {
  answer('export.preview', refuse('No preview'));
  const meanings = { text: 'text', author: 'username', authorId: 'id', link: 'url' } as const;
  await drawSave(makeColumns({ ...meanings, lang: 'code', places: 'list' }));
  await openPrivacy();
  expect(selects()).toEqual(Object.keys(meanings));
  await click(button('2 othersstay as they are'));
  expect(selects()).toEqual([...Object.keys(meanings), 'lang', 'places']);
  // A column treated by hand stays where it is; one in which people are found is shown with them.
  await pick(
    only('input', section('2 others').querySelectorAll('label')[0]!.parentElement!),
    'Left out',
  );
  expect(section('2 others').textContent).toMatch(/^2 others1 left out/);
  const privacy = { drop: ['places'], pseudonyms: [], scrubMentions: [] };
  answer('export.findPeople', () => ok({ privacy, remains: [{ field: 'lang', rows: 2 }] }));
  await click(button('Pseudonymise identifying columns'));
  expect(selects()).toEqual([...Object.keys(meanings), 'places', 'lang']);
  expect(section('1 other').textContent).toMatch(/^1 otherstays as it is/);
  // Who remains is still said after another preset was looked at.
  await click(button('More formats'));
  await click(input('Archive'));
  await click(input('Any program'));
  await openPrivacy();
  expect(screenText()).toContain('People in these rows are still named in lang (2 rows)');
});

test('until people are found, nothing can be saved with their names in it', async () => {
  answer('export.preview', refuse('No preview'));
  const find = answerLater('export.findPeople');
  const saved: ExportChoice[] = [];
  const columns = makeColumns({ authorUsername: 'username', lang: 'code' });
  await drawSave(columns, (spec) => saved.push(spec));
  await openPrivacy();
  await click(button('Pseudonymise identifying columns'));
  expect(button('Save').disabled).toBe(true);
  await submit();
  expect(saved).toEqual([]);
  const privacy = {
    drop: ['lang'],
    pseudonyms: [{ field: 'authorUsername', kind: 'username' as const }],
    scrubMentions: [],
  };
  find(ok({ privacy, remains: [] }));
  await settle();
  await submit();
  expect(saved[0]?.privacy).toEqual(privacy);
});

test('people of rows that arrive after the one click are looked for too, once they are saved', async () => {
  answer('export.preview', refuse('No preview'));
  const find = (drop: string[], scrubMentions: string[]) =>
    answer('export.findPeople', () =>
      ok({ privacy: { drop, pseudonyms: [], scrubMentions }, remains: [] }),
    );
  find([], ['text', 'bio']);
  const saved: ExportChoice[] = [];
  await drawSave(makeColumns({ text: 'text', bio: 'text' }), (spec) => saved.push(spec));
  await openPrivacy();
  await click(button('Pseudonymise identifying columns'));
  await pick(input('text'), 'Pseudonyms for names');
  // The new rows have nothing but links in a column, which was empty.
  find(['bio'], ['text']);
  for (const rowCount of [40, 60]) await rowsArrive(rowCount);
  await settle();
  expect(inputsOf('export.findPeople')).toHaveLength(1);
  await submit();
  await settle();
  expect(inputsOf('export.findPeople')).toHaveLength(2);
  const pseudonyms = [{ field: 'text', kind: 'name' }];
  expect(saved[0]?.privacy).toEqual({ drop: ['bio'], pseudonyms, scrubMentions: [] });

  answer('export.findPeople', refuse('The disk can’t be read.'));
  await rowsArrive(80);
  await submit();
  await settle();
  expect(saved).toHaveLength(1);
  expect(button('Save').disabled).toBe(true);
});

const otherRun = (change: Partial<RunSummary> = {}) => {
  resetHost();
  useHistory.setState(useHistory.getInitialState());
  answer('export.preview', refuse('No preview'));
  const runs = [makeSummary({ id: 'run-00000002', name: 'Another run', ...change })];
  answer('history.list', () => ok({ runs, removals: [] }));
};

test('people of runs that are added after the one click are looked for too', async () => {
  otherRun();
  const pseudonyms = [{ field: 'username', kind: 'username' }];
  answer('export.findPeople', ({ runIds }: { runIds: string[] }) => {
    const found = runIds.length > 1 ? pseudonyms : [];
    return ok({ privacy: { drop: [], pseudonyms: found, scrubMentions: ['text'] }, remains: [] });
  });
  const saved: ExportChoice[] = [];
  await drawSave(makeColumns({ text: 'text' }), (spec) => saved.push(spec));
  await settle();
  await openPrivacy();
  await click(button('Pseudonymise identifying columns'));
  await click(only<HTMLElement>('section[aria-label="Other runs"] button'));
  await click(input('Another run'));
  await settle();
  await submit();
  await settle();
  const runIds = ['run-00000001', 'run-00000002'];
  expect(inputsOf('export.findPeople').at(-1)).toEqual({ runIds });
  expect(saved[0]?.privacy).toMatchObject({ pseudonyms, scrubMentions: ['text'] });
});

test('if people of added runs can’t be looked for, nothing is saved until they are', async () => {
  otherRun();
  const found = ok({ privacy: { drop: [], pseudonyms: [], scrubMentions: ['text'] }, remains: [] });
  answer('export.findPeople', () => found);
  await drawSave(makeColumns({ text: 'text' }));
  await settle();
  await openPrivacy();
  await click(button('Pseudonymise identifying columns'));
  answer('export.findPeople', refuse('The disk can’t be read.'));
  await click(only<HTMLElement>('section[aria-label="Other runs"] button'));
  await click(input('Another run'));
  await settle();
  expect(screenText()).toContain('The disk can’t be read.');
  expect(button('Save').disabled).toBe(true);
  // Raw pages are saved as they are; whoever comes back from there has still not looked.
  await click(button('More formats'));
  await click(input('Archive'));
  expect(button('Save').disabled).toBe(false);
  await click(input('Any program'));
  await settle();
  expect(button('Save').disabled).toBe(true);
  // What Privacy says is folded away.
  expect(screenText()).toContain('You can save once the search for people under Privacy is done.');
  answer('export.findPeople', () => found);
  await openPrivacy();
  await click(button('Pseudonymise identifying columns'));
  expect(button('Save').disabled).toBe(false);
});

test.each<Partial<RunSummary>>([{ profileId: 'https://data.example.org' }, { state: 'fetching' }])(
  'runs of another service, and those at work, are not offered to be saved with these: %o',
  async (change) => {
    otherRun(change);
    await drawSave(makeColumns({ text: 'text' }));
    await settle();
    expect(screenText()).not.toContain('Other runs');
  },
);

test('other runs are called as they are everywhere, not by raw ids', async () => {
  otherRun({ name: null, title: 'Search posts by 1986934512780812345' });
  await drawSave(makeColumns({ text: 'text' }));
  await settle();
  await click(only<HTMLElement>('section[aria-label="Other runs"] button'));
  expect(screenText()).toContain('Search posts: trees');
  expect(screenText()).not.toContain('1986934512780812345');
});
