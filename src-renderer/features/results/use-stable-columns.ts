import { useState } from 'react';
import type { Column, Run } from '#shared/contract/run.ts';
import { arrangeColumns } from './grid/columns.ts';

type Arranged = Pick<Run, 'id' | 'columns'>;

/**
 * The run's columns in reading order, and the same array while the grid looks the same: every
 * report on a run brings new objects. What stands in the grid stays where it is as long as one
 * looks on. A column that a later page brings comes last, and one whose values turn out to be of
 * several types keeps its look; opening the run another time arranges them anew.
 */
export function useStableColumns(run: Run): readonly Column[] {
  const [kept, setKept] = useState<Arranged>(() => arranged(run));
  const now = kept.id === run.id ? grown(kept, run) : arranged(run);
  if (now !== kept) setKept(now);
  return now.columns;
}

const arranged = ({ id, columns, resource, query }: Run): Arranged => ({
  id,
  columns: arrangeColumns(columns, resource, query.fields),
});

function grown(kept: Arranged, run: Run): Arranged {
  const known = new Set(kept.columns.map(({ field }) => field));
  const news = run.columns.filter(({ field }) => !known.has(field));
  if (news.length === 0) return kept;
  const { columns } = arranged({ ...run, columns: news });
  return { id: run.id, columns: [...kept.columns, ...columns] };
}
