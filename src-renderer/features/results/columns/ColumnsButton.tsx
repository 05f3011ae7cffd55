/** *Columns*: which columns are shown, and in which order. */
import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { Columns3, GripVertical, Pin, Tag } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { quoted } from '#shared/characters.ts';
import { foldAccents } from '#shared/fold.ts';
import type { Column } from '#shared/contract/run.ts';
import type { ColumnLayout } from '#shared/contract/snapshot.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { CheckEntry, EntryList } from '#renderer/components/entries.tsx';
import { ListHead } from '#renderer/components/SearchBox.tsx';
import { PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { FieldName, TextLink } from '#renderer/components/texts.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  changeColumnLayout,
  resetColumnLayout,
  useColumnLayout,
} from '#renderer/state/workspace.ts';
import { addColumnLabel, askForColumn } from '../codes/own-columns.tsx';
import { useRows } from '../rows-scope.ts';
import { ToolButton } from '../toolbar/Toolbar.tsx';
import { useColumnDrag } from '../use-drag.ts';
import classes from './columns.module.css';
import {
  arrangeByLayout,
  fieldsTelling,
  layoutKey,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
} from './layout.ts';
import type { ArrangedColumn, Beside, ColumnEdges } from './layout.ts';

/** Returns the columns of the run in their default order, as arranged, and changing that. */
function useArranged() {
  const { columns, run } = useRows();
  const key = layoutKey(run);
  const arranged = arrangeByLayout(columns, useColumnLayout(key));
  const change = (next: (layout: ColumnLayout) => ColumnLayout): void =>
    changeColumnLayout(key, next);
  return { columns, arranged, key, change };
}

export function ColumnsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelPopover
      label="Columns"
      opened={isOpen}
      onChange={setOpen}
      width={340}
      // As high as the available space; the list in it scrolls.
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      panel={{ mih: 280 }}
      target={
        <ToolButton
          tool="columns"
          label="Columns"
          icon={Columns3}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      <ColumnsPanel onDone={() => setOpen(false)} />
    </PanelPopover>
  );
}

function ColumnsPanel({ onDone }: { onDone: () => void }) {
  const { columns, arranged, key, change } = useArranged();
  const { run, endpoint } = useRows();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = arranged.filter((column) => isFound(column, search));
  const shown = arranged.filter(({ isHidden }) => !isHidden).length;
  const hide = (isHidden: boolean): void => {
    // Own columns are coded in other tabs, too: only each by itself is hidden.
    const others = found.filter(({ own }) => own === undefined);
    const meant = isHidden && others.length > 0 ? others : found;
    const fields = meant.map(({ field }) => field);
    change((layout) => withHidden(layout, fields, isHidden));
  };
  return (
    <>
      <ListHead label="Find a column" search={search} onSearch={setSearch} list={list}>
        <QuietButton onClick={() => hide(false)}>All</QuietButton>
        <QuietButton onClick={() => hide(true)}>None</QuietButton>
      </ListHead>
      <ColumnList ref={list} columns={found} />
      {found.length === 0 && (
        <Text c="var(--text-2)" px={16} pt={4} pb={16}>
          No columns match {quoted(search.trim())}.
        </Text>
      )}
      {run.changes === undefined && (
        <QuietButton
          m="4px 8px"
          flex="none"
          justify="flex-start"
          icon={Tag}
          onClick={() => {
            onDone();
            askForColumn(run.resource, null);
          }}
        >
          {addColumnLabel}
        </QuietButton>
      )}
      <Text size="xs" c="var(--text-2)" p="8px 16px 0" data-line="top">
        {run.changes !== undefined
          ? 'The same for the inputs of every list'
          : endpoint === null
            ? 'The same for every table of this kind'
            : `The same in every ${quoted(endpoint.title)} tab`}
      </Text>
      <Group gap={8} p="4px 12px 8px 16px">
        <Text size="xs" flex={1} c="var(--text-2)" aria-live="polite">
          {shown} of {columns.length} shown
        </Text>
        <QuietButton onClick={() => resetColumns(key)}>Reset columns</QuietButton>
        <SmallButton onClick={onDone}>Done</SmallButton>
      </Group>
    </>
  );
}

/** Matches its label or the service's name for it. */
const isFound = ({ label, field }: Column, search: string): boolean =>
  foldAccents(`${label} ${field}`).includes(foldAccents(search.trim()));

