import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { Ref } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { View } from '#shared/contract/view.ts';
import { VisuallyHidden } from '@mantine/core';
import { FilterPopover } from './FilterPopover.tsx';
import classes from './ViewBar.module.css';
import type { ViewChip } from './view-chips.ts';

interface ChipProps {
  chip: ViewChip;
  run: Run;
  view: View;
  onView: (view: View) => void;
  onRemove: () => void;
}

/** One reason why these rows are shown: a click on its words changes it, the cross takes it off. */
export function Chip({ chip, run, view, onView, onRemove }: ChipProps) {
  return (
    <span className={classes.chip}>
      <ChipText chip={chip} run={run} view={view} onView={onView} />
      <button
        type="button"
        aria-label={chip.remove}
        data-remove
        className={classes.remove}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </span>
  );
}

function ChipText({ chip, run, view, onView }: Omit<ChipProps, 'onRemove'>) {
  const { text, onText } = chip;
  if (onText === null) {
    return (
      <span className={classes.text} dir="auto">
        {text}
      </span>
    );
  }
  if (onText.kind === 'reverse') {
    const Arrow = onText.direction === 'ascending' ? ArrowUp : ArrowDown;
    return (
      <button type="button" className={classes.words} onClick={() => onView(onText.view)}>
        <span className={classes.text}>{text}</span>
        <Arrow size={13} aria-hidden />
        <VisuallyHidden>, {onText.direction}: turn it round</VisuallyHidden>
      </button>
    );
  }
  return (
    <FilterPopover run={run} view={view} place={onText.filter} onView={onView}>
      {(isOpen, toggle) => <EditButton text={text} isOpen={isOpen} onClick={toggle} />}
    </FilterPopover>
  );
}

interface EditButtonProps {
  ref?: Ref<HTMLButtonElement>;
  text: string;
  isOpen: boolean;
  onClick: () => void;
}

function EditButton({ ref, text, isOpen, onClick }: EditButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      className={classes.words}
      onClick={onClick}
    >
      <span className={classes.text} dir="auto">
        {text}
      </span>
    </button>
  );
}
