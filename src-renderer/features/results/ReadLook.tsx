/**
 * Reading: one item at a time as a card, its codes beside it, with keys alone. Keys are worked off one after the
 * other, each on the item that is there when its turn comes: however fast they are pressed, no item gets two.
 */
import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight, SkipForward, Tag } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { OwnColumn, ValueChange } from '#shared/contract/codes.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Row } from '#shared/contract/run.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { grouping } from '#renderer/components/words.ts';
import { findRowFrom, ownColumnsOf, useCodedCount, useRowAt } from '#renderer/state/codes.ts';
import { readRows } from '#renderer/state/rows.ts';
import { ItemCard } from './record/RecordFields.tsx';
import { useRows } from './rows-scope.ts';
import { announce, pickedNow, readRow, useReadRow } from './view-state.ts';
import { EmptyArea } from './RowsArea.tsx';
import classes from './codes/codes.module.css';
import {
  addColumnLabel,
  askForColumn,
  choicesOf,
  CodedBy,
  giveValue,
  OwnValues,
} from './codes/own-columns.tsx';

/** Columns that must have a value before an item is done; if there are only notes, the notes. */
function neededOf(own: readonly OwnColumn[]): OwnColumn[] {
  const others = own.filter(({ kind }) => kind !== 'note');
  return others.length === 0 ? [...own] : others;
}

const isDone = (row: Row, needed: readonly OwnColumn[]): boolean =>
  needed.every(({ field }) => row[field] !== undefined && row[field] !== null);

