/** The end of a collection, as an exit code for schedulers and a sentence for people. */
import type { ProblemCode } from '#shared/contract/problem.ts';
import { inputStatusWords } from '#shared/contract/list.ts';
import { inputsOf, maxWindowRows } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
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
  /** What it comes from, as a word for programs: a code of `problemCodes`, or the limit that was reached. */
  cause: string | null;
  /** A sentence; null when complete. */
  why: string | null;
}

export const complete: Ended = { ending: 'complete', cause: null, why: null };

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
  unknown_host: 'temporary',
  untrusted: 'temporary',
  proxy: 'temporary',
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
export class WrongInput extends Error {
  readonly code: ProblemCode;

  constructor(why: string, code: ProblemCode = 'invalid_input') {
    super(why);
    this.code = code;
  }
}

/** The person's mistake. */
export const wrong = (why: string, cause = 'invalid_input'): Ended => ({
  ending: 'wrong',
  cause,
  why,
});

/** @param isBegun whether calls may have been sent: then the person's input was valid. */
export function endOfError(error: unknown, isBegun: boolean): Ended {
  const ended = readError(error);
  return ended.ending === 'wrong' && isBegun ? { ...ended, ending: 'ourFault' } : ended;
}

function readError(error: unknown): Ended {
  if (error instanceof WrongInput) return wrong(error.message, error.code);
  if (error instanceof ProblemError) {
    const { code, title, advice } = error.problem;
    return { ending: endings[code], cause: code, why: `${title} ${advice}` };
  }
  if (error instanceof StoreError) {
    const ending = error.code === 'in_use' ? 'temporary' : 'ourFault';
    return { ending, cause: error.code, why: error.message };
  }
  // Any other error may contain paths and values: it is only logged.
  return { ending: 'ourFault', cause: 'internal', why: 'Something went wrong in this program.' };
}

const limitWords = {
  maxCalls:
    'The calls allowed by --max-calls are used up. Run the same command with a higher --max-calls to continue.',
  dayCeiling:
    'The daily limit set in Settings is reached. Run the same command tomorrow, or raise the limit.',
  runCeiling:
    'The limit for a run, set in Settings, is reached. Raise it, then run the same command.',
} as const;

/**
 * @param wrongLines number of lines left out of the inputs because they are invalid.
 * @param again what the same command pays for once more: `askedAgain`.
 */
export function endOfRun(run: Run, wrongLines: number, again: string | null): Ended {
  const ended = endWithout(run, wrongLines);
  return again === null ? ended : { ...ended, why: [ended.why, again].join(' ').trim() };
}

function endWithout({ state, list }: Run, wrongLines: number): Ended {
  if ('problem' in state) return endOfError(new ProblemError(state.problem), true);
  const { failed = 0, refused = 0, cutOff = 0, partly = 0 } = list?.statuses ?? {};
  const ofInputs = (ending: Ending, words: string, trouble = list?.trouble): Ended => ({
    ending,
    cause: trouble?.code ?? trouble?.status ?? 'invalid_input',
    why: [words, trouble?.why].join(' ').trim(),
  });
  if (failed > 0 && failed === list?.count) return ofInputs('temporary', 'All inputs failed.');
  switch (state.kind) {
    case 'noMore': {
      const missing = Object.entries({
        failed,
        refused,
        'cut off': cutOff,
        invalid: wrongLines,
      }).flatMap(([how, inputs]) => (inputs > 0 ? [`${inputs} ${how}`] : []));
      if (missing.length === 0) return partly === 0 ? complete : asAsked(partly);
      const words = `Not all inputs are complete: ${missing.join(', ')}.`;
      // Inputs that don't exist are complete.
      const isOfLines = missing.length === 1 && wrongLines > 0;
      return ofInputs('partial', words, isOfLines ? null : list?.trouble);
    }
    case 'limit': {
      const { reason } = state;
      if (reason === 'failures') {
        return ofInputs(
          'temporary',
          'Five inputs in a row failed, were refused or weren’t found. Check the question and the service’s status, then run the same command to continue.',
        );
      }
      const why = Object.entries(limitWords).find(([limit]) => limit === reason)?.[1] ?? null;
      return { ending: 'partial', cause: reason, why };
    }
    default: {
      const why = 'Stopped before the end. Run the same command to continue.';
      return { ending: 'partial', cause: state.kind, why };
    }
  }
}

/** All pages that were asked for are here, and the service has more. */
const asAsked = (inputs: number): Ended => ({
  ...complete,
  cause: 'pages',
  why: `The service has more for ${countOf(inputs, 'input')} than the pages asked for.`,
});

/** The end after a signal. @param again as in `endOfRun`. */
export function endOfSignal({ reason }: Pick<AbortSignal, 'reason'>, again: string | null = null) {
  const ending = reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM';
  const why = ['Stopped. Run the same command to continue.', again].join(' ').trim();
  return { ending, cause: ending, why } satisfies Ended;
}

/** Says what is asked again that may cost a second time: a request, or the pages of an input; null: nothing. */
export async function askedAgain(call: Call, { id, list, state }: Run): Promise<string | null> {
  let pages = 0;
  const count = maxWindowRows;
  for (let offset = 0; offset < (list?.count ?? 0); offset += count) {
    const { rows } = await call('rows.window', { runId: inputsOf(id), offset, count });
    for (const input of rows) {
      const isWaiting = input['status'] === inputStatusWords.waiting;
      if (isWaiting) pages = Math.max(pages, Number(input['pages'] ?? 0));
    }
  }
  const calls = countOf(pages, 'more call');
  const sentences = [
    state.kind === 'stopped' && state.unanswered
      ? 'The request on its way may have been counted, and is sent again.'
      : '',
    pages > 0 ? `The input it stopped at starts again from its first page: ${calls}.` : '',
  ];
  return sentences.filter((one) => one !== '').join(' ') || null;
}
