/** Inputs of a list in words: their statuses, and the ways to continue. */
import type { ListNext, RunList } from '#shared/contract/list.ts';
import { countOf, grouping } from '#renderer/components/words.ts';

export { inputStatusWords as statusWords } from '#shared/contract/list.ts';

export interface ListStep {
  inputs: ListNext['inputs'];
  label: string;
  /** What it costs. */
  detail: string;
  /** Calls at most, without retries. */
  bound: number;
}

/** The ways to continue a list, the best first. */
export function stepsOf(list: RunList, callsSoFar = 0): ListStep[] {
  if (list.isLost) return [];
  const { waiting, failed, partly } = list.statuses;
  const asked = list.count - waiting;
  const step = (inputs: ListNext['inputs'], count: number, label: string): ListStep[] => {
    if (count === 0) return [];
    const bound = Math.ceil(count / list.perCall) * list.perInput;
    const mean = asked === 0 || callsSoFar === 0 ? null : Math.ceil((callsSoFar / asked) * count);
    const about = mean === null || mean >= bound ? '' : `about ${countOf(mean, 'call')}, `;
    const detail =
      about === ''
        ? `At most ${countOf(bound, 'call')}`
        : `A${about.slice(1)}at most ${grouping(bound)}`;
    return [{ inputs, label, detail, bound }];
  };
  const others = asked === 0 ? `all ${grouping(waiting)}` : `the other ${grouping(waiting)}`;
  return [
    ...step('waiting', waiting, `Continue with ${waiting === 1 ? 'the last one' : others}`),
    ...step(
      'failed',
      failed,
      failed === 1 ? 'Try the failed one again' : `Try the ${grouping(failed)} failed again`,
    ),
    ...step('more', partly, `Get more of ${grouping(partly)}`),
  ];
}
