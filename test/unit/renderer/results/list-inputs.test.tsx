/** The inputs of a list as rows: what became of each, sorted and sought while the list goes on. */
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { Row, Run } from '#shared/contract/run.ts';
import { everyRow, isEveryRow, type View } from '#shared/contract/view.ts';
import { useApp } from '#renderer/state/app.ts';
import { click, only } from '../explore/window.tsx';
import { answer, inputsOf, ok } from '../fake-host.ts';
import { makeProblem, makeRunList } from '../make.ts';
import { unmount } from '../mount.tsx';
import {
  bar,
  by,
  clickButton,
  clickName,
  draw,
  holdTime,
  pass,
  rowCount,
  search,
  seqsOf,
  viewNow,
  working,
} from './asking-window.tsx';
import * as results from './results-window.tsx';

const { cell } = results;

holdTime();

describe('the inputs of a list', () => {
  const statusesAtFirst = ['Done', 'Failed', 'Waiting'];

  /** Three inputs, of which main knows these statuses; each change is one more for all of them. */
  async function drawInputs(change: Partial<Run> = {}) {
    const [state, orders] = [
      { statuses: statusesAtFirst, changes: 5 },
      new Map<number, number[]>(),
    ];
    const list = () => ({ ...makeRunList(), count: 3, changes: state.changes });
    const { id } = await draw(40, { list: list(), ...change });
    const inputs = (): Row[] =>
      state.statuses.map((status, n) => ({ _input: `name-${n}`, status, rows: 10 - n }));
    answer('view.open', ({ runId, view }: { runId: string; view: View }) => {
      expect(runId).toBe(`${id}.inputs`);
      const found = seqsOf(inputs(), view);
      orders.set(state.changes, found);
      const counts = { rows: state.changes, of: state.changes, count: found.length };
      return ok({ ...counts, epoch: state.changes, anchor: null });
    });
    answer('rows.window', ({ view, rows }: { view: View; rows: number }) => {
      const order = isEveryRow(view) ? [0, 1, 2] : (orders.get(rows) ?? []);
      const found = order.map((n) => inputs()[n]);
      return ok({ offset: 0, total: found.length, numbers: order, rows: found });
    });
    const goOn = async (statuses: string[], more: Partial<Run> = {}): Promise<void> => {
      Object.assign(state, { statuses, changes: state.changes + 1 });
      await act(async () => {
        const known = useApp.getState().runs[id]!;
        const next = { ...known, revision: known.revision + 1, list: list(), ...more };
        useApp.setState({ runs: { [id]: next } });
      });
      await pass();
    };
    await show('Inputs');
    // Those that were asked for before this main answered.
    await goOn(statusesAtFirst);
    return goOn;
  }
  const show = async (look: string): Promise<void> => {
    await click(only(`input[type="radio"][value="${look.toLowerCase()}"]`));
    await pass();
  };
  const shown = (field: string) =>
    Array.from({ length: rowCount() }, (_, row) => cell(row, field).textContent);

  test('are the table with other rows, and stay as chosen while others are looked at', async () => {
    await drawInputs();
    expect(results.headers()).toEqual([
      '_input',
      'status',
      'rows',
      'pages',
      'calls',
      'answered',
      'why',
    ]);
    expect(cell(1, 'status').dataset['change']).toBe('Failed');
    await clickName('status');
    await search('name');
    expect(shown('status')).toEqual(['Done', 'Failed', 'Waiting']);
    await clickName('status');
    expect(shown('_input')).toEqual(['name-2', 'name-1', 'name-0']);
    expect(bar()).toContain('3 inputs');
    // The rows themselves are in their own order.
    expect(viewNow()).toEqual(everyRow);
    await unmount();
    const [tab] = useApp.getState().snapshot?.workspace.tabs ?? [];
    expect(tab?.inputsView).toMatchObject({ search: 'name', sort: [by('status', 'descending')] });
  });

  test('show what became of each while the list goes on, in the order on screen', async () => {
    const goOn = await drawInputs({ state: working });
    await clickName('status');
    expect(shown('_input')).toEqual(['name-0', 'name-1', 'name-2']);
    await goOn(['No rows', 'Failed', 'Done']);
    expect(shown('status')).toEqual(['No rows', 'Failed', 'Done']);
    await goOn(['Refused', 'Failed', 'Done']);
    expect(shown('_input')).toEqual(['name-0', 'name-1', 'name-2']);
    await clickButton('2 changes');
    expect(shown('_input')).toEqual(['name-2', 'name-1', 'name-0']);
    await goOn(['Done', 'Failed', 'Waiting'], { state: { kind: 'noMore' } });
    expect(shown('_input')).toEqual(['name-0', 'name-1', 'name-2']);
  });

  test('say why they can’t be sorted, and try again', async () => {
    await drawInputs();
    const problem = makeProblem('Sorting and filtering stopped unexpectedly.');
    answer('view.open', () => ({ ok: false, error: problem }));
    await clickName('status');
    expect(document.body.textContent).toContain(problem.title);
    // The rows have none.
    await show('Table');
    expect(document.body.textContent).not.toContain(problem.title);
    await show('Inputs');
    answer('view.open', () => ok({ rows: 6, of: 6, count: 0, epoch: 6, anchor: null }));
    await clickButton('Try again');
    expect(document.body.textContent).not.toContain(problem.title);
  });

  test('are what “Save inputs…” saves; without any row they are all there is to see', async () => {
    const goOn = await drawInputs();
    await goOn(statusesAtFirst, { rowCount: 0, state: { kind: 'noMore' } });
    expect(shown('_input')).toEqual(['name-0', 'name-1', 'name-2']);
    answer('file.save', () => ok({ kind: 'cancelled' }));
    await clickButton('Save inputs…');
    const [tab] = useApp.getState().snapshot?.workspace.tabs ?? [];
    expect(inputsOf('file.save')).toMatchObject([{ file: { of: 'inputs', runId: tab?.runId } }]);
  });
});
