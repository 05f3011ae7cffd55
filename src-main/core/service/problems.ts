/**
 * Turns a request's outcome into what the person reads: what happened, what to do, whether it cost a
 * call. Statuses and bodies: specification, Errors.
 */
import { assertNever } from '#shared/assert-never.ts';
import { whyNotFound } from '#shared/contract/problem.ts';
import type { CallOutcome, Problem, ProblemDetails, Remedy } from '#shared/contract/problem.ts';
import { describeNotSent, describeTruncated, describeUnanswered } from './connection-problems.ts';
import { describeForbidden, describeUnauthorized } from './credential-problems.ts';
import {
  adviceWith,
  errorBody,
  isForeignNotFound,
  isServicesError,
  saidInFull,
} from './problem-parts.ts';
import type { RequestContext, ProblemParts } from './problem-parts.ts';
import { namedParameter } from './named-parameter.ts';
import type { Answer, Answered, Truncated } from './send.ts';

const tryAgain: Remedy = { kind: 'tryAgain' };
const openAccount: Remedy = { kind: 'openAccount' };
const runAgain: Remedy = { kind: 'runAgain' };

/** Returns how the ledger counts an answer. */
export function callOutcome(answer: Answer): Exclude<CallOutcome, 'noCall'> {
  switch (answer.kind) {
    case 'answered':
    case 'truncated':
      return 'answered';
    case 'unanswered':
    case 'notSent':
      return answer.kind;
    default:
      return assertNever(answer);
  }
}

/** Returns the problem with a request. `parts`: for answers that only their reader can interpret. */
export function requestProblem(
  answer: Answer,
  context: RequestContext,
  parts?: ProblemParts,
): Problem {
  return {
    ...(parts ?? describe(answer, context)),
    call: callOutcome(answer),
    details: problemDetails(answer, context),
  };
}

/** Returns details for support: what the service answered, to what, and when. */
export function problemDetails(
  answer: Answer,
  { target, attempts }: Pick<RequestContext, 'target' | 'attempts'>,
): ProblemDetails {
  return {
    serviceSaid: saidInFull(answer),
    status: 'status' in answer ? answer.status : null,
    serviceCode: errorBody(answer).code ?? null,
    target,
    sentAt: answer.sentAt,
    ms: answer.ms,
    attempts,
  };
}

function describe(answer: Answer, context: RequestContext): ProblemParts {
  switch (answer.kind) {
    case 'answered':
      return describeStatus(answer, context);
    case 'truncated':
      return describeTruncated(answer);
    case 'unanswered':
      return describeUnanswered(answer, context);
    case 'notSent':
      return describeNotSent(answer);
    default:
      return assertNever(answer);
  }
}

function describeStatus(answer: Answered, context: RequestContext): ProblemParts {
  const { status } = answer;
  if (isForeignNotFound(answer)) {
    return {
      code: 'not_json',
      title: 'The answer doesn’t look like the service’s own.',
      advice:
        'The service may be restarting: wait a moment and try again. If that doesn’t help, check its address in Account.',
      remedies: [tryAgain, openAccount],
    };
  }
  if (context.withCursor && (status === 400 || status === 404 || status === 410)) {
    return {
      code: 'cursor_refused',
      title: 'The service can no longer continue this run where it stopped.',
      advice:
        'That is only possible for a short time. The pages you have are kept; to get more, start a new run, which pays for them again.',
      remedies: [runAgain],
    };
  }
  // An opaque manual redirect has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return {
      code: 'redirect_refused',
      title: 'The service tried to send the request to another address.',
      advice:
        'The key is only sent to the address you gave, so the redirect wasn’t followed. Check the service address in Account.',
      remedies: [openAccount],
    };
  }
  switch (status) {
    case 400:
      return describeInvalid(answer, context);
    case 401:
      return describeUnauthorized(context);
    case 402:
      return {
        code: 'plan_limit',
        title: 'The plan’s limit is reached, so the service refused the call.',
        advice: adviceWith(
          answer,
          'Ask for less, continue when the plan renews or is upgraded, or use another key.',
        ),
        remedies: [openAccount, tryAgain],
      };
    case 403:
      return describeForbidden(answer, context);
    case 404:
    case 410:
      return describeNotFound(answer, context);
    case 429:
      return {
        code: 'rate_limited',
        title: 'The service asks for fewer requests.',
        advice: retryAdvice(retryAfterMs(answer)),
        remedies: [tryAgain],
      };
    default: {
      const wait = retryAfterMs(answer);
      return {
        // A long pause is not about one input: a list stops, as after a 429, instead of failing each.
        code: wait !== null && wait > longestWaitMs ? 'rate_limited' : 'service_error',
        title: `The service could not answer (${status}).`,
        advice: retryAdvice(wait),
        remedies: [tryAgain],
      };
    }
  }
}

