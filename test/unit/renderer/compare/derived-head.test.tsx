import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { minuteText } from '#renderer/components/dates.ts';
import { OpenFile } from '#renderer/components/file/OpenFile.tsx';
import { DerivedHead } from '#renderer/features/compare/DerivedHead.tsx';
import { DerivingDialog, twoTimes } from '#renderer/features/compare/DerivingDialog.tsx';
import { useApp } from '#renderer/state/app.ts';
import { stopDeriving } from '#renderer/state/derived.ts';
import { closeOpenFile, showOpenFile } from '#renderer/state/files.ts';
import { useHistory } from '#renderer/state/history.ts';
import type { Comparable, Derived, SourceRun } from '#shared/contract/derived.ts';
import { draw, screenText } from '../draw.tsx';
import { button, click, press, settle } from '../explore/window.tsx';
import { answer, answerLater, inputsOf, methods, ok } from '../fake-host.ts';
import {
  makeProblem,
  makeReply,
  makeRun,
  makeSnapshot,
  makeSummary,
  makeTab,
  workspaceOf,
} from '../make.ts';

const { query } = makeRun();
const source = (runId: string, createdAt: string): SourceRun => ({
  runId,
  title: 'Search posts: trees',
  query,
  request: 'GET https://x.example/posts',
  listKeys: [],
  createdAt,
  firstAnswerAt: createdAt,
  lastAnswerAt: createdAt,
  pages: 1,
  rows: 10_000,
  isComplete: true,
});
const [week, next] = [
  source('run-week-0001', '2026-11-11T10:00:00.000Z'),
  source('run-next-0001', '2026-11-18T10:00:00.000Z'),
];
const derived: Derived = {
  from: {
    kind: 'compare',
    sources: [week, next],
    identity: 'id',
    fields: [
      { field: 'text', label: 'Text', before: 'text_before', difference: 'text_difference' },
    ],
    change: 'change',
    changedFields: 'changed_fields',
  },
  facts: {
    changes: { new: 300, gone: 200, missing: 0, changed: 500, unseen: 480, same: 9500 },
    changedFields: { text: 500 },
    repeated: 0,
    withoutId: 1,
    unreadable: 0,
    noticed: [],
  },
};

const tab = makeTab({ runId: 'run-00000001', query });
const shownTab = () => useApp.getState().snapshot!.workspace.tabs[0]!;

beforeEach(() => {
  stopDeriving();
  useHistory.setState({ runs: null, problem: null });
});

it('says what was compared, shows one kind, and compares again without the service', async () => {
  await draw(
    <>
      <DerivedHead run={makeRun({ derived })} tab={tab} derived={derived} />
      <DerivingDialog />
    </>,
    { snapshot: makeSnapshot({ workspace: workspaceOf(tab) }) },
  );
  expect(screenText()).toContain('2026-11-11');
  for (const words of [
    '300 new',
    '200 gone',
    '500 changed',
    '480 not reached earlier',
    '9,500 same',
    'only rows newer than it are marked as new',
  ]) {
    expect(screenText()).toContain(words);
  }
  expect(screenText()).toContain('1 row without an ID can’t be compared and is left out.');
  await click(button('500 changed'));
  expect(shownTab().view.filters).toEqual([{ kind: 'is', field: 'change', value: 'changed' }]);

  const summary = { query, derived: null, state: 'noMore' as const };
  answer('history.list', () =>
    ok({
      runs: [
        makeSummary({ ...summary, id: week.runId, createdAt: week.createdAt }),
        makeSummary({ ...summary, id: next.runId, createdAt: next.createdAt }),
        makeSummary({ ...summary, id: 'run-derived-1', derived: 'compare' }),
        makeSummary({ ...summary, id: 'run-others-01', profileId: 'https://other.example' }),
      ],
      removals: [],
    }),
  );
  const comparable: Comparable = {
    sources: [week, next],
    columns: [
      { field: 'text', label: 'Text', meaning: 'text', isChosen: true },
      { field: 'image', label: 'Picture', meaning: 'image', isChosen: false },
    ],
    notes: ['The later run doesn’t have everything.'],
  };
  answer('compare.look', () => ok(comparable));
  answer('compare.open', () => ok(makeReply({ id: 'run-again-0001', derived })));
  await click(button('Compare again…'));
  expect(document.querySelectorAll('input[type=radio]')).toHaveLength(1);
  expect(screenText()).toContain('The later run doesn’t have everything.');
  expect(screenText()).toContain('1 of 2 columns');
  await click(button('Compare'));
  const chosen = { runIds: [week.runId, next.runId], fields: ['text'] };
  expect(inputsOf('compare.open')).toMatchObject([chosen]);
  expect(methods().filter((method) => method.startsWith('run.'))).toEqual([]);

  // Closed while it works, it is stopped, and what is too late to be stopped closes no other dialog.
  const answerCompared = answerLater('compare.open');
  await click(button('Compare again…'));
  await click(button('Compare'));
  expect(inputsOf('derived.cancel')).toEqual([]);
  await press(document.body, 'Escape');
  const { runId } = inputsOf('compare.open').at(-1) as { runId: string };
  expect(inputsOf('derived.cancel')).toEqual([{ runId }]);
  await click(button('Compare again…'));
  await act(async () => answerCompared(ok(makeReply())));
  expect(button('Compare')).toBeDefined();
});

