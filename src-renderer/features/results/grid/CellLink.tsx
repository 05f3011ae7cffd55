/**
 * The arrow in a cell with follow-up questions, while the pointer is over it: one for the whole grid,
 * over its cells, so that drawing rows costs nothing more. The menu of a cell offers the same for keys.
 */
import { ActionIcon, Tooltip } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { questionsOfCell } from '#shared/query/use-value.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { useRow } from '#renderer/state/rows.ts';
import { openGridMenu } from '../copy/GridMenu.tsx';
import { gridCellAt } from '../copy/use-grid-picking.ts';
import { isRightAligned } from './columns.ts';
import { useRows } from '../rows-scope.ts';
import { activateCell } from '../view-state.ts';
import classes from './Grid.module.css';
import { follow, useCost } from '../use-value/follow.ts';
import { sourceOf } from '../use-value/row-source.ts';

interface PointedCell {
  row: number;
  field: string;
  /** Position of the cell within the area, in px. */
  left: number;
  right: number;
  top: number;
  height: number;
}

/** @param area the element around the grid, which contains the arrow. */
export function CellLink({ area }: { area: RefObject<HTMLElement | null> }) {
  const pointed = usePointedCell(area);
  return pointed === null ? null : <Arrow pointed={pointed} />;
}

/** Px. */
const size = 22;

function Arrow({ pointed }: { pointed: PointedCell }) {
  const { rows, run, resource, columns } = useRows();
  const { view } = rows;
  const { row: index, field, left, right, top, height } = pointed;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const costs = useCost();
  const row = useRow(view, index);
  if (row === undefined || resource === null) return null;
  const source = sourceOf(row, resource, run);
  const [use, ...others] = questionsOfCell(catalogue, source, field);
  // A stray click must not pay for an empty page of comments.
  if (use === undefined || (others.length === 0 && use.count === '0')) return null;
  const isOne = others.length === 0;
  const { meaning } = columns.find((column) => column.field === field) ?? {};
  // Right-aligned cells have the arrow at the left, so that it doesn't cover their text.
  const isRight = meaning !== undefined && isRightAligned(meaning);
  const { words } = costs(use);
  const label = isOne
    ? [use.choice ?? use.endpoint.title, words ?? []].flat().join(' · ')
    : `Ask about ${source.texts(field)[0] ?? ''}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={size}
        variant="default"
        className={classes.arrow}
        style={{ left: isRight ? left + 3 : right - size - 3, top: top + (height - size) / 2 }}
        // For everyone who doesn't use a pointer, the menu of the cell offers the same.
        tabIndex={-1}
        aria-label={label}
        onClick={(event) => {
          activateCell(view, { row: index, field });
          if (isOne) {
            void follow(use, source, event);
            return;
          }
          const box = event.currentTarget.getBoundingClientRect();
          openGridMenu(view, { left: box.left, top: box.bottom + 2 }, 'value');
        }}
      >
        <ArrowUpRight size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

/**
 * Returns the cell under the pointer, even while the pointer is on its arrow; null while rows scroll.
 */
function usePointedCell(area: RefObject<HTMLElement | null>): PointedCell | null {
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onOver = ({ target, buttons }: PointerEvent): void => {
      if (target instanceof Element && target.closest(`.${classes.arrow}`) !== null) return;
      // While a selection is dragged, nothing may appear under the pointer.
      setPointed(buttons === 0 ? cellOf(target, element) : null);
    };
    const clear = (): void => setPointed(null);
    element.addEventListener('pointerover', onOver);
    element.addEventListener('pointerleave', clear);
    element.addEventListener('scroll', clear, true);
    return () => {
      element.removeEventListener('pointerover', onOver);
      element.removeEventListener('pointerleave', clear);
      element.removeEventListener('scroll', clear, true);
    };
  }, [area]);
  return pointed;
}

function cellOf(target: EventTarget | null, area: HTMLElement): PointedCell | null {
  const cell = gridCellAt(target);
  if (cell === null || cell.row < 0 || cell.field === null || !(target instanceof Element)) {
    return null;
  }
  const box = target.closest('[data-row] [data-field]')?.getBoundingClientRect();
  const grid = target.closest('[role=grid]')?.getBoundingClientRect();
  if (box === undefined || grid === undefined) return null;
  const { left, top } = area.getBoundingClientRect();
  return {
    row: cell.row,
    field: cell.field,
    left: box.left - left,
    right: Math.min(box.right, grid.right) - left,
    top: box.top - top,
    height: box.height,
  };
}
