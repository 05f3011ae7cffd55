/** Pages, rows, pace, calls and time left while pages arrive, each at a fixed position. */
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
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
} from './progress.ts';

export function CollectFacts({ run, now }: { run: Run; now: number }) {
  return run.list === null ? (
    <PageFacts run={run} now={now} />
  ) : (
    <InputFacts run={run} list={run.list} now={now} />
  );
}

/** Inputs instead of pages, and how many of them failed. */
function InputFacts({ run, list, now }: { run: Run; list: RunList; now: number }) {
  const done = finishedInputs(list);
  const left = useSteady(inputTimeLeft(run, list, now), now);
  const { failed } = list.statuses;
  return (
    <>
      <VisuallyHidden>{`Asking inputs, ${roughCount(done, list.count)} of ${list.count}.`}</VisuallyHidden>{' '}
      <span aria-hidden className={classes.facts}>
        <Fact count={done} of={list.until ?? list.count} one="input" />{' '}
        {failed > 0 && <Fact count={failed} of={null} one="failed" many="failed" />}{' '}
        <Fact count={run.rowCount} of={null} most={expectedRows(run)} one="row" />{' '}
        <Fact count={run.calls} of={null} most={list.maxCalls} one="call" />{' '}
        {left !== null && (
          <span className={classes.fact}>
            <strong>{timeLeftWords(left)}</strong> left
          </span>
        )}
      </span>
    </>
  );
}

/** Read aloud ten times on the way, never with each input. */
const roughCount = (count: number, of: number): number => {
  const step = Math.max(1, Math.ceil(of / 10));
  return Math.floor(count / step) * step;
};

function PageFacts({ run, now }: { run: Run; now: number }) {
  const pages = plannedPages(run);
  const rows = plannedRows(run);
  const pace = paceOf(run, now);
  const left = useSteady(pace?.timeLeft ?? null, now);
  return (
    <>
      <VisuallyHidden>{coarseWords(run)}</VisuallyHidden>{' '}
      <span aria-hidden className={classes.facts}>
        <Fact count={run.pageCount} of={pages} one="page" />{' '}
        <Fact
          count={rowsHere(run)}
          of={rows}
          most={pages === null ? null : expectedRows(run)}
          one="row"
        />{' '}
        {pace !== null && (
          <Fact count={pace.rowsPerMinute} of={null} one="row a minute" many="rows a minute" />
        )}{' '}
        <Fact count={run.calls} of={null} most={pages} one="call" />{' '}
        {left !== null && (
          <span className={classes.fact}>
            <strong>{timeLeftWords(left)}</strong> left
          </span>
        )}
      </span>
    </>
  );
}

interface FactProps {
  count: number;
  of: number | null;
  /** What it will be about, where that is known and `of` is not. */
  most?: number | null;
  one: string;
  many?: string;
}

/** Wide enough for the number it will grow to: what follows stays where it is. */
function Fact({ count, of, most = null, one, many = `${one}s` }: FactProps) {
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

/** Read aloud ten times on the way, or every ten pages, never with each page. */
function coarseWords(run: Run): string {
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
