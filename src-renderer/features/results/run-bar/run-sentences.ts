/** The state of a run in words, for the run bar. Every state has its sentence. */
import { assertNever } from '#shared/assert-never.ts';
import { singleItem, type Catalogue, type Resource } from '#shared/catalogue/types.ts';
import { inputStatusWords, type RunList, whyIncomplete } from '#shared/contract/list.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { bytesInWords, countOf, grouping, lowerFirst } from '#renderer/components/words.ts';
import {
  hasMoreStored,
  isPreparing,
  operationStatus,
  pollingStatus,
  reachableWords,
  asClause,
  heldText,
  lostCursorWords,
  plain,
  sinceSeconds,
  withStop,
  type RunStatus,
} from './status.ts';

/** The settings that affect a run, and what has been used of them. */
type RunSettings = Pick<Preferences, 'ceilings' | 'retries'> & {
  /** Null: not known, or not needed. */
  callsToday: number | null;
};

/** Whether the limit that a run paused at allows more calls: it was raised, or a day has passed. */
export function isBelowLimit(
  { state, calls }: Pick<Run, 'state' | 'calls'>,
  { ceilings, callsToday }: Omit<RunSettings, 'retries'>,
): boolean {
  if (state.kind !== 'limit') return false;
  if (state.reason === 'runCeiling') return ceilings.run === null || calls < ceilings.run;
  return (
    state.reason === 'dayCeiling' &&
    (ceilings.day === null || (callsToday !== null && callsToday < ceilings.day))
  );
}

/** `now`: in ms since 1970, for counting seconds. */
export const runStatus = (
  run: Run,
  now: number,
  settings: RunSettings,
  catalogue: Catalogue,
): RunStatus =>
  run.derived === null
    ? stateStatus(run, now, settings, singleItem(catalogue, run))
    : plain('done', countOf(run.rowCount, 'row'), `${madeWords[run.derived.from.kind]}. No calls.`);

const madeWords = {
  compare: 'Made from your runs',
  collections: 'Made from your runs',
  dataset: 'Read from a dataset',
  file: 'Read from a file',
};

/** `single`: what it asks for if that is one item. */
function stateStatus(
  run: Run,
  now: number,
  settings: RunSettings,
  single: Resource | null,
): RunStatus {
  const { state } = run;
  // Pages of a list are those of all inputs, also of earlier tries: nobody could tell which is meant.
  const hasPages = single === null && run.list === null;
  const held = heldText(run, single);
  const heldBefore = run.pageCount === 0 ? null : held;
  switch (state.kind) {
    case 'queued':
      return plain('working', hasPages ? `Page ${state.page} queued` : 'Queued', heldBefore);
    case 'fetching':
      return {
        tone: 'working',
        lead: [
          {
            text: `Getting ${hasPages ? `page ${state.page}` : single ? `the ${single.one}` : 'rows'}…`,
          },
          { text: sinceSeconds(Date.parse(state.since), now), ticking: true },
        ],
        detail: heldBefore,
      };
    case 'stopping':
      return plain(
        'working',
        'Stopping…',
        'The answer on its way is paid for, so the run waits a few seconds for it.',
      );
    case 'retrying':
      return {
        tone: 'warn',
        lead: [
          {
            text: hasPages
              ? `Page ${state.page}: ${asClause(state.problem.title)}. Trying again`
              : `${withStop(state.problem.title)} Trying again`,
          },
          { text: inSeconds(now, Date.parse(state.at)), ticking: true },
          { text: ` (attempt ${state.attempt + 1} of ${settings.retries + 1})` },
        ],
        detail: null,
      };
    case 'polling':
      return pollingStatus(run, state, now, heldBefore);
    case 'more':
      return plain('more', `${held} · more available`, reachableWords(run, now));
    case 'limit':
      return limitStatus(run, state.reason, settings, held);
    case 'noMore':
      return single ? plain('done', held) : noMoreStatus(run, held);
    case 'notAll':
      return notAllStatus(run, held);
    case 'stopped':
      return stoppedStatus(run, state, now, held, hasPages);
    case 'failed':
      return run.pageCount === 0
        ? plain('danger', firstFailed(hasPages), withStop(state.problem.title))
        : endedEarly(
            'danger',
            run,
            held,
            hasPages ? `page ${state.page} failed` : 'the last request failed',
          );
    case 'outOfCredits':
      return run.pageCount === 0
        ? plain('danger', firstFailed(hasPages), 'The plan’s limit is reached.')
        : endedEarly('danger', run, held, 'the plan’s limit is reached');
    case 'cursorRefused':
      return plain('danger', `${held} · page ${state.page} can no longer be loaded`);
    case 'cursorRepeated':
      return plain(
        'warn',
        `${held} · ended`,
        'The service sent the same cursor twice, so continuing would pay for the same rows again.',
      );
    case 'operationNoData':
    case 'operationError':
    case 'operationCancelled':
    case 'operationExpired':
      return operationStatus(state, heldBefore);
    case 'interrupted':
      return interruptedStatus(run, state, held, hasPages);
    default:
      return assertNever(state);
  }
}

