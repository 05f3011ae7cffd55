/** Where a row stands among those shown, found by its own number. */
import type { Result } from '#shared/contract/result.ts';
import { maxWindowRows } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { readWindow, type RowView } from './rows.ts';

/** Place in the view (from 0) of the row with a number in the run (from 0); null: not in it. */
export async function placeOfRow(of: RowView, number: number): Promise<Result<number | null>> {
  const { runId, view } = of;
  if (isEveryRow(view)) return { ok: true, value: number };
  const opened = await host.call('view.open', { runId, view, anchor: number });
  if (!opened.ok) return opened;
  const { anchor, rows } = opened.value;
  if (anchor === null) return { ok: true, value: null };
  // A sorted view stays as it is while its run grows: each row since then may stand before this one.
  const since = view.sort.length === 0 || of.rows === null ? 0 : Math.max(0, rows - of.rows);
  if (since === 0) return { ok: true, value: anchor };
  for (let from = Math.max(0, anchor - since); from <= anchor; from += maxWindowRows) {
    // oxlint-disable-next-line no-await-in-loop -- the next window is seldom needed
    const window = await readWindow(of, from, Math.min(maxWindowRows, anchor - from + 1));
    if (!window.ok) return window;
    const at = window.value.numbers?.indexOf(number) ?? -1;
    if (at !== -1) return { ok: true, value: from + at };
  }
  return { ok: true, value: null };
}