/** The number of columns that are hidden because they say nothing, and a button that shows them. */
export function SilentColumns() {
  const { arranged, change } = useArranged();
  const silent = arranged.filter(({ hiddenAs }) => hiddenAs !== null);
  const same = silent.filter(({ hiddenAs }) => hiddenAs === 'same');
  if (silent.length === 0) return null;
  const [empty, alike] = [silent.length - same.length, same.length];
  const words =
    alike === 0
      ? `${countOf(empty, 'empty column')} hidden`
      : `${empty === 0 ? '' : `${grouping(empty)} empty and `}${grouping(alike)} unchanging ${silent.length === 1 ? 'column' : 'columns'} hidden`;
  return (
    <Text
      span
      fz={12}
      c="var(--text-2)"
      data-optional
      title={
        alike === 0
          ? undefined
          : `The same in all rows: ${same.map(({ label }) => label).join(', ')}`
      }
    >
      {words} ·{' '}
      <TextLink
        alone
        onClick={() => {
          // This text disappears with the last hidden column.
          document.querySelector<HTMLElement>('[role="grid"]')?.focus();
          change((layout) =>
            withHidden(
              layout,
              silent.map(({ field }) => field),
              false,
            ),
          );
        }}
      >
        Show
      </TextLink>
    </Text>
  );
}

/** Shown instead of a grid whose columns are all hidden. */
export function NoColumns() {
  const { columns, change } = useArranged();
  const fields = columns.map(({ field }) => field);
  return (
    <Stack
      gap={12}
      align="center"
      pos="absolute"
      inset={0}
      p="64px 20px 24px"
      bg="var(--surface)"
      c="var(--text-2)"
      style={{ zIndex: 1 }}
    >
      <p>Every column is hidden. Choose some under Columns, or show all of them.</p>
      <SmallButton onClick={() => change((layout) => withHidden(layout, fields, false))}>
        Show all columns
      </SmallButton>
    </Stack>
  );
}

/** Resets every column to its default; a message offers to undo that. */
export function resetColumns(layout: string): void {
  const before = resetColumnLayout(layout);
  showActions({
    text: 'Columns reset to default',
    actions: { Undo: () => changeColumnLayout(layout, () => before) },
  });
}

// The columns of a run in order. Arrow keys move the focus, Space shows or hides, Alt and an arrow key
// move the column; the mouse drags it.

interface ColumnListProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Those that match the search, as arranged. */
  columns: readonly ArrangedColumn[];
}

function ColumnList({ ref, columns }: ColumnListProps) {
  const { columns: all, change } = useArranged();
  const scroller = useRef<HTMLDivElement>(null);
  const move = (field: string, beside: Beside | null): void => {
    if (beside === null) return;
    const fields = all.map((column) => column.field);
    change((layout) => withMoved(layout, fields, field, beside));
  };
  const { drag, begin } = useColumnDrag({
    axis: 'y',
    scroller,
    edges: () => edgesIn(scroller.current, columns),
    covered: { start: 0, end: 0 },
    onDrop: move,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const field = fieldOf(event.target);
    if (!event.altKey || step === undefined || field === null) return;
    event.preventDefault();
    move(field, stepBeside(columns, field, step === 1 ? 1 : -1));
  };
  return (
    <Flex pos="relative" direction="column" flex="0 1 auto" mih={96}>
      <Box ref={scroller} pos="relative" p={4} style={{ overflowY: 'auto' }}>
        <EntryList
          ref={ref}
          ids={columns.map(({ field }) => field)}
          onKeyDown={onKeyDown}
          onPointerDown={begin}
        >
          <ul>
            {columns.map(({ field, label, isHidden, staysLeft }) => (
              <CheckEntry
                key={field}
                id={field}
                data-field={field}
                data-dragged={drag?.field === field || undefined}
                className={classes.entry}
                before={<GripVertical className={classes.grip} />}
                label={<FieldName label={label} field={field} />}
                checked={!isHidden}
                onToggle={() => change((layout) => withHidden(layout, [field], !isHidden))}
                box={{ 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' }}
                toggle={{
                  label: `Pin ${label}`,
                  title: staysLeft ? 'Unpin' : 'Pin at the left',
                  icon: <Pin />,
                  isOn: staysLeft,
                  act: () =>
                    change((layout) =>
                      withPinned(layout, fieldsTelling(layout, all), field, !staysLeft),
                    ),
                }}
              />
            ))}
          </ul>
        </EntryList>
      </Box>
      {drag !== null && drag.line !== null && (
        <div aria-hidden className={classes.line} style={{ top: drag.line }} />
      )}
    </Flex>
  );
}

function fieldOf(target: EventTarget): string | null {
  const entry = target instanceof Element ? target.closest('[data-field]') : null;
  return entry?.getAttribute('data-field') ?? null;
}

/** Returns the edges of the entries, in px from the top of the scroller. */
function edgesIn(
  scroller: HTMLElement | null,
  columns: readonly ArrangedColumn[],
): readonly ColumnEdges[] {
  const top = scroller?.getBoundingClientRect().top ?? 0;
  const entries = [...(scroller?.querySelectorAll('[data-field]') ?? [])];
  return columns.flatMap(({ field, isPinned }, index) => {
    const box = entries[index]?.getBoundingClientRect();
    return box === undefined
      ? []
      : { field, isPinned, start: box.top - top, end: box.bottom - top };
  });
}
