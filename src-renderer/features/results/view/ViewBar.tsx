import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Run } from '#shared/contract/run.ts';
import type { Duplicates, View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { ViewOnScreen } from '#renderer/state/views.ts';
import { useLasting, usePending } from '../../../components/hooks.ts';
import { countOf } from '../../../components/words.ts';
import { Chip } from './Chip.tsx';
import classes from './ViewBar.module.css';
import { useZoneName } from '../charts/zone.ts';
import { viewChips } from './view-chips.ts';
import { countWords } from './view-words.ts';
import { focusFilterButton } from './ViewTools.tsx';

interface ViewBarProps {
  run: Run;
  view: View;
  onView: (view: View) => void;
  onScreen: ViewOnScreen;
  duplicates: Duplicates | null;
}

/** What passes sooner is not worth a word (ms). */
const noticeable = 400;

/** Which rows are shown in which order, and why: each reason is a chip that can be taken off. */
export function ViewBar({ run, view, onView, onScreen, duplicates }: ViewBarProps) {
  const { shown, isSettled, waiting, sortAnew } = onScreen;
  const chips = viewChips(view, run.columns, duplicates, useZoneName());
  const isSlow = useLasting(!isSettled, noticeable);
  const [isSorting, sortIn] = usePending(sortAnew);
  const bar = useRef<HTMLElement>(null);
  const removed = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (removed.current === null) return;
    const buttons = bar.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    buttons[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = null;
  });
  if (chips.length === 0) return null;

  const isBusy = shown === null || isSlow;
  const takeOff = (place: number, without: View): void => {
    removed.current = place;
    // With the last chip the bar goes.
    if (chips.length === 1) focusFilterButton();
    onView(without);
  };
  return (
    <section ref={bar} aria-label="Shown rows" className={classes.bar}>
      <output className={classes.count}>
        {isBusy ? 'Looking through the rows…' : countWords(shown.opened, run.rowCount)}
      </output>
      {chips.map((chip, place) => (
        <Chip
          key={chip.key}
          chip={chip}
          run={run}
          view={view}
          onView={onView}
          onRemove={() => takeOff(place, chip.without)}
        />
      ))}
      {waiting > 0 && (
        <button type="button" className={classes.fresh} disabled={isSorting} onClick={sortIn}>
          <RefreshCw size={13} aria-hidden />
          {countOf(waiting, 'new row')}
        </button>
      )}
      {chips.length > 1 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            focusFilterButton();
            onView(everyRow);
          }}
        >
          Clear all
        </Button>
      )}
    </section>
  );
}
