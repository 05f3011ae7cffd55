/** Ctrl+Z: what it undoes depends on where a person is, and is said. */
import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import type { Codes, OwnColumn } from '#shared/contract/codes.ts';
import { resetColumns } from '#renderer/features/results/columns/ColumnsButton.tsx';
import { withHidden } from '#renderer/features/results/columns/layout.ts';
import { useApp } from '#renderer/state/app.ts';
import { changeColumnLayout, lookAt } from '#renderer/state/workspace.ts';
import { screenText } from '../draw.tsx';
import { button, click, menuItem, only, press } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { cell, column, draw, giveSize, grid, headers, settleAll } from './results-window.tsx';

beforeAll(giveSize);

const topic: OwnColumn = {
  field: '_own:topic',
  name: 'Topic',
  kind: 'code',
  description: '',
  codes: [{ name: 'Sea', description: '', example: '' }],
};
const resource = 'microblog.post';
const what = '1 value of “Topic”';
const codes: Codes = { columns: [topic], who: 'AB', undo: what, redo: what };
let runId: string;
let question: string;

async function drawCoded(own = [topic]): Promise<void> {
  const columns = own.map((one) => column(one.field, one.name, { own: one, type: 'text' }));
  const run = await draw({ columns: [column('text', 'Text'), ...columns], resource });
  runId = run.id;
  question = run.query.endpointId;
  answer('codes.list', () => ok(codes));
  answer('codes.set', () => ok({ ...codes, items: 1, withoutId: 0 }));
  answer('codes.undo', () => ok({ undone: what }));
  await act(async () => useApp.setState({ runs: { [run.id]: { ...run, revision: 1, noted: 1 } } }));
  await settleAll();
}

const undo = (more: KeyboardEventInit = {}) =>
  press(document.activeElement as HTMLElement, more.shiftKey ? 'Z' : 'z', {
    ctrlKey: true,
    ...more,
  });
const undone = () => inputsOf('codes.undo');
const goTo = async (row: number, field: string): Promise<void> => {
  await act(async () => grid().focus());
  await click(cell(row, field));
};

test('codes are taken back by keys where they are given, and nowhere else', async () => {
  await drawCoded();
  await goTo(1, 'text');
  await undo();
  await undo({ shiftKey: true });
  await goTo(0, topic.field);
  await press(grid(), 'ArrowUp');
  await undo();
  expect(undone()).toEqual([]);
  await goTo(1, topic.field);
  await undo();
  expect(undone()).toEqual([{ resource, redo: false }]);
});

test('no other field is gone to, to undo what was typed there', async () => {
  await drawCoded();
  await goTo(1, 'text');
  const keys = { key: 'z', ctrlKey: true, bubbles: true, cancelable: true };
  const pressed = (): boolean =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', keys));
  expect(pressed()).toBe(false);
  only<HTMLElement>('[aria-label="Search in results"]').focus();
  expect(pressed()).toBe(true);
});

test('reading is coding, and so are the buttons in Details; what is typed has an undo of its own', async () => {
  const note: OwnColumn = { ...topic, field: '_own:note', name: 'Note', kind: 'note', codes: [] };
  await drawCoded([topic, note]);
  await goTo(1, 'text');
  await press(grid(), 'Enter');
  await settleAll();
  only<HTMLElement>('[aria-label="Details"] textarea[aria-label="Note"]').focus();
  await undo();
  expect(undone()).toEqual([]);
  button('Sea').focus();
  await undo();
  expect(undone()).toHaveLength(1);
  await act(async () => lookAt(runId, 'read'));
  await settleAll();
  expect(document.activeElement).toBe(only('[aria-label="Reading"]'));
  await undo();
  expect(undone()).toHaveLength(2);
});

test('what is undone is said, with the way back, by keys too', async () => {
  await drawCoded();
  await goTo(1, topic.field);
  await undo();
  expect(screenText()).toContain('Undone: 1 value of “Topic”Redo');
  answer('codes.undo', () => ok({ undone: '3 values of “Topic”' }));
  await undo();
  expect(screenText()).toContain('Undone: 3 values of “Topic”Redo');
  expect(screenText()).not.toContain('Undone: 1 value');
  // Anywhere, as long as it is on screen.
  await goTo(1, 'text');
  await undo({ shiftKey: true });
  expect(undone().at(-1)).toEqual({ resource, redo: true });
  expect(screenText()).toContain('Redone: 3 values of “Topic”Undo');
  expect(screenText()).not.toContain('Undone');
  await undo();
  await press(grid(), 'y', { ctrlKey: true });
  expect(undone().map((one) => (one as { redo: boolean }).redo)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});

test('Ctrl+Z is first for what the last notice offers, unless something was coded since', async () => {
  await drawCoded();
  const hide = async (): Promise<void> => {
    await act(async () => resetColumns(question));
    await goTo(1, topic.field);
  };
  await act(async () => changeColumnLayout(question, (of) => withHidden(of, ['text'], true)));
  await hide();
  expect(headers()).toContain('text');
  await undo();
  expect(headers()).not.toContain('text');
  expect(undone()).toEqual([]);
  await hide();
  await press(grid(), 'Enter');
  await click(menuItem('Sea'));
  await undo();
  expect(headers()).toContain('text');
  expect(undone()).toHaveLength(1);
});

test('a code given from another cell’s menu is said, and undone from there', async () => {
  await drawCoded();
  await goTo(1, 'text');
  await press(grid(), 'F10', { shiftKey: true });
  await press(menuItem('Topic'), 'ArrowRight');
  await click(menuItem('Sea'));
  expect(screenText()).toContain('Topic: SeaUndo');
  await undo();
  expect(undone()).toEqual([{ resource, redo: false }]);
});
