/** Which rows and columns are saved. */
import { Checkbox, Group, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Origin } from '#shared/contract/export/export.ts';
import { isEveryRow, type Duplicates } from '#shared/contract/view.ts';
import { DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { toggled } from '#renderer/components/entries.tsx';
import { runName, useNameSource } from '#renderer/components/names.ts';
import { Fold } from '#renderer/components/texts.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useRunsNow } from '#renderer/state/history.ts';
import { areAlike } from '#renderer/features/history/run-actions.tsx';
import { useRows } from '../rows-scope.ts';
import { hiddenWords, isNetwork, type SaveChoices } from './choices.ts';

interface SavedContentsProps {
  shownFields: readonly string[];
  /** The field that identifies items; null if duplicates can't be found. */
  identity: string | null;
  choices: SaveChoices;
  onChange: (change: Partial<SaveChoices>) => void;
}

export function SavedContents(props: SavedContentsProps) {
  const { shownFields, identity, choices, onChange } = props;
  const { run, view, duplicates, onScreen } = useRows();
  const { shown, isSettled, waiting } = onScreen;
  // Rows that a sorted table doesn't show yet are saved too.
  const isKnown = shown !== null && isSettled && waiting === 0;
  const { count = 0, context = 0 } = shown?.opened ?? {};
  const seen = isKnown ? ` (${grouping(count - context)})` : '';
  // If none is shown, there is nothing to compare with.
  const hidden =
    shownFields.length === 0
      ? null
      : hiddenWords(choices.columns, run.columns.length - shownFields.length);
  const isList = duplicates !== null && duplicates.acrossInputs !== null;
  const mostDuplicates = duplicates?.acrossInputs ?? duplicates?.count ?? 0;
  const canLeaveOut =
    identity !== null &&
    (mostDuplicates > 0 || choices.withoutDuplicates || choices.otherRuns.length > 0);
  return (
    <Stack component="section" gap={8} aria-label="What is saved">
      <Line name="Rows">
        {isEveryRow({ ...view, hideDuplicatesBy: null }) ? (
          <span>All {countOf(run.rowCount, 'row')}, in the order they arrived</span>
        ) : (
          <SegmentedControl
            aria-label="Rows"
            data={[
              { value: 'seen', label: `As shown${seen}` },
              { value: 'all', label: `All (${grouping(run.rowCount)})` },
            ]}
            value={choices.rows}
            onChange={(rows) => onChange({ rows })}
          />
        )}
      </Line>
      {!isNetwork(choices) && (
        <Line name="Columns">
          <SegmentedControl
            aria-label="Columns"
            data={[
              { value: 'all', label: `All (${grouping(run.columns.length)})` },
              {
                value: 'shown',
                label: `As shown, in their order (${grouping(shownFields.length)})`,
                disabled: shownFields.length === 0,
              },
            ]}
            value={choices.columns}
            onChange={(columns) => onChange({ columns })}
          />
        </Line>
      )}
      {hidden !== null && choices.preset.holds === 'rows' && <DialogNote>{hidden}</DialogNote>}
      {canLeaveOut && (
        <Line name="Duplicates">
          <Checkbox
            label={duplicatesLabel(duplicates, choices.acrossInputs)}
            checked={choices.withoutDuplicates}
            onChange={(event) => onChange({ withoutDuplicates: event.currentTarget.checked })}
          />
          {isList && choices.withoutDuplicates && (
            <SegmentedControl
              aria-label="Duplicates are counted"
              data={[
                { value: 'within', label: 'Within an input' },
                { value: 'across', label: 'Across inputs' },
              ]}
              value={choices.acrossInputs ? 'across' : 'within'}
              onChange={(value) => onChange({ acrossInputs: value === 'across' })}
            />
          )}
        </Line>
      )}
      {choices.preset.holds === 'rows' && <Origins {...{ choices, onChange }} />}
      {run.heldBack > 0 && (
        <DialogNote>
          {countOf(run.heldBack, 'row')} beyond the row limit {run.heldBack === 1 ? 'is' : 'are'}{' '}
          left out.
        </DialogNote>
      )}
    </Stack>
  );
}

/** Columns that the program can add, in their order. */
const origins = [
  { value: 'inputRow', label: 'Input row', hint: 'The line of your list that a row came from' },
  { value: 'collectedAt', label: 'Time collected', hint: 'When the service answered, in UTC' },
] as const;

/** Columns on the origin of each row. */
function Origins({ choices, onChange }: Pick<SavedContentsProps, 'choices' | 'onChange'>) {
  const { run } = useRows();
  const choose = (value: Origin, isChosen: boolean): void =>
    onChange({
      origin: origins
        .map((one) => one.value)
        .filter((one) => (one === value ? isChosen : choices.origin.includes(one))),
    });
  return (
    <Line name="Also">
      <Group gap={16}>
        {origins
          .filter(({ value }) => value !== 'inputRow' || run.list !== null)
          .map(({ value, label, hint }) => (
            <Tooltip key={value} label={hint}>
              <Checkbox
                label={label}
                checked={choices.origin.includes(value)}
                onChange={(event) => choose(value, event.currentTarget.checked)}
              />
            </Tooltip>
          ))}
      </Group>
    </Line>
  );
}

function duplicatesLabel(duplicates: Duplicates | null, acrossInputs: boolean): string {
  const count = acrossInputs ? duplicates?.acrossInputs : duplicates?.count;
  return count ? `Leave out ${countOf(count, 'duplicate row')}` : 'Leave out duplicate rows';
}

/** A choice with its label in front. */
export const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap={8} wrap="nowrap" mih={28}>
    <Text span fw={500} w={76} flex="none">
      {name}
    </Text>
    {children}
  </Group>
);

