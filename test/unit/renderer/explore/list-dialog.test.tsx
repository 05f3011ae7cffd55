/** *Use a list…*: which list is asked. */
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { useApp } from '#renderer/state/app.ts';
import { startWindow } from '#renderer/state/boot.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import { maxListBytes } from '#shared/contract/list.ts';
import { answer, answerLater, connect, inputsOf, ok, refuse } from '../fake-host.ts';
import { makeListTable, makeRun, makeRunList } from '../make.ts';
import {
  button,
  buttons,
  click,
  drawForm,
  input,
  only,
  pick,
  queryNow,
  settle,
  type,
  workspace,
} from './window.tsx';

const table = makeListTable();
const checked = {
  listId: 'l',
  lines: 2,
  different: 2,
  wrong: 0,
  wrongLines: [],
  answered: 0,
  perCall: 1,
  sample: ['mira'],
  valuesSha256: 'x',
};

/** Chooses a file in the dialog. */
async function chooseFile(text: string, name = 'a.csv'): Promise<void> {
  const file = only<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(file, 'files', { value: [new File([text], name)], configurable: true });
  await act(async () => void file.dispatchEvent(new Event('change', { bubbles: true })));
  await settle();
}

it('a list is what is typed now, not what was before, even if it can’t be read', async () => {
  const list = { table, hasHeader: false, mapping: { username: 0 }, onlyNew: false };
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  answer('list.take', ({ text }: { text: string }) =>
    text === 'long' ? refuse('Too long.')() : ok(table),
  );
  answer('list.check', () => ok(checked));
  const use = () => buttons('Use 2 accounts').length;
  vi.useFakeTimers();
  const pass = () => act(() => vi.advanceTimersByTimeAsync(1000));
  await click(button('Use a list…'));
  const area = only<HTMLTextAreaElement>('[role="dialog"] textarea');
  await type(area, 'mira\nlev');
  await pass();
  expect(use()).toBe(1);
  await type(area, 'kei\nana');
  expect(use()).toBe(0);
  await pass();
  expect(use()).toBe(1);
  await type(area, 'long');
  await pass();
  expect(document.body.textContent).toContain('Too long.');
  expect(use()).toBe(0);
  const { length } = inputsOf('list.take');
  await type(area, 'a'.repeat(maxListBytes + 1));
  await pass();
  expect(document.body.textContent).toContain('The text is larger than 5 MB. Split it');
  expect(inputsOf('list.take')).toHaveLength(length);

  // Blanks are no other list than the one that the question has.
  await drawForm({ endpointId: 'microblog.posts.by-user' }, {}, { list });
  answer('list.check', () => ok(checked));
  await click(button('Change…'));
  await pass();
  expect(use()).toBe(1);
  await type(only<HTMLTextAreaElement>('[role="dialog"] textarea'), ' ');
  expect(use()).toBe(1);
  vi.useRealTimers();
});

it.each([
  ['is kept with its tab', 'kei\nana', { kind: 'text', text: 'kei\nana', separator: null }],
  ['is only in memory if it is long', 'a\n'.repeat(10_001), undefined],
])('a pasted list %s', async (_, text, taken) => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  answer('list.take', () => ok(table));
  answer('list.check', () => ok(checked));
  vi.useFakeTimers();
  await click(button('Use a list…'));
  await type(only<HTMLTextAreaElement>('[role="dialog"] textarea'), text);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await click(button('Use 2 accounts'));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  expect(workspace().tabs[0]?.list?.taken).toEqual(taken);
});

it('the list of the run on screen takes the place of the values that it fills', async () => {
  const endpointId = 'microblog.posts.by-user';
  const query = { endpointId, values: {}, fields: [] };
  const run = makeRun({ query, list: makeRunList({ done: 10 }), state: { kind: 'noMore' } });
  await drawForm({ ...query, values: { username: 'mira' } }, {}, { runId: run.id });
  answer('list.take', () => ok({ ...table, mapping: { username: 0 } }));
  answer('list.check', () => ok(checked));
  await act(async () => useApp.setState({ runs: { [run.id]: run } }));
  await settle();
  // A saved tab says what it was taken from, so that main can take it again.
  const taken = { kind: 'inputs', runId: run.id };
  expect(workspace().tabs[0]).toMatchObject({ list: { mapping: { username: 0 }, taken } });
  await vi.waitFor(() => expect(inputsOf('list.check').at(-1)).toMatchObject({ taken }));
  expect(queryNow()).toEqual(query);
});

it('of two files the one chosen last is the list, even if the first is read last', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  const named = (name: string) => ok({ ...table, source: { kind: 'file', name }, hasHeader: true });
  answer('list.check', () => ok(checked));
  const answerFirst = answerLater('list.take');
  await click(button('Use a list…'));
  for (const name of ['a.csv', 'b.csv']) {
    await chooseFile('', name);
    answer('list.take', () => named('b.csv'));
  }
  await act(async () => answerFirst(named('a.csv')));
  await settle();
  expect(document.body.textContent).toContain('b.csv');
  expect(document.body.textContent).not.toContain('a.csv');
  // Its only column has no name if the first line is an input.
  expect(inputsOf('list.check').at(-1)).toMatchObject({ hasHeader: true });
  await click(only('[role="dialog"] input[type="checkbox"]'));
  expect(inputsOf('list.check').at(-1)).toMatchObject({ hasHeader: false });
});

