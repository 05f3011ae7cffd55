/** *Go to row*: scrolls the grid to the row with that number, or to a page's first. Ctrl+G (⌘G) opens it from anywhere. */
import { Button, Group, TextInput } from '@mantine/core';
import { Hash } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Result } from '#shared/contract/result.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { useOffer, type Action } from '#renderer/components/actions.tsx';
import { PanelPopover } from '#renderer/components/dialog/Dialog.tsx';
import { wholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { firstRowOfPage } from '#renderer/state/pages.ts';
import { positionOfRow } from '#renderer/state/rows.ts';
import { useRows } from '../rows-scope.ts';
import { activateCell, useActiveCell } from '../view-state.ts';

/** `children`: the element it opens below, which receives the action that opens it. */
export function GoToRow({ children }: { children: (goToRow: Action) => ReactNode }) {
  const { rows, run, columns, grid } = useRows();
  const { view, total, pageCount } = rows;
  const active = useActiveCell(view);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  // In a filtered or sorted view, each row keeps its own number.
  const isInOrder = isEveryRow(view.view);
  const last = isInOrder ? total : run.rowCount;
  const range = `1 to ${grouping(last)}`;
  const orPage = pageCount > 1 ? `, or “page ${grouping(pageCount)}”` : '';

  const open = (wanted: boolean): void => {
    setOpen(wanted);
    setTyped('');
    setWrong(null);
  };
  const goToRow = { label: 'Go to row…', icon: Hash, keys: 'Ctrl+G', act: () => open(true) };
  useOffer('rows', () => goToRow);
  /** The typed row, or the first one of the typed page; in words if there is none. */
  const numberOf = async (text: string): Promise<number | string> => {
    const asked = `Enter a row from ${range}${orPage}.`;
    const typedPage = /^\s*page\s+(.+)$/i.exec(text)?.[1];
    if (typedPage === undefined) return wholeNumber(text, last) ?? asked;
    const page = wholeNumber(typedPage, pageCount);
    if (page === null) return asked;
    const first = await firstRowOfPage(view.runId, page);
    if (!first.ok) return first.error.title;
    const { value: row } = first;
    return row !== null && row <= last ? row : `Page ${grouping(page)} has no rows here.`;
  };
  const go = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const number = await numberOf(typed);
    if (typeof number === 'string') {
      setWrong(number);
      return;
    }
    const position: Result<number | null> = isInOrder
      ? { ok: true, value: number - 1 }
      : await positionOfRow(view, number - 1);
    if (!position.ok) {
      setWrong(position.error.title);
      return;
    }
    if (position.value === null) {
      setWrong(`Row ${grouping(number)} is not among the ${countOf(total, 'row')} shown.`);
      return;
    }
    open(false);
    // In this order: a grid that receives the focus first would activate its first cell.
    grid.current?.focus();
    activateCell(view, { row: position.value, field: active?.field ?? columns[0]?.field ?? '' });
  };
  return (
    <PanelPopover
      label="Go to row"
      opened={isOpen}
      onChange={open}
      position="bottom-end"
      width={248}
      // The focus moves to the grid.
      returnFocus={false}
      target={<div>{children(goToRow)}</div>}
    >
      <Group
        component="form"
        px="md"
        py="sm"
        gap={8}
        align="flex-start"
        wrap="nowrap"
        onSubmit={(event: FormEvent) => void go(event)}
      >
        <TextInput
          flex={1}
          label="Row"
          description={
            wrong === null
              ? `${range}${isInOrder ? '' : ', as numbered at the left'}${orPage}`
              : null
          }
          error={wrong}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(null);
          }}
          data-autofocus
        />
        <Button type="submit" variant="default" mt={20}>
          Go
        </Button>
      </Group>
    </PanelPopover>
  );
}
