/**
 * A list with one tab stop, in which arrow keys move: of entries to tick, or with buttons. The caller groups
 * the entries, and may handle further keys first.
 */
import {
  ActionIcon,
  Box,
  type BoxProps,
  Checkbox,
  type CheckboxProps,
  Tooltip,
} from '@mantine/core';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import classes from './entries.module.css';

/** The entry that Tab leads to. */
const TabStop = createContext<string | null>(null);

interface EntryListProps extends BoxProps, Omit<ComponentProps<'div'>, keyof BoxProps> {
  /** Of the entries, in their order. */
  ids: readonly string[];
  /** Where Tab leads before an entry had the focus. */
  first?: string | undefined;
}

export function EntryList({ ids, first = ids[0], onKeyDown, ...props }: EntryListProps) {
  const [last, setLast] = useState<string | null>(null);
  const stop = last !== null && ids.includes(last) ? last : (first ?? null);
  return (
    <TabStop value={stop}>
      <Box
        {...props}
        onFocus={({ target }) =>
          setLast((before) => target.closest('[data-entry]')?.getAttribute('data-entry') ?? before)
        }
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (!event.defaultPrevented) moveFocus(event);
        }}
      />
    </TabStop>
  );
}

/** Returns the `tabIndex` of what is in an entry, whose element has its id as `data-entry`. */
export const useTabStop = (id: string): 0 | -1 => (useContext(TabStop) === id ? 0 : -1);

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
  const tabIndex = useTabStop(id);
  return (
    <li
      {...others}
      data-hovers
      className={`${classes.entry} ${others.className ?? ''}`}
      data-entry={id}
    >
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
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const entries = [...event.currentTarget.querySelectorAll('[data-entry]')];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const step = steps[event.key];
  const next =
    step === undefined
      ? beside(entries, at, event.key)
      : entries[Math.max(0, Math.min(entries.length - 1, at + step))];
  if (next === undefined) return;
  event.preventDefault();
  focusEntry(next);
}

/** Moves the focus to the first control of an entry. */
const focusEntry = (entry: Element): void =>
  entry.querySelector<HTMLElement>('input, button')?.focus();

/** Returns the entry at the same height in the other column. */
function beside(entries: readonly Element[], index: number, key: string) {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const from = entries[index]?.getBoundingClientRect();
  if (from === undefined) return undefined;
  const distance = (entry: Element) => Math.abs(entry.getBoundingClientRect().top - from.top);
  return entries
    .filter((entry) => {
      const { left } = entry.getBoundingClientRect();
      return key === 'ArrowLeft' ? left < from.left - 1 : left > from.left + 1;
    })
    .toSorted((one, other) => distance(one) - distance(other))[0];
}