it('a file that is too large is past once something is typed, also if that is taken out again', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  await click(button('Use a list…'));
  await chooseFile('x'.repeat(maxListBytes + 1));
  const text = (): string => document.body.textContent ?? '';
  expect(text()).toContain('The file is larger than 5 MB.');
  const area = only<HTMLTextAreaElement>('[role="dialog"] textarea');
  await type(area, 'mira');
  await type(area, '');
  expect(text()).not.toContain('larger than 5 MB');
});

it('how a file was read is shown before it is used, and can be changed', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  const tables: object[] = [];
  answer('list.take', (asked) => {
    const { encoding: chosen, separator } = asked as MethodInput<'list.take'> & { kind: 'file' };
    const encoding = chosen ?? 'windows-1252';
    tables.push({ chosen, separator });
    return ok({
      ...table,
      tableId: `t${tables.length}`,
      source: { kind: 'file', name: 'a.csv' },
      encoding,
      separator: separator ?? ';',
      titleLines: 2,
      guess: chosen === null ? 'Ñ' : null,
      unreadable: encoding === 'utf-8' ? 3 : 0,
      columns: [{ name: 'Column 1', sample: ['Ñ\u0088'] }],
    });
  });
  answer('list.check', () => ok(checked));
  await click(button('Use a list…'));
  await chooseFile('x');
  const [encoding, separator] = [input('Encoding'), input('Separator')];
  expect([encoding.value, separator.value]).toEqual([
    'Windows-1252 (Western European)',
    'Semicolon',
  ]);
  const text = (): string => document.body.textContent ?? '';
  expect(text()).toContain('2 lines above the column names left out.');
  // The first lines, even of a single column.
  expect(text()).toContain('Ñ\u0088');
  expect(text()).toContain('The encoding is a guess. If “Ñ” looks wrong, choose another.');
  await pick(encoding, 'UTF-8');
  expect(text()).toContain('3 characters can’t be read in this encoding.');
  expect(text()).not.toContain('guess');
  await pick(separator, 'None: one value per line');
  expect(tables).toEqual([
    { chosen: null, separator: null },
    { chosen: 'utf-8', separator: null },
    { chosen: 'utf-8', separator: '' },
  ]);
  expect(inputsOf('list.check').at(-1)).toMatchObject({ tableId: 't3' });
  // A small file outlives a restart with its tab, read as it was chosen.
  await click(button('Use 2 accounts'));
  expect(workspace().tabs[0]?.list?.taken).toEqual({
    kind: 'file',
    name: 'a.csv',
    base64: btoa('x'),
    encoding: 'utf-8',
    separator: '',
  });
});

it('a file of more than 20,000 bytes isn’t kept with its tab', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  answer('list.take', () => ok({ ...table, source: { kind: 'file', name: 'a.csv' } }));
  answer('list.check', () => ok(checked));
  await click(button('Use a list…'));
  await chooseFile('x'.repeat(20_001));
  await click(button('Use 2 accounts'));
  expect(workspace().tabs[0]?.list?.table.source).toEqual({ kind: 'file', name: 'a.csv' });
  expect(workspace().tabs[0]?.list?.taken).toBeUndefined();
});

it('a file that is opened again is read as it was, but for what changes', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  const asked = { source: { kind: 'file', name: 'a.csv' }, encoding: 'utf-8', separator: ',' };
  answer('list.take', () => ok({ ...table, ...asked }));
  answer('list.check', () => ok(checked));
  await click(button('Use a list…'));
  await chooseFile('mira');
  await click(button('Use 2 accounts'));
  await click(button('Change…'));
  await pick(input('Encoding'), 'Windows-1252 (Western European)');
  expect(inputsOf('list.take').at(-1)).toMatchObject({ encoding: 'windows-1252', separator: ',' });
});

it('a file that was changed can be chosen again', async () => {
  await drawForm({ endpointId: 'microblog.posts.by-user' });
  answer('list.take', () => ok(table));
  answer('list.check', () => ok(checked));
  await click(button('Use a list…'));
  const file = only<HTMLInputElement>('input[type="file"]');
  // A browser reports a file only if its input is empty or has another one.
  let held = '';
  Object.defineProperty(file, 'value', {
    get: () => held,
    set(next: string) {
      held = next;
    },
  });
  Object.defineProperty(file, 'files', { value: [new File(['mira'], 'a.csv')] });
  for (const times of [1, 2]) {
    expect(held).toBe('');
    held = 'a.csv';
    await act(async () => void file.dispatchEvent(new Event('change', { bubbles: true })));
    await settle();
    expect(inputsOf('list.take')).toHaveLength(times);
  }
});

it('a list that could not be checked is checked once main is heard again', async () => {
  const list = { table, hasHeader: false, mapping: { username: 0 }, onlyNew: false };
  const tabId = await drawForm({ endpointId: 'microblog.posts.by-user' });
  answer('app.snapshot', () => ok(useApp.getState().snapshot));
  const stop = startWindow();
  await settle();
  answer('list.check', refuse('The connection was lost.'));
  await act(async () => updateTab(tabId, { list }));
  await vi.waitFor(() => expect(document.body.textContent).toContain('The connection was lost.'));
  answer('list.check', () => ok(checked));
  await act(async () => {
    for (const connection of ['heard', 'lost', 'heard'] as const) connect(connection);
  });
  await vi.waitFor(() => expect(inputsOf('list.check')).toHaveLength(2));
  await settle();
  expect(document.body.textContent).not.toContain('The connection was lost.');
  stop();
});
