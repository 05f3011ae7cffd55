/**
 * The dialog for both ways of deriving a run: comparing it with another, or combining collections of
 * its question in one table. One dialog, wherever it was opened from; doesn't ask the service.
 */
import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { said } from '#shared/counts.ts';
import { mostCollections } from '#shared/contract/derived.ts';
import type { Comparable } from '#shared/contract/derived.ts';
import {
  DialogForm,
  DialogNews,
  DialogNote,
  DialogOf,
} from '#renderer/components/dialog/Dialog.tsx';
import {
  compareRuns,
  joinCollections,
  readComparable,
  stopDeriving,
} from '#renderer/state/derived.ts';
import { useNewDerivedRun } from '#renderer/components/hooks.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { clockTime, countOf, dayInWords, lowerFirst } from '#renderer/components/words.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { CheckEntry, EntryList, toggled } from '#renderer/components/entries.tsx';
import { Fold } from '#renderer/components/texts.tsx';
import { useOpen } from '#renderer/state/open.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { incompleteList, isEnded } from '#shared/contract/run-states.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { queryChips } from '#shared/query/words.ts';
import { minuteText } from '#renderer/components/dates.ts';
import { endpointOf, runName, useNameSource } from '#renderer/components/names.ts';
import type { NameSource } from '#renderer/components/names.ts';
import { useRunsNow } from '#renderer/state/history.ts';
import { areAlike } from '../history/run-actions.tsx';
import classes from './compare.module.css';

const titles = { compare: 'Compare', collections: 'Show as one table' };

export function DerivingDialog() {
  const deriving = useOpen((open) => open.deriving);
  return (
    <DialogOf of={deriving} onClose={stopDeriving} title={({ kind }) => titles[kind]} size={520}>
      {({ kind, runId, others }) =>
        kind === 'compare' ? (
          <CompareForm key={runId} runId={runId} other={others[0] ?? null} />
        ) : (
          <CollectionsForm key={runId} runId={runId} others={others} />
        )
      }
    </DialogOf>
  );
}

/** In place of a form whose run is still being read, or was deleted. */
function NoRun({ isGone }: { isGone: boolean }) {
  if (!isGone) return <div aria-busy />;
  return (
    <DialogNews>
      The run that this started from was deleted. Restore it in History, or choose another run
      there.
    </DialogNews>
  );
}

interface CollectionsFormProps {
  runId: string;
  /** Preselected collections; none: all of the same question. */
  others: readonly string[];
}

