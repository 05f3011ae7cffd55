// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import { useResultsView } from '#renderer/features/results/view-state.ts';
import { useApp } from '#renderer/state/app.ts';
import { button, buttons, click, only, press, type } from '../explore/window.tsx';
import { answer } from '../fake-host.ts';
import { makeProblem } from '../make.ts';
import {
  bar,
  begin,
  metered,
  clickName,
  draw,
  end,
  expected,
  key,
  main,
  numbers,
  pass,
  rowCount,
  rowsTo,
  searchBox,
  viewNow,
  working,
} from './asked-window.tsx';
import { activeCell, cell, giveSize, grid } from './results-window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

beforeAll(giveSize);
beforeEach(begin);
afterEach(end);

describe('while a run grows', () => {
  test('a filter takes in what is new', async () => {
    const filters = [{ kind: 'oneOf' as const, field: 'lang', values: ['de'] }];
    const { grow } = await draw(40, { state: working }, { ...everyRow, filters });
    expect(rowCount()).toBe(13);
    await grow(100);
    expect(rowCount()).toBe(33);
    expect(numbers(3)).toEqual([2, 5, 8]);
  });

  test('what is sorted stays, says how many are new, and takes them in when asked', async () => {
    const sort = [{ field: 'likes', direction: 'descending' as const }];
    const view = { ...everyRow, sort };
    const { grow } = await draw(40, { state: working }, view);
    const before = expected(40, view);
    await grow(100);
    expect(rowCount()).toBe(40);
    expect(numbers(5)).toEqual(before.slice(0, 5));
    await grow(123);
    await click(button('83 new rows'));
    await pass();
    expect(rowCount()).toBe(123);
    expect(numbers(5)).toEqual(expected(123, view).slice(0, 5));
    expect(buttons('83 new rows')).toEqual([]);
  });

  test('and at the end by itself, around the row the person is at', async () => {
    const sort = [{ field: 'likes', direction: 'ascending' as const }];
    const view = { ...everyRow, sort };
    const { grow } = await draw(40, { state: working }, view);
    await act(async () => grid().focus());
    for (let step = 0; step < 4; step += 1) await key('ArrowDown');
    const held = cell(4, 'text').textContent;
    await grow(160);
    expect(rowCount()).toBe(40);
    await grow(160, { state: { kind: 'more' } });
    expect(rowCount()).toBe(160);
    expect(activeCell()?.textContent).toBe(held);
    expect(document.activeElement).toBe(grid());
    expect(metered()).toEqual([]);
  });

  test('columns that are behind say of how many rows the answer is', async () => {
    const filters = [{ kind: 'oneOf' as const, field: 'lang', values: ['de'] }];
    const { main: state } = await draw(40);
    state.rows = rowsTo(40);
    state.filled = 10;
    await act(async () => {
      const { snapshot } = useApp.getState();
      const [tab] = snapshot!.workspace.tabs;
      const tabs = [{ ...tab!, view: { ...everyRow, filters } }];
      useApp.setState({ snapshot: { ...snapshot!, workspace: { ...snapshot!.workspace, tabs } } });
    });
    await pass(100);
    expect(bar()?.textContent).toContain('3 of 10 rows (of 40, still being prepared)');
    state.filled = 40;
    await pass();
    expect(bar()?.textContent).toContain('13 of 40 rows');
    expect(rowCount()).toBe(13);
  });
});

test('the row a person found stays where they are when the search is cleared', async () => {
  await draw(400);
  await type(searchBox(), 'text 321');
  await pass();
  await act(async () => grid().focus());
  expect(activeCell()?.textContent).toBe('Text 321');
  await press(searchBox(), 'Escape');
  await pass();
  expect(rowCount()).toBe(400);
  const { active } = useResultsView.getState();
  expect(Object.values(active).some(({ row }) => row === 321)).toBe(true);
});

test('a view that can’t be opened says why; trying again opens it', async () => {
  await draw(40);
  answer('view.open', () => ({ ok: false, error: makeProblem('The columns are damaged.') }));
  await clickName('likes');
  expect(only('[role="alert"]').textContent).toContain('The columns are damaged.');
  expect(rowCount()).toBe(40);
  main(rowsTo(40));
  await click(button('Try again'));
  await pass();
  expect(document.querySelector('[role="alert"]')).toBeNull();
  expect(numbers(3)).toEqual(expected(40, viewNow() ?? everyRow).slice(0, 3));
});
