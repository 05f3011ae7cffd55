/** Panels, and what lists that open in place need. */
import {
  Popover,
  type PopoverDropdownProps,
  type PopoverProps,
  Select,
  type SelectProps,
} from '@mantine/core';
import { type ReactNode, useReducer } from 'react';
import { useFirstFocus } from './hooks.ts';
import classes from './texts.module.css';

interface PanelPopoverProps extends PopoverProps {
  opened: boolean;
  /** The panel's name. */
  label: string;
  /** The element that opens it. */
  target: ReactNode;
  panel?: Pick<PopoverDropdownProps, 'className'>;
}

/** A small dialog below the element that opens it: it traps the focus and returns it. */
export function PanelPopover({ label, target, panel, children, ...popover }: PanelPopoverProps) {
  const first = useFirstFocus(popover.opened);
  return (
    <Popover
      position="bottom-start"
      offset={4}
      // If there is no room on either side, it covers its target rather than leaving the window.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 4 } }}
      // Mantine's roles label the panel with its target, which says something else.
      withRoles={false}
      trapFocus
      returnFocus
      {...popover}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s.
        role="dialog"
        aria-label={label}
        p={0}
        maw="calc(100vw - 24px)"
        mah="calc(100dvh - 8px)"
        style={{ overflowY: 'auto' }}
        {...panel}
      >
        <span ref={first} hidden />
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Returns props for Mantine's Combobox. The list stays beside its control in the DOM (for screen
 * readers) but above anything that scrolls. If it were kept mounted while closed, it would repeat the
 * label; if not, Mantine only learns of the list after rendering `aria-expanded`, so it has to render
 * once more.
 */
export function useInlineListProps() {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return {
    keepMounted: false,
    withinPortal: false,
    floatingStrategy: 'fixed',
    onEnterTransitionEnd: renderAgain,
  } as const;
}

interface ChoiceProps<T extends string> extends Omit<
  SelectProps,
  'name' | 'data' | 'value' | 'onChange'
> {
  /** Of one without a label. */
  name?: string;
  choices: readonly { value: T; label: string }[];
  value: NoInfer<T>;
  onChange: (value: T) => void;
}

/** The select: with a label in a form, or as wide as its text among other controls and in sentences. */
export function Choice<T extends string>({ name, choices, onChange, ...props }: ChoiceProps<T>) {
  const list = useInlineListProps();
  const isSmall = props.label === undefined;
  return (
    <Select
      {...(isSmall ? { size: 'xs', className: classes.choice } : {})}
      {...props}
      {...(name === undefined ? {} : { 'aria-label': name })}
      data={[...choices]}
      allowDeselect={false}
      maxDropdownHeight={280}
      comboboxProps={{
        ...list,
        position: 'bottom-start',
        ...(isSmall ? { width: 'max-content' } : {}),
      }}
      onChange={(next) => {
        const found = choices.find((choice) => choice.value === next);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}

/** Labels of the buttons of a calendar. */
export const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};