function describeInvalid(answer: Answered, { parameters }: RequestContext): ProblemParts {
  const key = namedParameter(answer, parameters);
  const what = key === null ? 'the question' : 'that value';
  return {
    code: 'invalid_request',
    title: 'The service did not accept the question.',
    advice: adviceWith(answer, `Change ${what} and ask again.`),
    remedies: [{ kind: 'changeParameter', key }],
  };
}

function describeNotFound(
  answer: Answered,
  { asksForOne, thing, mainParameter, account = null }: RequestContext,
): ProblemParts {
  const code = 'not_found';
  const change: Remedy = { kind: 'changeParameter', key: mainParameter };
  const isServices = isServicesError(answer);
  // No one thing was asked for that could be gone: a search that finds nothing is answered.
  if (!asksForOne) {
    return {
      code,
      title: 'The service isn’t at this address.',
      advice: isServices
        ? 'Check the service address in Account: it ends before “/api” or “/docs”. If other questions work, the service doesn’t offer this one.'
        : 'Something else answered. Check the service address in Account.',
      remedies: [openAccount],
    };
  }
  const advice = `${whyNotFound(thing)} Check the value and ask again.`;
  return {
    code,
    title:
      account === null
        ? `The service found no such ${thing}.`
        : `The service found no ${thing} “${account}”.`,
    advice: isServices
      ? advice
      : `${advice} The answer did not look like the service’s own, so check its address in Account, too.`,
    remedies: isServices ? [change] : [change, openAccount],
  };
}

/** `empty`: the body, or the one requested thing in it, is empty. */
export type Unreadable = 'empty' | 'tooLarge' | 'not_json' | 'truncated' | 'wrong_shape';

/** Returns the problem of a 2xx whose body isn't what the specification promises. */
export function unreadableProblem(
  answer: Answered | Truncated,
  context: RequestContext,
  code: Unreadable,
): Problem {
  const parts: Record<typeof code, ProblemParts> = {
    truncated: describeTruncated(answer),
    empty: {
      code: 'wrong_shape',
      title: 'The service sent an empty answer.',
      advice: 'Check what you asked for, then try again.',
      remedies: [tryAgain],
    },
    tooLarge: {
      code: 'wrong_shape',
      title: 'The service’s answer is too large to show.',
      advice:
        'It is kept as a file of JSON in the run’s folder, under “bodies”. Ask for less, or try again.',
      remedies: [tryAgain],
    },
    not_json: {
      code: 'not_json',
      title: 'The service’s answer isn’t data.',
      advice:
        'Something between here and the service may have answered instead. The answer is kept for support; try again.',
      remedies: [tryAgain],
    },
    wrong_shape: {
      code: 'wrong_shape',
      title: 'The service’s answer isn’t in the expected format.',
      advice: 'The whole answer is kept for support. Try again, or contact support.',
      remedies: [tryAgain],
    },
  };
  return requestProblem(answer, context, parts[code]);
}

/** Returns the problem of an answer that a bug of ours failed on; the call still counts. */
export const unforeseenProblem = (answer: Answer, context: RequestContext): Problem =>
  requestProblem(answer, context, {
    code: 'internal',
    title: 'This program could not read the service’s answer.',
    advice: 'The answer is kept for support. Try again, or send the support bundle to support.',
    remedies: [tryAgain],
  });

/** Returns whether the failure may pass, so that the request is retried automatically (checklist 24). */
export function mayPass(answer: Answer): boolean {
  if (answer.kind === 'notSent') return answer.why === 'refused' || answer.why === 'unknownHost';
  return answer.kind === 'answered' && (answer.status === 429 || answer.status >= 500);
}

/**
 * Returns the wait that `Retry-After` asks for, in milliseconds; null when it is missing or unreadable.
 * The header has seconds or a date (RFC 9110, 10.2.3); a date is relative to the service's own clock,
 * which may differ from ours.
 */
export function retryAfterMs(answer: Answer): number | null {
  if (answer.kind !== 'answered') return null;
  const text = answer.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const serviceTime = Date.parse(answer.headers.get('date') ?? '');
  const wait = until - (Number.isNaN(serviceTime) ? Date.now() : serviceTime);
  return Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

/** Longer waits are as good as never. */
const longestRetryAfterMs = 365 * 86_400_000;

/** A longer `Retry-After` is left to the person, since nobody watches a countdown of ten minutes. */
export const longestWaitMs = 60_000;

function retryAdvice(wait: number | null): string {
  return wait === null
    ? 'Wait a moment and try again.'
    : `The service asks you to wait ${inWords(wait)}. Then try again.`;
}

/** Formats a wait, rounded up: “40 seconds”, “15 minutes”, “3 days”. */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
