/**
 * The words of the run bar: the parts of its sentences, and those for stored data that the service
 * prepares in the background.
 */
import { quoted } from '#shared/characters.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { countOf, grouping } from '#renderer/components/words.ts';
import { assertNever } from '#shared/assert-never.ts';
import { operationPhase } from '#shared/service/answers.ts';

/** `ticking` parts change every second and are hidden from screen readers. */
interface StatusPart {
  text: string;
  ticking?: true;
}

export interface RunStatus {
  /** `quiet`: nothing to do and nothing wrong. */
  tone: 'more' | 'working' | 'done' | 'quiet' | 'warn' | 'danger';
  lead: StatusPart[];
  /** What else the person should know. */
  detail: string | null;
}

export const plain = (
  tone: RunStatus['tone'],
  text: string,
  detail: string | null = null,
): RunStatus => ({ tone, lead: [{ text }], detail });

/** Returns the status with one more sentence. */
export const withMore = ({ detail, ...status }: RunStatus, more: string): RunStatus => ({
  ...status,
  detail: detail === null ? more : `${withStop(detail)} ${more}`,
});

/**
 * "3 pages · 60 rows": what is on this computer; "2 pages · 12 of 15 fetched rows shown"; with a known
 * total, "1 of 30 pages · 100 of 3,000 rows". For a single item: "1 account". For a list only the rows,
 * since its pages include those of inputs that were asked again.
 */
export function heldText(
  {
    state,
    pageCount,
    rowCount,
    heldBack,
    total,
    notices,
    list,
  }: Pick<Run, 'state' | 'pageCount' | 'rowCount' | 'heldBack' | 'total' | 'notices' | 'list'>,
  single: Resource | null,
): string {
  const unshown = notices.filter(({ code }) => code === 'page_not_shown').length;
  if (single !== null) {
    const { one, many } = single;
    if (unshown > 0) return `The ${one} is too large to show`;
    if (rowCount > 0) return countOf(rowCount, one, many);
    return state.kind === 'noMore' ? `No ${one} found` : `No ${one} yet`;
  }
  const rows =
    heldBack === 0
      ? shareOf(rowCount, total?.rows ?? null, 'row')
      : `${grouping(rowCount)} of ${countOf(rowCount + heldBack, 'row')} shown`;
  const missing = unshown === 0 ? '' : ` · ${countOf(unshown, 'page')} not shown`;
  const pages = list === null ? `${shareOf(pageCount, total?.pages ?? null, 'page')} · ` : '';
  return `${pages}${rows}${missing}`;
}

/** The total is mentioned while it exceeds what is here. */
const shareOf = (count: number, all: number | null, one: string): string =>
  all === null || all <= count ? countOf(count, one) : `${grouping(count)} of ${countOf(all, one)}`;

/**
 * What continuing costs if the cursor is lost (specification, Limits: cursors). If it can be continued by
 * date, its cost is shown beside the button.
 */
export const lostCursorWords = ({
  pageCount,
  stoppedAt,
}: Pick<Run, 'pageCount' | 'stoppedAt'>): string =>
  stoppedAt === null
    ? `The rows are kept. To get further, start a new run: about ${countOf(pageCount, 'call')} to get back here.`
    : 'The rows are kept.';

/** Empty in the first second: most pages arrive by then. */
export function sinceSeconds(from: number, now: number): string {
  const seconds = Math.floor((now - from) / 1000);
  return seconds > 0 ? ` ${seconds} s` : '';
}

export const withStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;

/** Returns a sentence as a clause of another one: "the service could not answer (503)". */
export function asClause(sentence: string): string {
  const clause = sentence.replace(/\.$/, '');
  // Names and abbreviations keep their capital.
  return /^(?:The|A|An|This|That|It|No|Nothing|Something)\b/.test(clause)
    ? clause.charAt(0).toLowerCase() + clause.slice(1)
    : clause;
}

export interface ProblemWords {
  title: string;
  advice: string;
}

/**
 * "Page 32 failed: the service could not answer (500). 31 pages, 310 rows are saved. Retrying continues
 * from page 32 and repeats no page you paid for." The problem's own words if no page failed. Pages of a
 * list have no numbers.
 */
