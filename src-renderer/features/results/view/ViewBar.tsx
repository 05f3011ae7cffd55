import { Group, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowLeftRight, ArrowUp, RefreshCw, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { View } from '#shared/contract/view.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { useLasting, usePending } from '#renderer/components/hooks.ts';
import { useViewProblem } from '#renderer/state/views.ts';
import { useRows } from '../rows-scope.ts';
import { useZoneName } from '../values/moments.ts';
import { announce } from '../view-state.ts';
import { FilterPopover } from './FilterPopover.tsx';
import classes from './ViewBar.module.css';
import { clearView, focusFilterButton } from './ViewTools.tsx';
import { cleared, countWords, newWords, viewChips, type ViewChip } from './view-words.ts';

/** Work that takes less time isn't mentioned (ms). */
const noticeableMs = 400;

/**
 * Shows which rows are shown in which order, and why: each reason is a chip that can be removed. Without one,
 * its room is the rows'.
 */
export function ViewBar() {
  const { run, view, setView, onScreen, duplicates } = useRows();
  const { shown, isSettled, waiting, sortAgain } = onScreen;
  const chips = viewChips(view, run.columns, duplicates, useZoneName());
  const isSlow = useLasting(!isSettled, noticeableMs);
  const [isSorting, sortIn] = usePending(sortAgain);
  const bar = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const buttons = bar.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    buttons[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = null;
  });
  const hasFailed = useViewProblem(run.id) !== null && !isSettled;
  const isBusy = shown === null || isSlow;
  const hasCount = chips.length > 0 && !hasFailed;
  const count = isBusy ? 'Searching the rows…' : countWords(shown.opened, run);
  const spoken = hasCount ? [count, ...sortsOf(chips)].join('. ') : '';
  // The bar comes and goes with its reasons.
  useEffect(() => announce(spoken), [spoken]);
  if (chips.length === 0 && waiting === 0) return null;
  const removeChip = (index: number, without: View): void => {
    removed.current = index;
    // After the last chip, no element of the bar can take the focus.
    if (chips.length === 1) focusFilterButton();
    setView(without);
  };
  return (
    <Group
      component="section"
      ref={bar}
      aria-label="Shown rows"
      gap="6px 8px"
      className={classes.bar}
    >
      <Text span c="var(--text-2)" hidden={chips.length === 0}>
        {hasCount && count}
      </Text>
      {chips.map((chip, index) => (
        <Chip key={chip.key} chip={chip} onRemove={() => removeChip(index, chip.without)} />
      ))}
      {waiting > 0 && (
        <UnstyledButton className={classes.fresh} disabled={isSorting} onClick={sortIn}>
          <RefreshCw size={13} />
          {newWords(waiting, run)}
        </UnstyledButton>
      )}
      {chips.filter(({ key }) => key !== 'duplicates').length > 1 && (
        <QuietButton
          size="compact-xs"
          onClick={() => {
            focusFilterButton();
            clearView({ view, setView }, cleared(view));
          }}
        >
          Clear all
        </QuietButton>
      )}
    </Group>
  );
}

/** "Sorted by Likes, descending". */
const sortsOf = (chips: readonly ViewChip[]): string[] =>
  chips.flatMap(({ text, onText }) =>
    onText?.kind === 'reverse' ? [`${text}, ${onText.direction}`] : [],
  );

interface ChipProps {
  chip: ViewChip;
  onRemove: () => void;
}

/** One reason why these rows are shown: a click on its text changes it, the cross removes it. */
const Chip = ({ chip, onRemove }: ChipProps) => (
  <span className={classes.chip}>
    <ChipText {...chip} />
    <UnstyledButton
      aria-label={chip.remove}
      data-remove
      className={classes.remove}
      onClick={onRemove}
    >
      <X size={14} />
    </UnstyledButton>
  </span>
);

function ChipText({ onText, text: words }: ViewChip) {
  const { setView } = useRows();
  const text = (
    <Text span inherit truncate miw={0} dir="auto" ps={onText === null ? 8 : 0}>
      {words}
    </Text>
  );
  if (onText === null) return text;
  if (onText.kind === 'edit') {
    return (
      <FilterPopover index={onText.index}>
        {(isOpen, toggle) => (
          <UnstyledButton
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className={classes.words}
            onClick={toggle}
          >
            {text}
          </UnstyledButton>
        )}
      </FilterPopover>
    );
  }
  const [Icon, hint] =
    onText.kind === 'switch'
      ? [ArrowLeftRight, `: ${onText.to.toLowerCase()}`]
      : [
          onText.direction === 'ascending' ? ArrowUp : ArrowDown,
          `, ${onText.direction}: reverse the order`,
        ];
  return (
    <Tooltip label={onText.kind === 'switch' ? onText.to : ''} disabled={onText.kind !== 'switch'}>
      <UnstyledButton className={classes.words} onClick={() => setView(onText.view)}>
        {text}
        <Icon size={13} />
        <VisuallyHidden>{hint}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  );
}
