import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core';
import { ChevronDown, ChevronUp, X, type LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { earlierRowsField, inputField } from '#shared/contract/list.ts';
import type { Row } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { SidePane } from '#renderer/components/page/Page.tsx';
import { useRow, useRowNumber, useRowsAround } from '#renderer/state/rows.ts';
import { CopyRecord } from '../copy/CopyItems.tsx';
import { useEscape } from '../escape.ts';
import { useRows } from '../rows-scope.ts';
import { groupDigits } from '../values/cell-view.ts';
import { exactJson, jsonTokens } from '#renderer/components/json/exact-json.ts';
import { showRecordAs, useResultsView, type RecordForm } from '../view-state.ts';
import classes from './Record.module.css';
import { RecordFields } from './RecordFields.tsx';

interface RecordPaneProps {
  /** The element with the row's fields, so that others can focus it. */
  element: RefObject<HTMLElement | null>;
  /** Row of the view, from 0. */
  index: number;
  onTurn: (index: number) => void;
  /** `hadFocus`: the focused element is removed with the pane. */
  onClose: (hadFocus: boolean) => void;
}

const forms: { value: RecordForm; label: string }[] = [
  { value: 'fields', label: 'Fields' },
  { value: 'json', label: 'JSON' },
];

/** *Details*: one row in full, beside the grid, or over it in a narrow window. */
export function RecordPane({ element, index, onTurn, onClose }: RecordPaneProps) {
  const { rows, columns } = useRows();
  const { view, total } = rows;
  const row = useRow(view, index);
  const number = useRowNumber(view, index);
  const form = useResultsView(({ recordForm }) => recordForm);
  useRowsAround(view, index, index, total);
  const shownNumber = (isEveryRow(view.view) ? index : (number ?? index)) + 1;
  useLayoutEffect(() => {
    // Another row or form starts at its top.
    if (shownNumber >= 0 && form !== null) element.current?.scrollTo(0, 0);
  }, [element, shownNumber, form]);

  const pane = useRef<HTMLDivElement>(null);
  const close = (): void => onClose(pane.current?.contains(document.activeElement) === true);
  useEscape('details', close);
  const turns = [
    { label: 'Previous row', key: 'ArrowUp', icon: ChevronUp, to: index - 1 },
    { label: 'Next row', key: 'ArrowDown', icon: ChevronDown, to: index + 1 },
  ];
  const exists = (at: number): boolean => at >= 0 && at < total;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // React also bubbles key events of menus here, although they are elsewhere in the DOM.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const turn = turns.find(({ key, to }) => key === event.key && exists(to));
    if (!event.altKey || turn === undefined) return;
    event.preventDefault();
    onTurn(turn.to);
  };

  return (
    <SidePane ref={pane} w="min(344px, 100%)" aria-label="Details" onKeyDown={onKeyDown}>
      <Group
        component="header"
        gap={8}
        wrap="nowrap"
        h={34}
        pl={16}
        pr={8}
        className={classes.head}
      >
        <Text component="h2" size="xs" fw={500} truncate flex={1}>
          Row {groupDigits(String(shownNumber))}
        </Text>
        <SegmentedControl
          aria-label="Show the row as"
          data={forms}
          value={form}
          onChange={showRecordAs}
        />
        <Group gap={2} wrap="nowrap">
          <CopyRecord view={view} index={index} columns={columns} />
          {turns.map(({ label, key, icon, to }) => (
            <PaneButton
              key={key}
              {...{ label, icon }}
              keys={`Alt+${key}`}
              disabled={!exists(to)}
              onClick={() => onTurn(to)}
            />
          ))}
          <PaneButton label="Close details" keys="Escape" icon={X} onClick={close} />
        </Group>
      </Group>
      {/* The element, and with it the focus, stays while rows are turned. */}
      <section
        ref={element}
        data-scrolls
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long rows scroll by keyboard
        tabIndex={0}
        aria-label={form === 'json' ? 'The row as JSON' : 'Fields of the row'}
      >
        {row !== undefined &&
          (form === 'json' ? (
            <RecordJson key={shownNumber} row={row} />
          ) : (
            <RecordFields key={shownNumber} {...{ row, number, index }} />
          ))}
      </section>
    </SidePane>
  );
}

interface PaneButtonProps {
  label: string;
  /** In the format of `aria-keyshortcuts`. */
  keys: string;
  icon: LucideIcon;
  disabled?: boolean;
  onClick: () => void;
}

function PaneButton({ label, keys, icon: Icon, disabled = false, onClick }: PaneButtonProps) {
  const shown = keys.replace('ArrowUp', '↑').replace('ArrowDown', '↓').replace('Escape', 'Esc');
  return (
    <ActionIcon
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${shown})`}
      {...{ disabled, onClick }}
    >
      <Icon />
    </ActionIcon>
  );
}

/** The row as the service sent it, indented, digit for digit. */
const RecordJson = ({
  row: { [inputField]: _input, [earlierRowsField]: _rows, ...row },
}: {
  row: Row;
}) => (
  <pre dir="ltr" className={classes.recordJson}>
    {jsonTokens(exactJson(row, 2)).map(({ kind, text }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- always redrawn as a whole
      <span key={index} className={classes[kind]}>
        {text}
      </span>
    ))}
  </pre>
);
