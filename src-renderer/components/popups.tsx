/** The select, and what lists that open in place need. */
import { Select, type SelectProps } from '@mantine/core';
import { useReducer } from 'react';
import classes from './texts.module.css';

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