it('says when its runs were asked by the clock of this computer, as History does', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => void vi.unstubAllEnvs());
  await draw(<DerivedHead run={makeRun({ derived })} tab={tab} derived={derived} />);
  const [day, time] = minuteText(new Date(week.createdAt), 'local').split(' ');
  expect(time).not.toBe(week.createdAt.slice(11, 16));
  expect(screenText()).toContain(`${day} ${time}`);
});

it('a dataset names the runs it was saved from, and opens one of its tables', async () => {
  const from: Derived['from'] = {
    kind: 'dataset',
    sources: [week, next],
    table: 'microblog-post',
    collectedAt: 'collected_at',
    run: 'run',
  };
  const read: Derived = { from, facts: { ...derived.facts!, changes: {} } };
  const tables = ['posts', 'users'].map((items, at) => ({
    table: `microblog-${items}`,
    name: 'trees and 1 more · dataset',
    label: 'trees and 1 more',
    rows: 1200 + at,
    saved: {
      items,
      platform: 'microblog' as const,
      runs: 2,
      collectedFrom: week.createdAt,
      collectedUntil: next.createdAt,
    },
  }));
  const recipe = { ok: false, error: makeProblem('None.') };
  answer('open.look', () => ok({ id: 'file-00000001', name: 'study', recipe, tables }));
  answer('open.table', () => ok(makeReply(makeRun({ id: 'run-dataset-1', derived: read }))));
  await draw(
    <>
      <DerivedHead run={makeRun({ derived: read })} tab={tab} derived={read} />
      <OpenFile />
    </>,
  );
  expect(screenText()).toContain('Dataset of 2 runs');
  // They may never have been on this computer.
  expect(document.querySelector('section button')?.textContent).toBe('Open a file…');
  await click(button('Open a file…'));
  expect(screenText()).toContain('Choose file…');
  await act(async () => {
    const file = new File(['x'], 'study.zip');
    showOpenFile({ kind: 'sent', files: [{ file, path: null }], name: 'study.zip' });
  });
  expect(screenText()).toContain('1,201 rows of 2 runs, collected 2026-11-11');
  const [, second] = document.querySelectorAll<HTMLInputElement>('input[type=radio]');
  await click(second!);
  await click(button('Open 1,201 rows'));
  const name = 'trees and 1 more · dataset';
  const opened = { fileId: 'file-00000001', table: 'microblog-users', name };
  expect(inputsOf('open.table')).toMatchObject([opened]);
  // What main keeps of it goes with the dialog.
  expect(inputsOf('open.close')).toEqual([{ fileId: 'file-00000001' }]);
  closeOpenFile();
});

