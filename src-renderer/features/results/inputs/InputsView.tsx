// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
/**
 * The inputs of a run's list: each with its status, its counts and why it is not done. Loads only the
 * inputs that are visible.
 */
import { Box, Button, Flex, Group, Text, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  inputStatusWords,
  type Input,
  type InputsView as View,
  type InputStatus,
  type RunList,
} from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { SearchBox } from '#renderer/components/SearchBox.tsx';
import { grouping } from '#renderer/components/words.ts';
import { saveFile } from '#renderer/state/exports.ts';
import { type Pieces, piecesOf, useInputs } from '#renderer/state/lists.ts';
import classes from './Inputs.module.css';

const rowHeight = 32;
const rowsAround = 12;

const columns: readonly { order: View['order'] | null; label: string; isNumber: boolean }[] = [
  { order: 'text', label: 'Input', isNumber: false },
  { order: 'status', label: 'Status', isNumber: false },
  { order: 'rows', label: 'Rows', isNumber: true },
  { order: 'pages', label: 'Pages', isNumber: true },
  { order: 'calls', label: 'Calls', isNumber: true },
  { order: null, label: 'Why', isNumber: false },
];

const asAsked: View = { statuses: null, search: '', order: 'number', descending: false };

export function InputsView({ run, list }: { run: Run; list: RunList }) {
  const [view, setView] = useState<View>(asAsked);
  const saving = useAction();
  const [seen, setSeen] = useState<Pieces>({ first: 0, last: 0 });
  const { total, at } = useInputs(run, list, view, seen);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- this component is not compiled
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAround,
    onChange: ({ range }) => {
      if (range !== null) setSeen((before) => piecesOf(range.startIndex, range.endIndex, before));
    },
  });
  const items = rows.getVirtualItems();
  return (
    <Flex component="section" direction="column" flex={1} mih={0} aria-label="Inputs of the list">
      <Group className={classes.bar} gap={8} wrap="nowrap" flex="none" px="var(--edge)" py={6}>
        <SearchBox
          label="Find an input"
          size="xs"
          w={200}
          search={view.search}
          onSearch={(search) => setView({ ...view, search })}
          clearLabel="Clear the search"
        />
        <StatusFilter
          list={list}
          chosen={view.statuses}
          onChoose={(statuses) => setView({ ...view, statuses })}
        />
        <SmallButton
          ms="auto"
          flex="none"
          leftSection={<Download />}
          disabled={saving.busy}
          onClick={() => saving.run(() => saveAndReport(saveFile({ of: 'inputs', runId: run.id })))}
        >
          Save inputs…
        </SmallButton>
      </Group>
      {saving.problem !== null && <ProblemText problem={saving.problem} />}
      <div
        ref={scroller}
        role="table"
        aria-label="Inputs"
        aria-rowcount={total + 1}
        className={classes.table}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          {columns.map(({ order, label, isNumber }) => (
            <Heading key={label} {...{ order, label, isNumber, view }} onView={setView} />
          ))}
        </div>
        <Box role="rowgroup" pos="relative" h={rows.getTotalSize()}>
          {items.map(({ index, start }) => (
            <InputRow key={index} index={index} top={start} input={at(index)} />
          ))}
        </Box>
        {total === 0 && (
          <Text p={20} c="dimmed">
            No inputs match.
          </Text>
        )}
      </div>
    </Flex>
  );
}

/** Filters by status: a button each, with its count. */
function StatusFilter({
  list,
  chosen,
  onChoose,
}: {
  list: RunList;
  chosen: View['statuses'];
  onChoose: (statuses: View['statuses']) => void;
}) {
  // A chosen one can be taken back, even when no input has it any more.
  const present = statuses(list).filter(
    (status) => list.statuses[status] > 0 || chosen?.includes(status) === true,
  );
  return (
    <Group gap={4} wrap="nowrap" className={classes.filter} role="group" aria-label="Status">
      {[null, ...present].map((status) => {
        const isChosen = status === null ? chosen === null : chosen?.includes(status) === true;
        return (
          <Button
            key={status}
            size="compact-xs"
            variant={isChosen ? 'light' : 'subtle'}
            color={isChosen || status === null ? undefined : 'gray'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen || status === null ? null : [status])}
          >
            {status === null
              ? `All ${grouping(list.count)}`
              : `${inputStatusWords[status]} ${grouping(list.statuses[status])}`}
          </Button>
        );
      })}
    </Group>
  );
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every status is a key
const statuses = (list: RunList): InputStatus[] => Object.keys(list.statuses) as InputStatus[];

function Heading({
  order,
  label,
  isNumber,
  view,
  onView,
}: (typeof columns)[number] & { view: View; onView: (view: View) => void }) {
  const isSorted = order !== null && view.order === order;
  // Numbers are sorted in descending order first.
  const next = (): View => {
    if (order === null) return view;
    if (!isSorted) return { ...view, order, descending: isNumber };
    return view.descending === isNumber
      ? { ...view, descending: !isNumber }
      : { ...view, ...natural };
  };
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      className={classes.cell}
      data-number={isNumber || undefined}
      aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : undefined}
    >
      {order === null ? (
        label
      ) : (
        <UnstyledButton
          display="inline-flex"
          fz="inherit"
          fw={600}
          style={{ gap: 4, alignItems: 'center' }}
          onClick={() => onView(next())}
        >
          {label}
          {isSorted && <Arrow size={12} />}
        </UnstyledButton>
      )}
    </span>
  );
}

const natural = { order: 'number', descending: false } as const;

function InputRow({ index, top, input }: { index: number; top: number; input: Input | null }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className={classes.cell}>
        <bdi>{input?.text}</bdi>
      </span>
      <span role="cell" className={classes.cell}>
        {input !== null && (
          <span className={classes.status} data-status={input.status}>
            {inputStatusWords[input.status]}
          </span>
        )}
      </span>
      {(['rows', 'pages', 'calls'] as const).map((name) => (
        <span key={name} role="cell" className={classes.cell} data-number>
          {input !== null && input.status !== 'waiting' && grouping(input[name])}
        </span>
      ))}
      <span role="cell" className={classes.cell} title={input?.why ?? undefined}>
        {input?.why}
      </span>
    </div>
  );
}
