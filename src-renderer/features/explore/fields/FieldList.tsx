/** The fields by meaning, plain word beside technical name. Arrows move, Space ticks. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { FieldName } from '../../../components/FieldName.tsx';
import classes from './fields.module.css';
import type { FieldGroup } from './selection.ts';

interface FieldListProps {
  ref: Ref<HTMLDivElement>;
  groups: readonly FieldGroup[];
  search: string;
  chosen: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

export function FieldList({ ref, groups, search, chosen, onToggle }: FieldListProps) {
  const names = groups.flatMap((group) => group.fields.map((field) => field.name));
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  // One stop for Tab: the field that was left, or the first one.
  const tabStop = lastFocused !== null && names.includes(lastFocused) ? lastFocused : names[0];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} className={classes.scroller} onKeyDown={moveFocus}>
      <div className={classes.list}>
        {groups.map((group) => (
          <fieldset key={group.name} className={classes.group}>
            <legend className={classes.groupName}>{group.name}</legend>
            {group.fields.map((field) => (
              <Checkbox
                key={field.name}
                className={classes.field}
                classNames={{ body: classes.fieldBody, labelWrapper: classes.fieldLabel }}
                label={<FieldName label={field.label} field={field.name} />}
                checked={chosen.has(field.name)}
                onChange={() => onToggle(field.name)}
                onFocus={() => setLastFocused(field.name)}
                tabIndex={field.name === tabStop ? 0 : -1}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {names.length === 0 && <p className={classes.nothing}>No field matches “{search.trim()}”.</p>}
    </div>
  );
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const next = steps[event.key]
    ? boxes[steps[event.key]!(at, boxes.length)]
    : beside(boxes, at, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The field at the same height in the other column. */
function beside(boxes: readonly HTMLInputElement[], at: number, key: string) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const from = boxes[at]?.getBoundingClientRect();
  if (from === undefined) return undefined;
  const away = (box: HTMLInputElement) => Math.abs(box.getBoundingClientRect().top - from.top);
  return boxes
    .filter((box) => {
      const { left } = box.getBoundingClientRect();
      return key === 'ArrowLeft' ? left < from.left - 1 : left > from.left + 1;
    })
    .toSorted((one, other) => away(one) - away(other))[0];
}