export function problemWords(
  problem: Problem,
  {
    state,
    pageCount,
    rowCount,
    heldBack,
    list,
    stoppedAt,
  }: Pick<Run, 'state' | 'pageCount' | 'rowCount' | 'heldBack' | 'list' | 'stoppedAt'>,
): ProblemWords {
  if (state.kind === 'cursorRefused' && state.problem === problem) {
    return { title: problem.title, advice: lostCursorWords({ pageCount, stoppedAt }) };
  }
  const isOfPage = state.kind === 'failed' && state.problem === problem;
  const canRetry = problem.remedies.some(({ kind }) => kind === 'tryAgain');
  if (!isOfPage || !canRetry || pageCount === 0) {
    return { title: problem.title, advice: problem.advice };
  }
  const rows = rowCount + heldBack;
  const pages = list === null ? `${countOf(pageCount, 'page')}, ` : '';
  const isOnly = rows === 1 && (list !== null || pageCount === 1);
  const saved = `${pages}${countOf(rows, 'row')} ${isOnly ? 'is' : 'are'} saved.`;
  const from = list === null ? `page ${state.page}` : 'there';
  const retryWords = `Retrying continues from ${from} and repeats no page you paid for.`;
  // These two sentences already say what its advice says about a busy service.
  const advice = problem.code === 'service_error' ? '' : ` ${problem.advice}`;
  return {
    title: list === null ? `Page ${state.page} failed: ${asClause(problem.title)}.` : problem.title,
    advice: `${saved} ${retryWords}${advice}`,
  };
}

type OperationEnd = Extract<
  RunState,
  { kind: 'operationNoData' | 'operationError' | 'operationCancelled' | 'operationExpired' }
>;

/** Whether the service was still preparing when last asked, or hasn't been asked yet. */
export const isPreparing = ({ operation }: Pick<Run, 'operation'>): boolean =>
  operation !== null &&
  (operation.status === null || operationPhase(operation.status) === 'running');

/** Whether main reported that a first page of stored data has no cursor for the second one. */
export const hasMoreStored = ({ notices }: Pick<Run, 'notices'>): boolean =>
  notices.some(({ code }) => code === 'stored_more');

/** "The service is preparing the answer · running · 24 s": the state as the service spells it. */
export function pollingStatus(
  { operation }: Pick<Run, 'operation'>,
  state: Extract<RunState, { kind: 'polling' }>,
  now: number,
  heldBefore: string | null,
): RunStatus {
  const what = state.page === 1 ? 'the answer' : `page ${state.page}`;
  const status = operation?.status ?? null;
  const seconds = sinceSeconds(Date.parse(state.since), now);
  return {
    tone: operation?.trouble == null ? 'working' : 'warn',
    lead: [
      { text: `The service is preparing ${what}` },
      ...(status === null ? [] : [{ text: ` · ${status}` }]),
      ...(seconds === '' ? [] : [{ text: ` ·${seconds}`, ticking: true as const }]),
    ],
    detail: operation?.trouble ?? heldBefore ?? 'Waiting costs nothing.',
  };
}

const minute = 60_000;

/**
 * How long the pages of a finished operation can still be fetched (specification, Limits: 15 minutes).
 * Null if that isn't known, or if there is no operation.
 */
export function reachableWords({ operation }: Pick<Run, 'operation'>, now: number): string | null {
  const until = operation?.expiresAt ?? null;
  if (until === null) return null;
  const left = Date.parse(until) - now;
  if (left <= 0) return 'The service keeps an answer for 15 minutes; it may refuse further pages.';
  return left < minute
    ? 'You have less than a minute to get more pages.'
    : `You can get more pages for another ${Math.ceil(left / minute)} min.`;
}

export function operationStatus(state: OperationEnd, held: string | null): RunStatus {
  switch (state.kind) {
    case 'operationNoData':
      return plain(
        'done',
        'The service has no stored data for this question',
        held ?? 'Live data may have it.',
      );
    case 'operationError':
      return plain(
        'danger',
        'The service could not prepare the answer',
        state.message === null ? held : `It says: ${quoted(withStop(state.message))}`,
      );
    case 'operationCancelled':
      return plain(
        'warn',
        'The service cancelled the preparation',
        held ?? 'Running it again starts a new one, which is another call.',
      );
    case 'operationExpired':
      return plain(
        'warn',
        held === null ? 'The prepared answer has expired' : `${held} · the rest has expired`,
        'The service keeps one for 15 minutes, and no longer has it for the key in use. Running it again is another call.',
      );
    default:
      return assertNever(state);
  }
}
