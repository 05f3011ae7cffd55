import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Row } from '#shared/contract/run.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { readRows, rowsAtHand, viewKey, type RowView } from '#renderer/state/rows.ts';
import { figuresOf } from '../values/figures.ts';
import { useRows } from '../rows-scope.ts';
import { useSelection } from '../view-state.ts';
import {
  amountWords,
  mostCopiedRows,
  type CopyTarget,
  copyTarget,
  useShownColumns,
} from './copy-rows.ts';
import { rowsIn } from '../grid-selection.ts';

/** Shows how much is selected and the figures of its numbers; empty for a single cell. */
export function SelectedCells() {
  const { view, total } = useRows().rows;
  const selection = useSelection(view);
  const columns = useShownColumns(view);
  const target = selection === null ? null : copyTarget(view, 'selection', columns, total);
  const rows = useSelectedRows(view, target);
  const isEmpty = target === null || rowsIn(target.spans) * target.columns.length < 2;
  return (
    <Group
      component="output"
      aria-label="Selected cells"
      data-selected
      gap="0 12px"
      ms="auto"
      c="var(--text-2)"
    >
      {!isEmpty && <SelectedWords target={target} rows={rows} />}
    </Group>
  );
}

function SelectedWords({ target, rows }: { target: CopyTarget; rows: readonly Row[] | null }) {
  const { spans, columns } = target;
  const of = rowsIn(spans);
  const amount = amountWords({ of, columns: columns.length, isWhole: target.isWhole });
  // With ten thousand rows it takes a while: not again with each report on the run.
  const [sameRows, sameColumns] = [useSame(rows), useSame(columns)];
  const found = useMemo(
    () => (sameRows === null || sameColumns === null ? null : figuresOf(sameRows, sameColumns)),
    [sameRows, sameColumns],
  );
  const few = of > mostCopiedRows ? `up to ${grouping(mostCopiedRows)} rows for their sum` : null;
  const advice = few ?? (found === 'several' ? 'one column for its sum' : null);
  if (advice !== null) {
    return (
      <span>
        {amount} · select {advice}
      </span>
    );
  }
  const figures = found === 'several' ? null : found;
  return (
    <>
      <span>
        {amount}
        {figures !== null &&
          (target.isWhole || figures.count < of * columns.length) &&
          `, ${countOf(figures.count, 'number')}`}
      </span>
      {figures !== null &&
        (['sum', 'mean', 'smallest', 'largest'] as const).map((name) => (
          <span key={name}>
            {names[name]}{' '}
            <Text component="strong" inherit fw={600} c="var(--text-1)">
              {figures[name]}
            </Text>
          </span>
        ))}
    </>
  );
}

/** Returns the list before while it has the same members. */
function useSame<T>(list: readonly T[] | null): readonly T[] | null {
  const [kept, setKept] = useState(list);
  const isSame =
    kept === list ||
    (kept?.length === list?.length && kept?.every((one, at) => one === list?.[at]) === true);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}

const names = { sum: 'Sum', mean: 'Mean', smallest: 'Smallest', largest: 'Largest' };

/** Delay before rows are read, in ms, so that not every step of a drag reads rows. */
const pauseMs = 150;

/** Returns null until the rows have been read, and if there are too many. */
function useSelectedRows(view: RowView, target: CopyTarget | null): readonly Row[] | null {
  const isSmall = target !== null && rowsIn(target.spans) <= mostCopiedRows;
  const atHand = isSmall ? rowsAtHand(view, target.spans) : null;
  const key = isSmall && atHand === null ? JSON.stringify([viewKey(view), target.spans]) : null;
  const [settled] = useDebouncedValue(key, pauseMs);
  const isSettled = key !== null && settled === key;
  const read = useAsked({
    key: [view.runId, 'cells'],
    version: key,
    ask: isSettled
      ? async () => ({
          ok: true,
          value: await readRows(view, target?.spans ?? [], () => undefined),
        })
      : null,
  });
  return atHand ?? (read.isPending || !isSettled ? null : read.value);
}
