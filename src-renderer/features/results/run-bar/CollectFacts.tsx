/** Pages, rows, pace, calls and time left while pages arrive, each at a fixed position. */
import { VisuallyHidden } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { RunList } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import classes from './RunBar.module.css';
import {
  expectedRows,
  finishedInputs,
  inputTimeLeft,
  paceOf,
  plannedPages,
  plannedRows,
  rowsHere,
  steadyTimeLeft,
  timeLeftWords,
  type Pace,
} from './progress.ts';

export function CollectFacts({ run, now }: { run: Run; now: number }) {
  const pace = paceOf(run, now);
  const guess = run.list === null ? (pace?.timeLeft ?? null) : inputTimeLeft(run, run.list, now);
  const left = useSteady(guess, now);
  const facts = run.list === null ? pageFacts(run, pace) : inputFacts(run, run.list);
  return (
    <>
      <VisuallyHidden>{run.list === null ? pageWords(run) : inputWords(run.list)}</VisuallyHidden>{' '}
      <span aria-hidden className={classes.facts}>
        {facts.map((fact) => (
          <Fragment key={fact.one}>
            <Fact {...fact} />{' '}
          </Fragment>
        ))}
        {left !== null && (
          <span className={classes.fact}>
            <strong>{timeLeftWords(left)}</strong> left
          </span>
        )}
      </span>
    </>
  );
}

/** Inputs instead of pages, and how many of them failed. */
function inputFacts(run: Run, list: RunList): FactProps[] {
  const { failed } = list.statuses;
  return [
    { count: finishedInputs(list), of: list.until ?? list.count, one: 'input' },
    ...(failed > 0 ? [{ count: failed, one: 'failed', many: 'failed' }] : []),
    { count: run.rowCount, most: expectedRows(run), one: 'row' },
    { count: run.calls, most: list.maxCalls, one: 'call' },
  ];
}

function pageFacts(run: Run, pace: Pace | null): FactProps[] {
  const pages = plannedPages(run);
  const most = pages === null ? null : expectedRows(run);
  return [
    { count: run.pageCount, of: pages, one: 'page' },
    { count: rowsHere(run), of: plannedRows(run), most, one: 'row' },
    ...(pace === null
      ? []
      : [{ count: pace.rowsPerMinute, one: 'row a minute', many: 'rows a minute' }]),
    { count: run.calls, most: pages, one: 'call' },
  ];
}

interface FactProps {
  count: number;
  of?: number | null;
  /** The expected total, if it is known and `of` is not. */
  most?: number | null;
  one: string;
  many?: string;
}

/** Wide enough for the number it will grow to, so that the following facts don't move. */
function Fact({ count, of = null, most = null, one, many = `${one}s` }: FactProps) {
  const number = of === null ? grouping(count) : `${grouping(count)} of ${grouping(of)}`;
  const unit = (of ?? count) === 1 ? one : many;
  const last = grouping(of ?? most ?? count);
  const widest = `${of === null ? last : `${last} of ${last}`} ${unit}`;
  return (
    <span className={classes.fact} data-widest={widest}>
      <strong>{number}</strong> {unit}
    </span>
  );
}

// Screen readers get ten announcements in total, or one every ten pages, not one for each page or
// input.

function inputWords(list: RunList): string {
  const step = Math.max(1, Math.ceil(list.count / 10));
  return `Asking inputs, ${Math.floor(finishedInputs(list) / step) * step} of ${list.count}.`;
}

function pageWords(run: Run): string {
  const planned = plannedPages(run);
  const step = Math.max(1, planned === null ? 10 : Math.ceil(planned / 10));
  const reached = Math.floor(run.pageCount / step) * step;
  return planned === null
    ? `Getting pages, ${countOf(reached, 'page')} so far.`
    : `Getting pages, ${reached} of ${planned}.`;
}

function useSteady(guess: number | null, now: number): number | null {
  const [shown, setShown] = useState<ReturnType<typeof steadyTimeLeft> | null>(null);
  const next = guess === null ? null : steadyTimeLeft(shown, guess, now);
  if (next !== shown) setShown(next);
  return next === null ? null : Math.max(0, next.ms - (now - next.at));
}