const firstFailed = (hasPages: boolean): string =>
  hasPages ? 'The first page failed' : 'The request failed';

const stoppedBefore = (hasPages: boolean): string =>
  hasPages ? 'Stopped before the first page' : 'Stopped before an answer arrived';

/** "3 pages · 60 rows · page 4 failed"; for a list, "4 of 10 inputs · stopped". */
const endedEarly = (tone: RunStatus['tone'], run: Run, held: string, how: string): RunStatus =>
  run.list === null
    ? plain(tone, `${held} · ${how}`)
    : plain(tone, `${inputsText(run)} · ${how}`, held);

function limitStatus(
  run: Run,
  reason: Extract<RunState, { kind: 'limit' }>['reason'],
  settings: RunSettings,
  held: string,
): RunStatus {
  const { ceilings } = settings;
  const continuing = `${held}. Continuing takes more calls.`;
  switch (reason) {
    case 'pages':
      return plain(
        'more',
        `Stopped at ${countOf(run.pageCount, 'page')}, as asked · more available`,
        held,
      );
    case 'rows': {
      const asked = run.plan?.limit.rows ?? run.rowCount;
      return plain(
        'more',
        `Stopped at ${countOf(asked, 'row')}, as asked · more available`,
        // Those of the last page that weren't asked for may be shown, too.
        run.rowCount === asked && run.heldBack === 0 ? null : held,
      );
    }
    case 'known':
      return plain('done', 'Everything new is here · stopped at rows you already have', held);
    case 'runCeiling':
      return plain(
        'warn',
        ceilings.run === null || isBelowLimit(run, settings)
          ? `Paused after ${countOf(run.calls, 'call')}`
          : `This run has reached its limit of ${countOf(ceilings.run, 'call')}`,
        continuing,
      );
    case 'dayCeiling':
      return plain(
        'warn',
        ceilings.day === null || isBelowLimit(run, settings)
          ? 'Paused at a daily limit'
          : `Today’s calls have reached the limit of ${countOf(ceilings.day, 'call')}`,
        continuing,
      );
    case 'inputs':
      return plain('more', inputsText(run), held);
    case 'maxCalls':
      return plain(
        'warn',
        run.list !== null && run.calls < run.list.maxCalls
          ? 'Stopped at the number of calls you agreed to'
          : `The list has reached its cap of ${countOf(run.calls, 'call')}`,
        held,
      );
    case 'failures':
      return plain(
        'warn',
        'Five inputs in a row failed, were refused or weren’t found, so the list stopped',
        held,
      );
    default:
      return assertNever(reason);
  }
}

/** The progress of the list: "84 of 200 inputs · 3 failed". */
function inputsText({ list }: Pick<Run, 'list'>): string {
  if (list === null) return '';
  const { statuses, count } = list;
  const ends = (['failed', 'cutOff', 'refused'] as const)
    .filter((status) => statuses[status] > 0)
    .map((status) => ` · ${grouping(statuses[status])} ${lowerFirst(inputStatusWords[status])}`);
  return `${grouping(count - statuses.waiting)} of ${countOf(count, 'input')}${ends.join('')}`;
}

