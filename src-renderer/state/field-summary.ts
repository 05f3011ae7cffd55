/** A summary of the values of one field in a view of a run. Computed by main, never cached. */
import { useEffect, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { View } from '#shared/contract/view.ts';
import { host } from '../host/index.ts';

export interface FieldSummary {
  /** Number of rows in the view. */
  count: number;
  column: ColumnSummary;
}

export interface AskedSummary {
  /** The latest one, even while another is being requested. */
  summary: FieldSummary | null;
  isPending: boolean;
  problem: Problem | null;
}

/** Requests the summary again when the view changes, or `rowCount` if given; `field` null: none. */
export function useFieldSummary(
  runId: string,
  view: View,
  field: string | null,
  rowCount: number | null = null,
): AskedSummary {
  const key = JSON.stringify([runId, field, view, rowCount]);
  const [answer, setAnswer] = useState<{
    key: string;
    field: string | null;
    summary: FieldSummary | null;
    problem: Problem | null;
  } | null>(null);
  useEffect(() => {
    if (field === null) return undefined;
    let isOutdated = false;
    const ask = async (): Promise<void> => {
      const result = await host.call('view.summary', { runId, view, fields: [field] });
      if (isOutdated) return;
      const column = result.ok ? result.value.columns[0] : undefined;
      setAnswer({
        key,
        field,
        summary: result.ok && column !== undefined ? { count: result.value.count, column } : null,
        problem: result.ok ? null : result.error,
      });
    };
    void ask();
    return () => {
      isOutdated = true;
    };
    // The key represents the whole view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  const last = answer?.field === field ? answer : null;
  return {
    summary: last?.summary ?? null,
    isPending: field !== null && answer?.key !== key,
    problem: last?.problem ?? null,
  };
}
