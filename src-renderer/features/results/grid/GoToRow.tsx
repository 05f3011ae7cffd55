/** *Go to row*: a number, and the grid stands there. Ctrl+G (⌘G) opens it from anywhere. */
import { Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Hash } from 'lucide-react';
import { useState, type FormEvent, type RefObject } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { PanelPopover } from '../../../components/PanelPopover.tsx';
import { grouping } from '../../../components/words.ts';
import { ToolButton } from '../toolbar/ToolButton.tsx';
import type { ShownRows } from '../use-page-view.ts';
import { activateCell, useActiveCell } from '../view-state.ts';
import classes from './GoToRow.module.css';
import { readRowNumber } from './row-number.ts';

interface GoToRowProps {
  rows: ShownRows;
  /** Of the run, in their usual order. */
  columns: readonly Column[];
  grid: RefObject<HTMLDivElement | null>;
}

export function GoToRow({ rows, columns, grid }: GoToRowProps) {
  const { view, total, firstNumber } = rows;
  const active = useActiveCell(view);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  // Where rows are left out or sorted, their own numbers say nothing about their places.
  const isInOrder = isEveryRow(view.view);
  const first = isInOrder ? firstNumber : 1;
  const last = first + total - 1;
  const range = `${grouping(first)} to ${grouping(last)}`;

  const open = (wanted: boolean): void => {
    setOpen(wanted);
    setTyped('');
    setWrong(false);
  };
  useHotkeys(
    [
      [
        'mod+G',
        () => {
          // What lies over everything else has the keys.
          if (document.querySelector('[aria-modal="true"]') === null) open(true);
        },
      ],
    ],
    [],
  );
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const number = readRowNumber(typed, first, last);
    setWrong(number === null);
    if (number === null) return;
    open(false);
    // In this order: a grid that gets the focus first makes its first cell the active one.
    grid.current?.focus();
    activateCell(view, { row: number - first, field: active?.field ?? columns[0]?.field ?? '' });
  };
  return (
    <PanelPopover
      label="Go to row"
      opened={isOpen}
      onChange={open}
      width={248}
      // It goes into the grid.
      returnFocus={false}
      target={
        <ToolButton
          tool="goToRow"
          label="Go to row"
          icon={Hash}
          keys="Ctrl+G"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        />
      }
    >
      <form className={classes.form} onSubmit={go}>
        <TextInput
          className={classes.number}
          label={isInOrder ? 'Row' : 'Row, counted as shown'}
          description={isWrong ? undefined : range}
          error={isWrong ? `Give a row from ${range}.` : null}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
          data-autofocus
        />
        <Button type="submit" variant="default">
          Go
        </Button>
      </form>
    </PanelPopover>
  );
}