export function ReadLook() {
  const { run, columns, view: chosen, rows } = useRows();
  const { view, total } = rows;
  const own = ownColumnsOf(columns);
  const needed = neededOf(own);
  const at = Math.min(useReadRow(view), Math.max(0, total - 1));
  const shown = useRowAt(run, view, at);
  const coded = useCodedCount(
    run,
    chosen,
    needed.map(({ field }) => field),
  );
  const [problem, setProblem] = useState<Problem | null>(null);
  const area = useRef<HTMLElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const inTurn = (act: () => Promise<void>): void => {
    turn.current = turn.current.then(act).catch(() => undefined);
  };
  /** The row when its turn comes. */
  const now = (): number => Math.min(pickedNow(view).read, Math.max(0, total - 1));
  const go = (to: number): void => {
    if (to < 0 || to >= total) return;
    readRow(view, to);
    card.current?.scrollTo(0, 0);
  };
  const goOn = async (from: number): Promise<void> => {
    const found = await findRowFrom(view, from, total, (one) => !isDone(one, needed));
    if (found === null) announce('All of these items are coded');
    else go(found);
  };
  const choose = (column: OwnColumn, pick: (row: Row) => ValueChange | undefined): void =>
    inTurn(async () => {
      const spans = [{ first: now(), last: now() }];
      const read = (): Promise<Row[] | null> => readRows(view, spans, () => undefined);
      const [before] = (await read()) ?? [];
      const change = before && pick(before);
      if (change === undefined) return;
      const failed = await giveValue({ view, spans }, column.field, change);
      setProblem(failed);
      if (failed !== null) return;
      const [after] = (await read()) ?? [];
      const isOver = column.kind !== 'codes' && change.kind === 'set' && change.value !== null;
      if (isOver && after !== undefined && isDone(after, needed)) await goOn(now() + 1);
    });

  /** In the order of the columns: those that number keys choose. */
  const choices = own.flatMap((column) =>
    choicesOf(column, undefined).map(({ label }) => ({ column, label })),
  );
  const keyOf = (field: string, label: string): string | undefined => {
    const found = choices.findIndex((one) => one.column.field === field && one.label === label);
    return found === -1 || found > 8 ? undefined : String(found + 1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target } = event;
    const isWriting = target instanceof HTMLElement && target.matches('input, textarea');
    if (isWriting) {
      // Back to the keys; leaving the field saves it.
      if (key !== 'Escape') return;
      event.preventDefault();
      area.current?.focus();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = /^[1-9]$/.test(key) ? choices[Number(key) - 1] : undefined;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => inTurn(async () => go(now() - 1)),
      ArrowRight: () => inTurn(async () => go(now() + 1)),
      Enter: () => inTurn(() => goOn(now() + 1)),
      n: () => area.current?.querySelector<HTMLElement>('[data-own-text="note"]')?.focus(),
    };
    const isButton = target instanceof HTMLElement && target.closest('button') !== null;
    const act =
      choice === undefined
        ? acts[key.length === 1 ? key.toLowerCase() : key]
        : () =>
            choose(choice.column, (before) => {
              const all = choicesOf(choice.column, before[choice.column.field]);
              return all.find(({ label }) => label === choice.label)?.change;
            });
    if (act === undefined || (isButton && key === 'Enter')) return;
    event.preventDefault();
    act();
  };
  const begin = useEffectEvent(() => {
    area.current?.focus({ preventScroll: true });
    if (needed.length > 0) inTurn(() => goOn(now()));
  });
  const isEmpty = own.length === 0;
  // The first column is added from here, by a button that is gone then.
  useEffect(() => {
    if (!isEmpty) begin();
  }, [isEmpty]);

  if (isEmpty) {
    return (
      <EmptyArea
        title="Nothing to code yet"
        advice="Add a column with your codes. Then each item is shown here in full, and its codes are one key away."
      >
        <SmallButton mt={12} icon={Tag} onClick={() => askForColumn(run.resource, null)}>
          {addColumnLabel}
        </SmallButton>
      </EmptyArea>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside
    <section
      ref={area}
      className={classes.reading}
      aria-label="Reading"
      data-codes
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys are pressed here
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Stack ref={card} gap={12} px="var(--edge)" py={16} data-scrolls data-breaks>
        {shown !== null && <ItemCard row={shown.row} />}
      </Stack>
      <Stack gap={0} mih={0} className={classes.panel}>
        <Group gap={4} px={16} py={8} wrap="nowrap">
          <Box flex={1} fz={12}>
            <div aria-live="polite">
              {coded === null ? ' ' : `${grouping(coded)} of ${grouping(total)} coded`}
            </div>
            <CodedBy />
          </Box>
          <Text size="xs" c="dimmed" mr={4}>
            {`Row ${grouping(at + 1)}`}
          </Text>
          <TurnButton
            label="Previous item"
            icon={ChevronLeft}
            keys="←"
            disabled={at === 0}
            onClick={() => go(at - 1)}
          />
          <TurnButton
            label="Next item"
            icon={ChevronRight}
            keys="→"
            disabled={at + 1 >= total}
            onClick={() => go(at + 1)}
          />
          <TurnButton
            label="Next item that isn’t coded"
            icon={SkipForward}
            keys="Enter"
            onClick={() => inTurn(() => goOn(now() + 1))}
          />
        </Group>
        <Box data-scrolls p="14px 16px">
          {problem !== null && <ProblemText problem={problem} />}
          {shown?.at === at && (
            <OwnValues
              row={shown.row}
              at={{ view, spans: [{ first: at, last: at }] }}
              keyOf={keyOf}
              onChoose={(column, change) => choose(column, () => change)}
            />
          )}
        </Box>
        <Text size="xs" c="dimmed" data-line="top" px={16} py={8}>
          1–9 choose a code · N writes a note · ← → move · Enter finds what isn’t coded · Ctrl+Z
          undoes
        </Text>
      </Stack>
    </section>
  );
}

interface TurnButtonProps {
  label: string;
  icon: LucideIcon;
  keys: string;
  disabled?: boolean;
  onClick: () => void;
}

const TurnButton = ({ label, icon: Icon, keys, ...button }: TurnButtonProps) => (
  <ActionIcon aria-label={label} title={`${label} (${keys})`} {...button}>
    <Icon size={15} />
  </ActionIcon>
);