/** The end of a list whose inputs were all asked. */
function listEndStatus(run: Run, statuses: RunList['statuses'], held: string): RunStatus {
  const { partly } = statuses;
  if (partly > 0) {
    const more = `${grouping(partly)} ${partly === 1 ? 'has' : 'have'} more`;
    return plain('more', `${inputsText(run)} · ${more}`, held);
  }
  return whyIncomplete(statuses) === null
    ? plain('done', `${inputsText(run)} · complete`, held)
    : plain('warn', `${inputsText(run)} · incomplete`, held);
}

function noMoreStatus(run: Run, held: string): RunStatus {
  if (run.list !== null) return listEndStatus(run, run.list.statuses, held);
  const [file] = run.files;
  if (file !== undefined && run.rowCount === 0) {
    return plain('done', 'The service’s CSV is here', bytesInWords(file.bytes));
  }
  if (run.operation?.downloadUrl != null && run.rowCount === 0) {
    return plain('done', 'The service’s answer is ready as a file');
  }
  return plain('done', `${held} · complete`);
}

/** The service has more rows; the next step gets them. */
function notAllStatus(run: Run, held: string): RunStatus {
  const lead = `${held} · incomplete`;
  return hasMoreStored(run)
    ? plain('more', lead, 'This is the first page only.')
    : plain('warn', lead, lostCursorWords(run));
}

function stoppedStatus(
  run: Run,
  { unanswered }: Extract<RunState, { kind: 'stopped' }>,
  now: number,
  held: string,
  hasPages: boolean,
): RunStatus {
  if (isPreparing(run)) {
    return plain(
      'quiet',
      run.pageCount === 0
        ? 'Stopped waiting for the answer'
        : `${held} · stopped waiting for page ${run.pageCount + 1}`,
      'The service may keep preparing it. Waiting costs nothing.',
    );
  }
  const mayCost = 'The request on its way may have been counted.';
  if (run.list !== null) {
    const again = unanswered ? ` · ${mayCost} Continuing sends it again.` : '';
    return endedEarly('quiet', run, `${held}${again}`, 'stopped');
  }
  if (run.pageCount === 0) return plain('quiet', stoppedBefore(hasPages));
  const page = `page ${run.pageCount + 1}`;
  const next = unanswered
    ? `${mayCost} Continuing asks for ${page} again.`
    : `Continuing starts with ${page}.`;
  const reachable = reachableWords(run, now);
  return plain('quiet', `${held} · stopped`, reachable === null ? next : `${next} ${reachable}`);
}

function inSeconds(now: number, at: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  return seconds > 0 ? ` in ${seconds} s` : ' now';
}

type Interrupted = Extract<RunState, { kind: 'interrupted' }>;
type Rested = Interrupted['rested'];

function interruptedStatus(
  run: Run,
  { rested, failure }: Interrupted,
  held: string,
  hasPages: boolean,
): RunStatus {
  if (run.pageCount === 0) return beforeFirstPage(run, rested, hasPages);
  // Specification, Limits: the cursor is only valid in its session.
  const stays = run.stoppedAt === null ? ` ${lostCursorWords(run)}` : '';
  return plain('quiet', held, `${whyItEnded(rested, failure)}${stays}`);
}

function beforeFirstPage({ calls }: Run, rested: Rested, hasPages: boolean): RunStatus {
  const counted = `${countOf(calls, 'call')} may have been counted.`;
  if (rested !== null) {
    return plain('quiet', stoppedBefore(hasPages), calls === 0 ? null : counted);
  }
  return plain(
    'quiet',
    hasPages ? 'Interrupted before the first page' : 'Interrupted',
    calls === 0
      ? 'The program closed before anything was sent.'
      : `The program closed before an answer arrived. ${counted}`,
  );
}

const whyEnded: Record<NonNullable<Rested>, string> = {
  more: 'More was available when the program closed.',
  limit: 'More was available when the program closed.',
  stopped: 'More was available when the program closed.',
  failed: 'A page had failed when the program closed.',
  outOfCredits: 'The plan’s limit was reached when the program closed.',
  cursorRefused: 'The service had refused to continue.',
};

function whyItEnded(rested: Rested, failure: Interrupted['failure']): string {
  if (rested === null) return 'The program closed while this ran.';
  const why = whyEnded[rested];
  return rested === 'failed' && failure !== undefined
    ? `A page had failed when the program closed: ${asClause(failure.title)}.`
    : why;
}
