/** The end of a collection, as an exit code for schedulers and a sentence for people. */
import type { ProblemCode } from '#shared/contract/problem.ts';
import { inputStatusWords } from '#shared/contract/list.ts';
import { inputsOf, maxWindowRows } from '#shared/contract/run.ts';
import type { Row, Run } from '#shared/contract/run.ts';
import { countOf } from '#shared/counts.ts';
import { ProblemError } from '../core/problem-error.ts';
import { StoreError } from '../core/store/store-error.ts';
import type { Call } from '../launch/call-core.ts';

/** Not 99, which Airflow interprets as “skip”. */
export const exits = {
  complete: 0,
  ourFault: 1,
  /** The recipe or a flag is wrong; nothing was called. */
  wrong: 2,
  /** Some inputs have no answer, or a limit stopped it. The same command continues. */
  partial: 3,
  /** The service refused the key, or a limit of the plan is reached. */
  refused: 4,
  /** The service is down or the folder is in use: the same command may work later. */
  temporary: 75,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

type Ending = keyof typeof exits;

export interface Ended {
  ending: Ending;
  /** A sentence; null when complete. */
  why: string | null;
}

const endings: Readonly<Record<ProblemCode, Ending>> = {
  invalid_input: 'wrong',
  no_address: 'wrong',
  no_credential: 'wrong',
  unauthorized: 'refused',
  forbidden: 'refused',
  trial_live: 'refused',
  plan_limit: 'refused',
  rate_limited: 'temporary',
  service_error: 'temporary',
  timeout: 'temporary',
  connection: 'temporary',
  in_use: 'temporary',
  invalid_request: 'partial',
  not_found: 'partial',
  redirect_refused: 'partial',
  not_json: 'partial',
  truncated: 'partial',
  wrong_shape: 'partial',
  cursor_refused: 'partial',
  storage_full: 'ourFault',
  storage_failed: 'ourFault',
  unknown_method: 'ourFault',
  internal: 'ourFault',
};

/** A mistake in the recipe, the inputs or a flag, found before anything was called. */
export class WrongInput extends Error {}

/** @param isBegun whether calls may have been sent: then the person's input was valid. */
export function endOfError(error: unknown, isBegun: boolean): Ended {
  const { ending, why } = readError(error);
  return { ending: ending === 'wrong' && isBegun ? 'ourFault' : ending, why };
}

function readError(error: unknown): Ended {
  if (error instanceof WrongInput) return { ending: 'wrong', why: error.message };
  if (error instanceof ProblemError) {
    const { code, title, advice } = error.problem;
    return { ending: endings[code], why: `${title} ${advice}` };
  }
  if (error instanceof StoreError) {
    const ending = error.code === 'in_use' ? 'temporary' : 'ourFault';
    return { ending, why: error.message };
  }
  // Any other error may contain paths and values: it is only logged.
  return { ending: 'ourFault', why: 'Something went wrong in this program.' };
}

const limitWords = {
  maxCalls:
    'The calls allowed by --max-calls are used up. Run the same command with a higher --max-calls to continue.',
  dayCeiling:
    'The daily limit set in Settings is reached. Run the same command tomorrow, or raise the limit.',
  runCeiling:
    'The limit for a run, set in Settings, is reached. Raise it, then run the same command.',
} as const;

interface About {
  /** Why the first of its failed or refused inputs was, if known. */
  whyFailed?: string | null;
}

/**
 * @param wrongLines number of lines left out of the inputs because they are invalid.
 * @param again what the same command pays for once more: `askedAgain`.
 */
export function endOfRun(
  run: Run,
  wrongLines: number,
  { again = null, ...about }: About & { again?: string | null } = {},
): Ended {
  const { ending, why } = endWithout(run, wrongLines, about);
  return { ending, why: again === null ? why : [why, again].join(' ').trim() };
}

function endWithout({ state, list }: Run, wrongLines: number, { whyFailed = null }: About): Ended {
  if ('problem' in state) return endOfError(new ProblemError(state.problem), true);
  const { failed = 0, refused = 0, cutOff = 0 } = list?.statuses ?? {};
  const withWhy = (words: string): string => [words, whyFailed].join(' ').trim();
  if (failed > 0 && failed === list?.count) {
    return { ending: 'temporary', why: withWhy('All inputs failed.') };
  }
  switch (state.kind) {
    case 'noMore': {
      const missing = Object.entries({
        failed,
        refused,
        'cut off': cutOff,
        invalid: wrongLines,
      }).flatMap(([how, inputs]) => (inputs > 0 ? [`${inputs} ${how}`] : []));
      if (missing.length === 0) return { ending: 'complete', why: null };
      return {
        ending: 'partial',
        why: withWhy(`Not all inputs are complete: ${missing.join(', ')}.`),
      };
    }
    case 'limit':
      if (state.reason === 'failures') {
        return {
          ending: 'temporary',
          why: withWhy(
            'Five inputs in a row failed, were refused or weren’t found. Check the question and the service’s status, then run the same command to continue.',
          ),
        };
      }
      return {
        ending: 'partial',
        why: Object.entries(limitWords).find(([reason]) => reason === state.reason)?.[1] ?? null,
      };
    default:
      return {
        ending: 'partial',
        why: 'Stopped before the end. Run the same command to continue.',
      };
  }
}

export const signalOf = ({ reason }: AbortSignal): 'SIGINT' | 'SIGTERM' =>
  reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM';

/** @param again as in `endOfRun`. */
export const signalWords = (again: string | null = null): string =>
  ['Stopped. Run the same command to continue.', again].join(' ').trim();

/** Yields the inputs of a run's list, in the order asked. */
async function* inputRows(call: Call, { id, list }: Run): AsyncGenerator<Row> {
  const count = maxWindowRows;
  for (let offset = 0; offset < (list?.count ?? 0); offset += count) {
    yield* (await call('rows.window', { runId: inputsOf(id), offset, count })).rows;
  }
}

/** Returns why the first of the inputs that failed or were refused did, in a sentence; null: none did. */
export async function whyFirstFailed(call: Call, run: Run): Promise<string | null> {
  let found: string | null = null;
  for await (const { status, why } of inputRows(call, run)) {
    if (typeof why !== 'string') continue;
    if (status === inputStatusWords.failed) return why;
    if (status === inputStatusWords.refused) found ??= why;
  }
  return found;
}

/** Says what is asked again that may cost a second time: a request, or the pages of an input; null: nothing. */
export async function askedAgain(call: Call, run: Run): Promise<string | null> {
  let pages = 0;
  for await (const input of inputRows(call, run)) {
    const isWaiting = input['status'] === inputStatusWords.waiting;
    if (isWaiting) pages = Math.max(pages, Number(input['pages'] ?? 0));
  }
  const { state } = run;
  const calls = countOf(pages, 'more call');
  const sentences = [
    state.kind === 'stopped' && state.unanswered
      ? 'The request on its way may have been counted, and is sent again.'
      : '',
    pages > 0 ? `The input it stopped at starts again from its first page: ${calls}.` : '',
  ];
  return sentences.filter((one) => one !== '').join(' ') || null;
}