function CollectionsForm({ runId, others }: CollectionsFormProps) {
  const { run, isGone, same } = useCandidates(runId);
  const facts = useRunFacts();
  const name = useRunName();
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const { newId, make } = useNewDerivedRun();
  if (run === null) return <NoRun isGone={isGone} />;
  if (same.length === 0) {
    return (
      <DialogNews>
        This question has only been asked once. Run it again later, then show both as one table.
      </DialogNews>
    );
  }
  const runs = [run, ...same].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const defaultIds = others.length > 0 ? [runId, ...others] : runs.map(({ id }) => id);
  // A collection may have been deleted since the table was made.
  const chosen = (changed ?? defaultIds.slice(0, mostCollections)).filter((id) =>
    runs.some((one) => one.id === id),
  );
  return (
    <DialogForm
      submit={
        chosen.length < 2
          ? 'Show as one table'
          : `Show ${countOf(chosen.length, 'run')} as one table`
      }
      isDisabled={chosen.length < 2}
      act={() => {
        const title = `${name(run).slice(0, 150)} · ${countOf(chosen.length, 'run')}`;
        return make(() => joinCollections(newId, chosen, title));
      }}
    >
      <Checkbox.Group label="Runs" value={[...chosen]}>
        <Stack gap={8} className={classes.choice}>
          {runs.map((one) => (
            <Checkbox
              key={one.id}
              value={one.id}
              label={<bdi>{name(one)}</bdi>}
              description={facts(one)}
              disabled={!chosen.includes(one.id) && chosen.length >= mostCollections}
              onChange={() => setChanged(toggled(chosen, one.id))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <DialogNote>
        The rows follow one another, the earliest run first; a column says when each row was
        collected. This happens on this computer and makes no calls.
      </DialogNote>
    </DialogForm>
  );
}

interface CompareFormProps {
  runId: string;
  /** The other run if it is already known. */
  other: string | null;
}

function CompareForm({ runId, other }: CompareFormProps) {
  const { run, isGone, same, others } = useCandidates(runId);
  const [chosen, setChosen] = useState(other);
  const shown = chosen ?? same[0]?.id ?? null;
  if (run === null) return <NoRun isGone={isGone} />;
  if (same.length + others.length === 0) {
    return (
      <DialogNews>
        No other run has the same kind of items. Run the question again later, then compare the two
        runs.
      </DialogNews>
    );
  }
  return (
    <Comparing run={run} other={[...same, ...others].find(({ id }) => id === shown) ?? null}>
      <RunChoice {...{ run, same, others }} chosen={shown} onChoose={setChosen} />
    </Comparing>
  );
}

interface RunChoiceProps extends Pick<Candidates, 'same' | 'others'> {
  run: RunSummary;
  chosen: string | null;
  onChoose: (runId: string) => void;
}

function RunChoice({ run: basis, same, others, chosen, onChoose }: RunChoiceProps) {
  const facts = useRunFacts(basis);
  const name = useRunName();
  const radios = (runs: readonly RunSummary[]) =>
    runs.map((run) => (
      <Radio key={run.id} value={run.id} label={<bdi>{name(run)}</bdi>} description={facts(run)} />
    ));
  return (
    <Radio.Group label="Compare with" value={chosen} onChange={onChoose}>
      <Stack gap={8} className={classes.choice}>
        {radios(same)}
        {same.length > 0 && others.length > 0 && (
          <Text fz={12} c="var(--text-2)" mt={4}>
            Other questions
          </Text>
        )}
        {radios(others)}
      </Stack>
    </Radio.Group>
  );
}

interface ComparingProps {
  run: RunSummary;
  other: RunSummary | null;
  children: ReactNode;
}

/** What is known about the two runs, and the button that compares them. */
function Comparing({ run, other, children }: ComparingProps) {
  const facts = useRunFacts();
  const name = useRunName();
  const look = useAsked({
    key: [run.id, 'compare', other?.id],
    ask: other && (() => readComparable([run.id, other.id])),
  });
  const [changed, setChanged] = useState<{ of: string; fields: readonly string[] } | null>(null);
  const { newId, make } = useNewDerivedRun();
  const columns = look.value?.columns ?? [];
  const fields =
    changed !== null && changed.of === other?.id
      ? changed.fields
      : columns.filter(({ isChosen }) => isChosen).map(({ field }) => field);
  return (
    <DialogForm
      submit="Compare"
      isDisabled={fields.length === 0}
      act={() => {
        if (other === null) return undefined;
        const times = twoTimes(run.createdAt, other.createdAt);
        // The distinguishing part remains visible in its tab.
        const title = `${name(run).slice(0, 150)} · ${times}`;
        const asked = { runId: newId, runIds: [run.id, other.id] as const, fields, name: title };
        return make(() => compareRuns(asked));
      }}
    >
      <div>
        <Text fw={500}>
          <bdi>{name(run)}</bdi>
        </Text>
        <DialogNote>{facts(run)}</DialogNote>
      </div>
      {children}
      {look.problem !== null && <ProblemText problem={look.problem} />}
      {look.value?.notes.map((note) => (
        <DialogNote key={note}>{note}</DialogNote>
      ))}
      {columns.length > 0 && other !== null && (
        <ColumnChoice
          columns={columns}
          chosen={fields}
          onChange={(next) => setChanged({ of: other.id, fields: next })}
        />
      )}
      <DialogNote>
        Comparing happens on this computer and makes no calls. Both runs stay as they are.
      </DialogNote>
    </DialogForm>
  );
}

interface ColumnChoiceProps {
  columns: Comparable['columns'];
  chosen: readonly string[];
  onChange: (fields: readonly string[]) => void;
}

/** Which columns count as a change. Collapsed, because the default suits most people. */
function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const line = `Columns to compare: ${chosen.length} of ${countOf(columns.length, 'column')}`;
  return (
    <div>
      <Fold line={line} py={4} fz={12} fw={500} c="var(--text-2)">
        <EntryList ids={columns.map(({ field }) => field)} data-scrolls="within" mah={220} py={8}>
          <ul className={classes.columns}>
            {columns.map(({ field, label }) => (
              <CheckEntry
                key={field}
                id={field}
                label={label}
                checked={chosen.includes(field)}
                onToggle={() => onChange(toggled(chosen, field))}
              />
            ))}
          </ul>
        </EntryList>
        <DialogNote>
          Links and pictures are left out at first: their addresses often change by themselves.
        </DialogNote>
      </Fold>
    </div>
  );
}

// Candidate runs: those with the same kind of items, those of the same question first.

interface Candidates {
  /** The run it was started from; null while History is being read, or if it was deleted. */
  run: RunSummary | null;
  isGone: boolean;
  same: readonly RunSummary[];
  /** Other questions with the same kind of items. */
  others: readonly RunSummary[];
}

/** Returns the runs that can be combined with one, latest first. */
function useCandidates(runId: string): Candidates {
  const runs = useRunsNow();
  const known = useNameSource();
  return useMemo(() => {
    const run = runs?.find(({ id }) => id === runId) ?? null;
    if (runs === null || run === null) return { run, isGone: runs !== null, same: [], others: [] };
    const matching = runs.filter((other) => areAlike(known, run, other));
    const isSame = (other: RunSummary): boolean => asksTheSame(known, run, other);
    return {
      run,
      isGone: false,
      same: matching.filter(isSame),
      others: matching.filter((other) => !isSame(other)),
    };
  }, [runs, known, runId]);
}

/** Chosen fields are not part of the question. */
function asksTheSame({ catalogue }: NameSource, run: RunSummary, other: RunSummary): boolean {
  if (run.query === null || other.query === null) return false;
  const endpoint = endpointOf(catalogue, run.query);
  return (
    endpoint !== undefined &&
    (run.list?.keys.join() ?? '') === (other.list?.keys.join() ?? '') &&
    isSameQuestion(
      endpoint,
      { ...run.query, fields: [] },
      { ...other.query, fields: [] },
      new Date(),
    )
  );
}

/**
 * Returns "from 2026-11-17 · 2026-11-25 10:20 · 49 rows · complete", starting with differences in the
 * question.
 */
function useRunFacts(basis: RunSummary | null = null): (run: RunSummary) => string {
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
      minuteText(new Date(run.createdAt), 'local'),
      countOf(run.rows, 'row'),
      ...said(isEnded({ kind: run.state }) && (isWhole(run) ? 'complete' : 'incomplete')),
    ].join(' · ');
}

const isWhole = ({ state, list }: RunSummary): boolean =>
  state === 'noMore' && incompleteList(state, list) === null;

const useRunName = (): ((run: RunSummary) => string) => {
  const known = useNameSource();
  return (run) => runName(known, run);
};

/** Returns the days of two collections, or the times if they are of one day: "15 and 22 Nov". */
export function twoTimes(one: string, other: string): string {
  const [a, b] = [one, other].toSorted().map((at) => new Date(at));
  if (a === undefined || b === undefined) return '';
  const day = (at: Date): string => dayInWords(at, at === a ? b : a, { month: 'short' });
  if (day(a) === day(b)) {
    const isOneMinute = clockTime(a) === clockTime(b);
    const clock = (at: Date): string =>
      isOneMinute ? at.toLocaleTimeString('en-GB') : clockTime(at);
    return `${day(a)} ${clock(a)} and ${clock(b)}`;
  }
  const isOneMonth = a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth();
  return `${isOneMonth ? a.getDate() : day(a)} and ${day(b)}`;
}