it('of a file says which one it was, and what was noticed of it', async () => {
  const from: Derived['from'] = {
    kind: 'file',
    sources: [],
    name: 'posts.csv',
    format: 'csv',
    table: null,
    bytes: 1200,
    sha256: 'ab'.repeat(32),
    openedAt: '2026-11-18T10:20:00.000Z',
  };
  const noticed = ['2 empty lines at the end are left out.'];
  const read: Derived = { from, facts: { ...derived.facts!, changes: {}, noticed } };
  await draw(<DerivedHead run={makeRun({ derived: read })} tab={tab} derived={read} />);
  expect(screenText()).toMatch(/From the file posts\.csv.*1\.2 kB, opened 2026-11-18/s);
  expect(screenText()).toContain(noticed[0]);
});

const last = source('run-last-0001', '2026-11-25T10:00:00.000Z');
const together = (repeated = 0): Derived => ({
  from: { kind: 'collections', sources: [week, next, last], collectedAt: 'collected_at' },
  facts: { ...derived.facts!, repeated },
});
const summaryOf = ({ runId: id, createdAt }: SourceRun) =>
  makeSummary({ query, derived: null, state: 'noMore', id, createdAt });
const drawHead = (shown: Derived) =>
  draw(
    <>
      <DerivedHead run={makeRun({ derived: shown })} tab={tab} derived={shown} />
      <DerivingDialog />
    </>,
    { snapshot: makeSnapshot({ workspace: workspaceOf(tab) }) },
  );

it('says so if the run to compare again was deleted', async () => {
  answer('history.list', () => ok({ runs: [summaryOf(next), summaryOf(last)], removals: [] }));
  await drawHead(derived);
  await click(button('Compare again…'));
  await settle();
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('was deleted');
});

it('combines the collections that are still there', async () => {
  answer('history.list', () => ok({ runs: [summaryOf(week), summaryOf(next)], removals: [] }));
  answer('collections.open', () => ok(makeReply()));
  await drawHead(together());
  await click(button('Choose runs…'));
  await settle();
  await click(button('Show 2 runs as one table'));
  expect(inputsOf('collections.open')).toMatchObject([{ runIds: [week.runId, next.runId] }]);
});

it('says of a repeated row only what is known: it may be of the same collection', async () => {
  await drawHead(together(1));
  expect(screenText()).toContain('1 row has the ID of an earlier row.');
});

it('the list of runs stays where it is when one of them is chosen', async () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    source(`run-many-${1000 + n}`, new Date(Date.UTC(2026, 9, 1 + n)).toISOString()),
  );
  answer('history.list', () => ok({ runs: [week, ...many].map(summaryOf), removals: [] }));
  answer('compare.look', () => ok({ sources: [week, next], columns: [], notes: [] }));
  await drawHead(derived);
  await click(button('Compare again…'));
  await settle();
  const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const chosen = radios()[20]!;
  await act(async () => chosen.focus());
  await click(chosen);
  await settle();
  expect(radios()[20]).toBe(chosen);
  expect(document.activeElement).toBe(chosen);
});

it('names two collections by their years if they are of different ones', () => {
  const times = (...[one, other]: [string, string]) =>
    twoTimes(`${one}T12:00:00`, `${other}T13:00:00`);
  expect(times('2025-11-22', '2026-11-22')).toBe('22 Nov 2025 and 22 Nov 2026');
  expect(times('2025-11-15', '2026-11-22')).toBe('15 Nov 2025 and 22 Nov 2026');
  expect(times('2026-11-15', '2026-11-22')).toBe('15 and 22 Nov');
});

it('names two collections of one day by their times, with seconds if those are of one minute', () => {
  const times = (one: string, other: string) =>
    twoTimes(`2026-11-18T${one}`, `2026-11-18T${other}`);
  expect(times('10:20:05', '17:44:00')).toBe('18 Nov 10:20 and 17:44');
  expect(times('10:20:05', '10:20:41')).toBe('18 Nov 10:20:05 and 10:20:41');
});
