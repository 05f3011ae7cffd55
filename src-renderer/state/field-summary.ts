/** A summary of the values of one field in a view of a run. Computed by main, never cached. */
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';
import { useAnswer, type Answer } from './answer.ts';

export interface FieldSummary {
  /** Number of rows in the view. */
  count: number;
  column: ColumnSummary;
}

/**
 * Requests the summary again when the view changes, and not when the run grows: it is what a person is
 * choosing from. The latest one of the same field remains until then.
 */
export function useFieldSummary(runId: string, view: View, field: string): Answer<FieldSummary> {
  const question = { runId, view, fields: [field] };
  const { value, ...answer } = useAnswer(question, (asked) => host.call('view.summary', asked));
  const column = value?.columns.find((one) => one.field === field);
  return { ...answer, value: value && column ? { count: value.count, column } : null };
}
