/** A page that failed beside rows that are there, in words. */
import type { Problem } from '#shared/contract/problem.ts';
import type { Run } from '#shared/contract/run.ts';
import { countOf } from '../../../components/words.ts';
import { asClause, newRunWords } from '../run-bar/status.ts';

export interface ProblemWords {
  title: string;
  advice: string;
}

/**
 * "Page 32 failed: the service could not answer (500). 31 pages, 310 rows are saved. Retrying goes
 * on from page 32 and repeats no paid page." The problem's own words where that isn't so.
 */
export function problemWords(
  problem: Problem,
  {
    state,
    pageCount,
    rowCount,
    heldBack,
  }: Pick<Run, 'state' | 'pageCount' | 'rowCount' | 'heldBack'>,
): ProblemWords {
  if (state.kind === 'cursorRefused' && state.problem === problem) {
    return { title: problem.title, advice: newRunWords(pageCount) };
  }
  const isOfPage = state.kind === 'failed' && state.problem === problem;
  const canRetry = problem.remedies.some(({ kind }) => kind === 'tryAgain');
  if (!isOfPage || !canRetry || pageCount === 0) {
    return { title: problem.title, advice: problem.advice };
  }
  const rows = rowCount + heldBack;
  const saved = `${countOf(pageCount, 'page')}, ${countOf(rows, 'row')} ${rows === 1 && pageCount === 1 ? 'is' : 'are'} saved.`;
  const goesOn = `Retrying goes on from page ${state.page} and repeats no paid page.`;
  // What else it says of a busy service is said by these two.
  const advice = problem.code === 'service_error' ? '' : ` ${problem.advice}`;
  return {
    title: `Page ${state.page} failed: ${asClause(problem.title)}.`,
    advice: `${saved} ${goesOn}${advice}`,
  };
}
