/** The rows of the list: runs under the days they were asked on. */
import type { RunSummary } from '#shared/contract/history.ts';
import { dayInWords } from '../../components/words.ts';

export type ListRow =
  | { kind: 'day'; key: string; words: string }
  | { kind: 'run'; key: string; run: RunSummary };

/** Heights in px, as in the style sheet. */
export const rowHeight = { head: 36, day: 32, run: 36 } as const;

/** Latest first, as the list comes. */
export function listRows(runs: readonly RunSummary[], now: Date): readonly ListRow[] {
  const rows: ListRow[] = [];
  let day = '';
  for (const run of runs) {
    const words = dayWords(new Date(run.createdAt), now);
    if (words !== day) rows.push({ kind: 'day', key: `day ${run.id}`, words });
    day = words;
    rows.push({ kind: 'run', key: run.id, run });
  }
  return rows;
}

/** "Today", "Yesterday", "Wednesday 18 November". */
export function dayWords(at: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return dayInWords(at, now, true);
}

/** Days have 23 or 25 hours when clocks change; rounding takes care of it. */
const midnight = (at: Date): number =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
