import { Button, Group, Text } from '@mantine/core';
import {
  ArrowDown,
  ArrowLeftToLine,
  ArrowUp,
  ChartColumn,
  EyeOff,
  PinOff,
  type LucideIcon,
} from 'lucide-react';
import type { SyntheticEvent } from 'react';
import type { Column, Run } from '#shared/contract/run.ts';
import type { ColumnLayout, Tab } from '#shared/contract/snapshot.ts';
import type { ColumnSummary } from '#shared/contract/summary.ts';
import type { Filter, Sort } from '#shared/contract/view.ts';
import { changeColumnLayout, columnLayout, updateTab } from '#renderer/state/workspace.ts';
import { chartFields, wantChart } from '../charts/chart-choice.ts';
import { keepRows } from '../charts/keep-rows.ts';
import { fieldsAtLeft, fieldsNotEmpty, withHidden, withPinned } from '../columns/layout.ts';
import { arrangeColumns } from '../grid/columns.ts';
import { changeRunView } from '../view-state.ts';
import { ColumnBody, Filled, spreadOf, ColumnHead } from './ColumnBody.tsx';
import classes from './Summary.module.css';
import { hasCommonValues } from './column-facts.ts';

interface ColumnCardProps {
  run: Run;
  tab: Tab;
  column: Column;
  summary: ColumnSummary;
  /** Rows of the view. */
  count: number;
  onClose: () => void;
}

interface CardAction {
  label: string;
  icon: LucideIcon;
  act: () => void;
}

/** Details of one column, opened from its header. */
export function ColumnCard({ run, tab, column, summary, count, onClose }: ColumnCardProps) {
  const keep = (filter: Filter): void => {
    keepRows(tab, run.id, filter);
    onClose();
  };
  const kind = chartOf(column);
  const makeChart = (): void => {
    if (kind === null) return;
    wantChart(run.id, kind, column.field);
    changeRunView(run.id, { mode: 'charts' });
  };
  const arrange = (change: (layout: ColumnLayout) => ColumnLayout): void => {
    onClose();
    changeColumnLayout(run.resource, change);
    // The header that opened the card may have moved or be gone.
    document.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };
  const sort = (direction: Sort['direction']): void => {
    onClose();
    updateTab(tab.id, { view: { ...tab.view, sort: [{ field: column.field, direction }] } });
  };
  const columns = arrangeColumns(run.columns, run.resource, run.query.fields);
  const fields = fieldsNotEmpty(columnLayout(run.resource), columns);
  const isPinned = fieldsAtLeft(columnLayout(run.resource), fields).includes(column.field);
  const actions: CardAction[] = [
    { label: 'Sort ascending', icon: ArrowUp, act: () => sort('ascending') },
    { label: 'Sort descending', icon: ArrowDown, act: () => sort('descending') },
    {
      label: isPinned ? 'Unpin' : 'Pin at the left',
      icon: isPinned ? PinOff : ArrowLeftToLine,
      act: () => arrange((layout) => withPinned(layout, fields, column.field, !isPinned)),
    },
    {
      label: 'Hide',
      icon: EyeOff,
      act: () => arrange((layout) => withHidden(layout, [column.field], true)),
    },
    ...(kind === null ? [] : [{ label: 'Make a chart', icon: ChartColumn, act: makeChart }]),
  ];
  const hint = hintOf(column, summary);
  return (
    // In React's tree the card is inside the grid's header, whose keys and clicks do other things.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={stop} onClick={stop} onPointerDown={stop}>
      <ColumnHead column={column} />
      <Filled summary={summary} count={count} />
      <ColumnBody {...{ run, view: tab.view, column, summary }} onKeep={keep} isWanted />
      {hint !== null && (
        <Text size="xs" c="dimmed" mt={8}>
          {hint}
        </Text>
      )}
      <Group gap={8} className={classes.buttons}>
        {actions.map(({ label, icon: Icon, act }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            leftSection={<Icon aria-hidden />}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** Returns what a click in the card does; null if there is nothing to click. */
function hintOf(column: Column, summary: ColumnSummary): string | null {
  if (spreadOf(column, summary) !== null) {
    return 'Choose a bar, or drag over several, to keep their rows.';
  }
  return column.type !== 'list' && hasCommonValues(summary)
    ? 'Click a value to keep its rows.'
    : null;
}

/** Returns the kind of chart that shows a column best; null if there is none. */
function chartOf(column: Column): 'time' | 'numbers' | 'values' | null {
  const { dates, numbers, values } = chartFields([column]);
  if (dates.length > 0) return 'time';
  if (numbers.length > 0) return 'numbers';
  return values.length > 0 ? 'values' : null;
}
