/** Candidate runs: those with the same kind of items, those of the same question first. */
import { useMemo } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { incompleteList, isEnded } from '#shared/contract/run-states.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { queryChips } from '#shared/query/words.ts';
import { minuteText } from '#renderer/components/dates.ts';
import { endpointOf, runName, useNameSource, type NameSource } from '#renderer/components/names.ts';
import { clockTime, countOf, lowerFirst } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { isDerivable } from '../history/run-actions.tsx';
import { useRunsNow } from '#renderer/state/history.ts';

export interface Candidates {
  /** The run it was started from; null while History is being read, or if it was deleted. */
  run: RunSummary | null;
  isGone: boolean;
  same: readonly RunSummary[];
  /** Other questions with the same kind of items. */
  others: readonly RunSummary[];
}

/** Returns the runs that can be combined with one, latest first. */
export function useCandidates(runId: string): Candidates {
  const runs = useRunsNow();
  const known = useNameSource();
  return useMemo(() => {
    const run = runs?.find(({ id }) => id === runId) ?? null;
    if (runs === null || run === null) return { run, isGone: runs !== null, same: [], others: [] };
    const matching = runs.filter((other) => isCompatible(known, run, other));
    const isSame = (other: RunSummary): boolean => asksTheSame(known, run, other);
    return {
      run,
      isGone: false,
      same: matching.filter(isSame),
      others: matching.filter((other) => !isSame(other)),
    };
  }, [runs, known, runId]);
}

function isCompatible(known: NameSource, run: RunSummary, other: RunSummary): boolean {
  const resource = ({ query }: RunSummary): string | null | undefined =>
    endpointOf(known.catalogue, query)?.resource;
  return (
    other.id !== run.id &&
    isDerivable(other) &&
    other.profileId === run.profileId &&
    resource(other) === resource(run)
  );
}

/** Chosen fields are not part of the question. */
function asksTheSame({ catalogue }: NameSource, run: RunSummary, other: RunSummary): boolean {
  if (run.query === null || other.query === null) return false;
  const endpoint = endpointOf(catalogue, run.query);
  return (
    endpoint !== undefined &&
    (run.list?.keys.join() ?? '') === (other.list?.keys.join() ?? '') &&
    isSameQuestion(endpoint, { ...run.query, fields: [] }, { ...other.query, fields: [] })
  );
}

/**
 * Returns "from 2026-11-17 · 2026-11-25 10:20 · 49 rows · complete", starting with differences in the
 * question.
 */
export function useRunFacts(basis: RunSummary | null = null): (run: RunSummary) => string {
  const zone = useSnapshot(({ preferences }) => preferences.timeZone);
  const { catalogue } = useNameSource();
  const details = ({ query }: RunSummary): string[] => {
    const endpoint = endpointOf(catalogue, query);
    return query === null || endpoint === undefined
      ? []
      : queryChips(endpoint, query).map(([label, value]) => `${lowerFirst(label)} ${value}`);
  };
  const known = basis === null ? null : details(basis);
  return (run) =>
    [
      ...(known === null ? [] : details(run).filter((detail) => !known.includes(detail))),
      minuteText(new Date(run.createdAt), zone),
      countOf(run.rows, 'row'),
      ...(isEnded({ kind: run.state })
        ? [
            run.state === 'noMore' && incompleteList(run.state, run.list) === null
              ? 'complete'
              : 'incomplete',
          ]
        : []),
    ].join(' · ');
}

export const useRunName = (): ((run: RunSummary) => string) => {
  const known = useNameSource();
  return (run) => runName(known, run);
};

/** Returns the days of two collections, or the times if they are of one day: "15 and 22 Nov". */
export function twoTimes(one: string, other: string): string {
  const [a, b] = [one, other].toSorted().map((at) => new Date(at));
  if (a === undefined || b === undefined) return '';
  const isOneYear = a.getFullYear() === b.getFullYear();
  const day = (at: Date): string =>
    at.toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      ...(isOneYear ? {} : { year: 'numeric' }),
    });
  if (day(a) === day(b)) {
    const isOneMinute = clockTime(a) === clockTime(b);
    const clock = (at: Date): string =>
      isOneMinute ? at.toLocaleTimeString('en-GB') : clockTime(at);
    return `${day(a)} ${clock(a)} and ${clock(b)}`;
  }
  const isOneMonth = isOneYear && a.getMonth() === b.getMonth();
  return `${isOneMonth ? a.getDate() : day(a)} and ${day(b)}`;
}
