/**
 * A list to tick: one tab stop, arrow keys move, Space ticks. The caller groups the entries, and may
 * handle further keys first.
 */
import { ActionIcon, Checkbox, type CheckboxProps, Tooltip } from '@mantine/core';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import classes from './checklist.module.css';

/** The entry that Tab leads to. */
const TabStop = createContext<string | null>(null);

interface ChecklistProps extends ComponentProps<'div'> {
  /** Of the entries, in their order. */
  ids: readonly string[];
}

export function Checklist({ ids, onKeyDown, ...props }: ChecklistProps) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && ids.includes(last) ? last : (ids[0] ?? null);
  return (
    <TabStop value={stop}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its entries */}
      <div
        {...props}
        onFocus={({ target }) =>
          setLast(target.closest('[data-entry]')?.getAttribute('data-entry') ?? null)
        }
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (!event.defaultPrevented) moveFocus(event);
        }}
      />
    </TabStop>
  );
}

interface CheckEntryProps extends Omit<ComponentProps<'li'>, 'id' | 'onChange'> {
  id: string;
  label: ReactNode;
  checked: boolean;
  onToggle: () => void;
  box?: CheckboxProps;
  before?: ReactNode;
  /** A further choice, which Tab leads to after the entry. */
  toggle?: { label: string; title: string; icon: ReactNode; isOn: boolean; act: () => void };
}

/** An `<li>` whose label takes its whole width. */
export function CheckEntry(props: CheckEntryProps) {
  const { id, label, checked, onToggle, box, before, toggle, ...others } = props;
  const tabIndex = useContext(TabStop) === id ? 0 : -1;
  return (
    <li {...others} className={`${classes.entry} ${others.className ?? ''}`} data-entry={id}>
      {before}
      <Checkbox
        classNames={{ root: classes.wide, body: classes.body, labelWrapper: classes.wide }}
        {...{ label, checked, tabIndex, ...box }}
        onChange={onToggle}
      />
      {toggle !== undefined && (
        <Tooltip label={toggle.title}>
          <ActionIcon
            size="sm"
            aria-label={toggle.label}
            aria-pressed={toggle.isOn}
            tabIndex={tabIndex}
            onClick={toggle.act}
          >
            {toggle.icon}
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

/** Returns the choice with an entry added or left out. */
export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const entry = document.activeElement?.closest('[data-entry]');
  const at = boxes.findIndex((box) => entry?.contains(box));
  const step = steps[event.key];
  const next =
    step === undefined
      ? beside(boxes, at, event.key)
      : boxes[Math.max(0, Math.min(boxes.length - 1, at + step))];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Returns the entry at the same height in the other column. */
function beside(boxes: readonly HTMLInputElement[], index: number, key: string) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const from = boxes[index]?.getBoundingClientRect();
  if (from === undefined) return undefined;
  const distance = (box: HTMLInputElement) => Math.abs(box.getBoundingClientRect().top - from.top);
  return boxes
    .filter((box) => {
      const { left } = box.getBoundingClientRect();
      return key === 'ArrowLeft' ? left < from.left - 1 : left > from.left + 1;
    })
    .toSorted((one, other) => distance(one) - distance(other))[0];
}
