import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Column, Row } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { useRow, useRowNumber, useRowsAround, type RowView } from '#renderer/state/rows.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { groupDigits } from '../values/cell-view.ts';
import { exactJson } from '../values/exact-json.ts';
import { FullValue } from './FullValue.tsx';
import { recordParts } from './record-parts.ts';
import classes from './Record.module.css';

interface RecordPaneProps {
  view: RowView;
  total: number;
  firstNumber: number;
  /** Row of the view, from 0. */
  index: number;
  columns: readonly Column[];
  onTurn: (index: number) => void;
  onClose: () => void;
  onOpenLink: (address: string) => void;
}

/** *Details*: one row in full, beside the grid or over it where there is little room. */
export function RecordPane(props: RecordPaneProps) {
  const { view, total, firstNumber, index, columns, onTurn, onClose, onOpenLink } = props;
  const row = useRow(view, index);
  const number = useRowNumber(view, index);
  useRowsAround(view, index, index, total);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.altKey && event.key === 'ArrowUp' && index > 0) {
      event.preventDefault();
      onTurn(index - 1);
    } else if (event.altKey && event.key === 'ArrowDown' && index < total - 1) {
      event.preventDefault();
      onTurn(index + 1);
    }
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside
    <aside aria-label="Details" className={classes.pane} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          Row{' '}
          {groupDigits(String(isEveryRow(view.view) ? firstNumber + index : (number ?? index) + 1))}
        </h2>
        <PaneButton
          label="Previous row"
          icon={<ChevronUp aria-hidden />}
          disabled={index <= 0}
          onClick={() => onTurn(index - 1)}
        />
        <PaneButton
          label="Next row"
          icon={<ChevronDown aria-hidden />}
          disabled={index >= total - 1}
          onClick={() => onTurn(index + 1)}
        />
        <PaneButton label="Close details" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      {row !== undefined && (
        // A pane per row: the next one begins at its top.
        <Record key={index} row={row} columns={columns} onOpenLink={onOpenLink} />
      )}
    </aside>
  );
}

interface PaneButtonProps {
  label: string;
  icon: React.ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function PaneButton({ label, icon, disabled = false, onClick }: PaneButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface RecordProps {
  row: Row;
  columns: readonly Column[];
  onOpenLink: (address: string) => void;
}

function Record({ row, columns, onOpenLink }: RecordProps) {
  const { main, facts, all } = recordParts(row, columns);
  const valueOf = (column: Column) => (
    <FullValue value={row[column.field]} column={column} onOpenLink={onOpenLink} />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long texts scroll by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Fields of the row">
      {main !== null && <div className={classes.main}>{valueOf(main)}</div>}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map((column) => (
            <div key={column.field} className={classes.fact}>
              <dt>{column.label}</dt>
              <dd>{valueOf(column)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.allHead}>
        <h3>All fields</h3>
        <span className={classes.count}>{all.length}</span>
        <span className={classes.gap} />
        <CopyButton text={() => exactJson(row, 2)}>Copy as JSON</CopyButton>
      </div>
      <dl className={classes.all}>
        {all.map((column) => (
          <div key={column.field} className={classes.field} data-field={column.field}>
            <dt>
              {column.label}
              {column.label !== column.field && <code>{column.field}</code>}
            </dt>
            <dd>{valueOf(column)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
