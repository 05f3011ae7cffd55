/**
 * The columns of a run in order. Arrow keys move the focus, Space shows or hides, Alt and an arrow key
 * move the column; the mouse drags it.
 */
import { ActionIcon, Box, Checkbox, Flex, Tooltip } from '@mantine/core';
import { GripVertical, Pin } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { FieldName } from '#renderer/components/texts.tsx';
import { changeColumnLayout } from '#renderer/state/workspace.ts';
import classes from './columns.module.css';
import {
  fieldsNotEmpty,
  stepBeside,
  withHidden,
  withMoved,
  withPinned,
  type ArrangedColumn,
  type Beside,
  type ColumnEdges,
} from './layout.ts';
import { useColumnDrag } from './use-column-drag.ts';

interface ColumnListProps {
  ref: RefObject<HTMLUListElement | null>;
  /** Those that match the search, as arranged. */
  columns: readonly ArrangedColumn[];
  /** All columns of the run, in their default order. */
  all: readonly Column[];
  resourceId: string;
}

export function ColumnList({ ref, columns, all, resourceId }: ColumnListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  // One tab stop: the column that last had the focus, or the first one.
  const tabStop = columns.find(({ field }) => field === lastFocused)?.field ?? columns[0]?.field;
  const move = (field: string, beside: Beside | null): void => {
    if (beside === null) return;
    const fields = all.map((column) => column.field);
    changeColumnLayout(resourceId, (layout) => withMoved(layout, fields, field, beside));
  };
  const { drag, begin } = useColumnDrag({
    axis: 'y',
    scroller,
    edges: () => edgesIn(scroller.current, columns),
    covered: { start: 0, end: 0 },
    onDrop: move,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const step = steps[event.key];
    const field = fieldOf(event.target);
    if (step === undefined || field === null) return;
    event.preventDefault();
    if (event.altKey) {
      if (step === -1 || step === 1) move(field, stepBeside(columns, field, step));
      return;
    }
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
    const at = columns.findIndex((column) => column.field === field);
    boxes[Math.max(0, Math.min(boxes.length - 1, at + step))]?.focus();
  };
  return (
    <Flex pos="relative" direction="column" flex="0 1 auto" mih={96}>
      <Box ref={scroller} pos="relative" p={4} style={{ overflowY: 'auto' }}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its entries */}
        <ul
          ref={ref}
          onKeyDown={onKeyDown}
          onPointerDown={begin}
          onFocus={(event) => setLastFocused(fieldOf(event.target))}
        >
          {columns.map((column) => {
            const { field, label, isHidden, staysLeft } = column;
            const tabIndex = field === tabStop ? 0 : -1;
            return (
              <li
                key={field}
                data-field={field}
                data-dragged={drag?.field === field || undefined}
                className={classes.entry}
              >
                <GripVertical className={classes.grip} />
                <Checkbox
                  className={classes.check}
                  classNames={{ body: classes.checkBody, labelWrapper: classes.checkLabel }}
                  label={<FieldName label={label} field={field} />}
                  checked={!isHidden}
                  onChange={() =>
                    changeColumnLayout(resourceId, (layout) =>
                      withHidden(layout, [field], !isHidden),
                    )
                  }
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  tabIndex={tabIndex}
                />
                <Tooltip label={staysLeft ? 'Unpin' : 'Pin at the left'}>
                  <ActionIcon
                    size="sm"
                    aria-label={`Pin ${label}`}
                    aria-pressed={staysLeft}
                    tabIndex={tabIndex}
                    onClick={() =>
                      changeColumnLayout(resourceId, (layout) =>
                        withPinned(layout, fieldsNotEmpty(layout, all), field, !staysLeft),
                      )
                    }
                  >
                    <Pin />
                  </ActionIcon>
                </Tooltip>
              </li>
            );
          })}
        </ul>
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

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

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
