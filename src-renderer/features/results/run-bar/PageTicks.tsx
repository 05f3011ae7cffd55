// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements, not with a picture file
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { countOf } from '#renderer/components/words.ts';
import { currentPage } from '../what-next.ts';
import classes from './RunBar.module.css';
import {
  expectedPages,
  finishedInputs,
  pageTicks,
  plannedPages,
  type TickedPages,
} from './progress.ts';

/** One tick per page, which is one metered call, or per input of a list; of many, a plain bar. */
export function PageTicks({ run }: { run: Run }) {
  const { ticks, slots } = pageTicks(tickedPages(run, expectedPages(run)));
  return (
    <div
      role="img"
      aria-label={tickWords(run)}
      className={classes.ticks}
      style={{ gridTemplateColumns: `repeat(${slots}, minmax(0, 1fr))` }}
    >
      {ticks.map(({ kind, share }, place) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a tick is its place
          key={place}
          data-kind={kind}
          className={classes.tick}
        >
          {share > 0 && share < 1 && (
            <span className={classes.share} style={{ width: `${share * 100}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}

function tickedPages({ list, state, pageCount }: Run, total: number | null): TickedPages {
  if (list === null) return { done: pageCount, total, current: currentPage(state) };
  const done = finishedInputs(list);
  const current = isWorking(state) ? ({ page: done + 1, kind: 'now' } as const) : null;
  return { done, total: list.count, current };
}

function tickWords(run: Run): string {
  if (run.list !== null) {
    return `${finishedInputs(run.list)} of ${countOf(run.list.count, 'input')} finished`;
  }
  const planned = plannedPages(run);
  const fetched =
    planned === null
      ? `${countOf(run.pageCount, 'page')} fetched`
      : `${run.pageCount} of ${countOf(planned, 'page')} fetched`;
  const current = currentPage(run.state);
  return current?.kind === 'failed' ? `${fetched}, page ${current.page} failed` : fetched;
}