interface PartProps {
  title: string;
  /** The current choice, so that it is known without opening the part. */
  summary: string;
  children: ReactNode;
}

/** A part of the dialog that most people don't change. */
export function Part({ title, summary, children }: PartProps) {
  const line = (
    <>
      <Text span inherit fw={600}>
        {title}
      </Text>
      <Text span size="xs" ms={2} c="var(--text-2)">
        {summary}
      </Text>
    </>
  );
  return (
    <section data-line="top" aria-label={title}>
      <Fold line={line} pt={8} fz={13}>
        <Stack ref={showWhole} gap={10} pt={10} pb={4} pl={22}>
          {children}
        </Stack>
      </Fold>
    </section>
  );
}

/** Otherwise a part that unfolds below the edge would seem not to open. */
const showWhole = (body: HTMLElement | null): void =>
  body?.closest('section')?.scrollIntoView({ block: 'start' });

/** The contract allows a hundred runs, including this one. */
const mostOthers = 99;

interface OtherRunsProps {
  chosen: readonly string[];
  onChange: (runIds: readonly string[]) => void;
}

/** Empty if there is no other run. */
export function OtherRuns({ chosen, onChange }: OtherRunsProps) {
  const others = useOtherRuns();
  const known = useNameSource();
  if (others.length === 0) return null;
  const offered = others.slice(0, mostOthers).map(({ id }) => id);
  const areAll = offered.every((id) => chosen.includes(id));
  return (
    <Part
      title="Other runs"
      summary={
        chosen.length === 0 ? 'only this one' : `with ${countOf(chosen.length, 'other run')}`
      }
    >
      <DialogNote>
        They follow one another; a “run” column says which run each row is from.
      </DialogNote>
      <Stack gap={8}>
        {others.length > 1 && (
          <Checkbox
            label={
              others.length > mostOthers
                ? `The latest ${mostOthers} of these`
                : `All ${others.length} of these`
            }
            fw={500}
            checked={areAll}
            indeterminate={!areAll && chosen.length > 0}
            onChange={() => onChange(areAll ? [] : offered)}
          />
        )}
        {others.map(({ id, rows, createdAt, ...other }) => (
          <Checkbox
            key={id}
            label={<bdi>{runName(known, other)}</bdi>}
            description={`${countOf(rows, 'row')} · ${new Date(createdAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= mostOthers}
            onChange={() => onChange(toggled(chosen, id))}
          />
        ))}
      </Stack>
    </Part>
  );
}

/** Derived runs have the rows of other runs, in their own columns. */
function useOtherRuns(): readonly RunSummary[] {
  const { run } = useRows();
  const runs = useRunsNow();
  const known = useNameSource();
  return useMemo(
    () =>
      (run.derived === null ? (runs ?? []) : []).filter(
        (one) => one.derived === null && areAlike(known, run, one),
      ),
    [runs, known, run],
  );
}
