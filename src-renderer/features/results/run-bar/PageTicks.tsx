// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements, not with a picture file
import { isWorking } from '#shared/contract/run-phase.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Run } from '#shared/contract/run.ts';
import { countOf } from '#renderer/components/words.ts';
import { currentPage } from '../run-states.ts';
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
  const { list } = run;
  const { ticks, slots } = pageTicks(
    list === null ? pagesOf(run) : inputsOf(list, isWorking(run.state)),
  );
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

const pagesOf = (run: Run): TickedPages => ({
  done: run.pageCount,
  total: expectedPages(run),
  current: currentPage(run.state),
});

/** One tick per input. */
const inputsOf = (list: RunList, isAtWork: boolean): TickedPages => {
  const done = finishedInputs(list);
  const current = isAtWork ? ({ page: done + 1, kind: 'now' } as const) : null;
  return { done, total: list.count, current };
};

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
