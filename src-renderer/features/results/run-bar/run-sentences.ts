/** The state of a run in words, for the run bar. Every state has its sentence. */
import { assertNever } from '#shared/assert-never.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import { groupDigits } from '../values/cell-view.ts';

type RunLimitReason = Extract<RunState, { kind: 'limit' }>['reason'];

/** `ticking` parts change every second and are not read aloud. */
export interface StatusPart {
  text: string;
  ticking?: true;
}

export interface RunStatus {
  /** `quiet`: nothing to do and nothing wrong. */
  tone: 'more' | 'working' | 'done' | 'quiet' | 'warn' | 'danger';
  lead: StatusPart[];
  /** What the person should know beyond it. */
  detail: string | null;
}

/** Specification, Limits and our rule: one request and at most two automatic repeats. */
const mostAttempts = 3;

/** "1 page", "1,204 rows". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(String(count))} ${count === 1 ? one : many}`;
}

/** "3 pages · 60 rows": what is on this computer. */
export const heldText = ({ pageCount, rowCount }: Pick<Run, 'pageCount' | 'rowCount'>): string =>
  `${counted(pageCount, 'page')} · ${counted(rowCount, 'row')}`;

export function statusText({ lead }: RunStatus): string {
  return lead.map(({ text }) => text).join('');
}

/** `now` in ms since 1970, for what counts seconds. */
export function runStatus(run: Run, now: number): RunStatus {
  const { state } = run;
  const held = heldText(run);
  const heldBefore = run.pageCount === 0 ? null : held;
  const plain = (tone: RunStatus['tone'], text: string, detail: string | null = null) => ({
    tone,
    lead: [{ text }],
    detail,
  });
  switch (state.kind) {
    case 'queued':
      return plain('working', `Page ${state.page} waits for its turn`, heldBefore);
    case 'fetching':
      return {
        tone: 'working',
        lead: [
          { text: `Fetching page ${state.page}…` },
          { text: sinceSeconds(Date.parse(state.since), now), ticking: true },
        ],
        detail: heldBefore,
      };
    case 'retrying':
      return {
        tone: 'warn',
        lead: [
          { text: `Page ${state.page}: ${asClause(state.problem.title)}. Trying again` },
          { text: inSeconds(now, Date.parse(state.at)), ticking: true },
          { text: ` (attempt ${state.attempt + 1} of ${mostAttempts})` },
        ],
        detail: null,
      };
    case 'polling':
      return {
        tone: 'working',
        lead: [
          { text: 'The service is preparing the answer…' },
          { text: sinceSeconds(Date.parse(state.since), now), ticking: true },
        ],
        detail: heldBefore,
      };
    case 'more':
      return plain('more', `${held} · more available`);
    case 'limit':
      return limitStatus(held, state.reason);
    case 'noMore':
      return plain('done', `${held} · that was all`);
    case 'stopped':
      return run.pageCount === 0
        ? plain('quiet', 'Stopped before the first page')
        : plain('quiet', `${held} · stopped`, `Going on starts with page ${run.pageCount + 1}.`);
    case 'failed':
      return run.pageCount === 0
        ? plain('danger', 'Stopped before the first page', withStop(state.problem.title))
        : plain('danger', `${held} · page ${state.page} failed`);
    case 'outOfCredits':
      return run.pageCount === 0
        ? plain('danger', 'Stopped before the first page', 'The plan’s credits are used up.')
        : plain('danger', `${held} · out of credits`);
    case 'cursorRefused':
      return plain('danger', `${held} · page ${state.page} is out of reach`);
    case 'cursorRepeated':
      return plain(
        'warn',
        `${held} · ended`,
        'The service named the same place twice; going on would pay for the same rows again.',
      );
    case 'operationNoData':
      return plain('done', 'The service has no stored data for this question');
    case 'operationError':
      return plain(
        'danger',
        'The service could not prepare the answer',
        state.message === null ? null : withStop(state.message),
      );
    case 'operationCancelled':
      return plain('warn', 'The service gave up preparing the answer');
    case 'operationExpired':
      return plain(
        'warn',
        'The prepared answer has expired',
        'The service keeps one for 15 minutes; asking again starts a new one.',
      );
    case 'interrupted':
      return run.pageCount === 0
        ? plain(
            'quiet',
            'Interrupted before the first page',
            'The program closed before an answer came. Going on needs a new start.',
          )
        : plain(
            'quiet',
            held,
            'This run was interrupted when the program closed. Its rows are here; going on needs a new start.',
          );
    default:
      return assertNever(state);
  }
}

function limitStatus(held: string, reason: RunLimitReason): RunStatus {
  const lead = (text: string): RunStatus['lead'] => [{ text: `${held} · ${text}` }];
  switch (reason) {
    case 'pages':
    case 'rows':
      return { tone: 'more', lead: lead('limit reached'), detail: null };
    case 'runCeiling':
      return {
        tone: 'warn',
        lead: lead('as many calls as a run may make'),
        detail: 'You set this ceiling in Settings; with a higher one the run can go on.',
      };
    case 'dayCeiling':
      return {
        tone: 'warn',
        lead: lead('as many calls as a day may have'),
        detail: 'You set this ceiling in Settings; with a higher one the run can go on.',
      };
    default:
      return assertNever(reason);
  }
}

/** Nothing in the first second: most pages come before anyone wonders. */
function sinceSeconds(from: number, now: number): string {
  const seconds = Math.floor((now - from) / 1000);
  return seconds > 0 ? ` ${seconds} s` : '';
}

function inSeconds(now: number, at: number): string {
  const seconds = Math.ceil((at - now) / 1000);
  return seconds > 0 ? ` in ${seconds} s` : ' now';
}

const withStop = (sentence: string): string =>
  /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;

/** A sentence as a part of another one: "the service could not answer (503)". */
function asClause(sentence: string): string {
  const clause = sentence.replace(/\.$/, '');
  // Names and abbreviations keep their capital.
  return /^(?:The|A|An|This|That|It|No|Nothing|Something)\b/.test(clause)
    ? clause.charAt(0).toLowerCase() + clause.slice(1)
    : clause;
}
