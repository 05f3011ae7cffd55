/**
 * From what became of a request to what the person reads: what happened, what to do, whether it
 * cost a call. Statuses and bodies: specification, Errors.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { CallOutcome, Problem, Remedy } from '#shared/contract/problem.ts';
import { tellForbidden, tellUnauthorized } from './credential-problems.ts';
import { adviceWith, errorBody, isServicesError, saidBy } from './error-body.ts';
import { namedParameter } from './named-parameter.ts';
import type { Answer, Answered, NotSent, Truncated, Unanswered } from './send.ts';
import type { RequestContext, Told } from './told.ts';

const tryAgain: Remedy = { kind: 'tryAgain' };
const openAccount: Remedy = { kind: 'openAccount' };
const runAgain: Remedy = { kind: 'runAgain' };

/** How the ledger counts an answer. */
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

/** A problem with a request. `told` is for answers that only their reader can judge. */
export function requestProblem(answer: Answer, context: RequestContext, told?: Told): Problem {
  return {
    ...(told ?? tell(answer, context)),
    call: callOutcome(answer),
    details: {
      serviceSaid: saidBy(answer),
      status: 'status' in answer ? answer.status : null,
      serviceCode: errorBody(answer).code ?? null,
      target: context.target,
      sentAt: answer.sentAt,
      ms: answer.ms,
      attempts: context.attempts,
    },
  };
}

function tell(answer: Answer, context: RequestContext): Told {
  switch (answer.kind) {
    case 'answered':
      return tellStatus(answer, context);
    case 'truncated':
      return tellTruncated();
    case 'unanswered':
      return tellUnanswered(answer, context);
    case 'notSent':
      return tellNotSent(answer);
    default:
      return assertNever(answer);
  }
}

function tellStatus(answer: Answered, context: RequestContext): Told {
  const { status } = answer;
  if (context.withCursor && (status === 400 || status === 404 || status === 410)) {
    return {
      code: 'cursor_refused',
      title: 'The service no longer accepts the place where this run stopped.',
      advice:
        'Places in the list are short-lived. What was fetched is kept; going on needs a new run from the start, which costs its pages again.',
      remedies: [runAgain],
    };
  }
  // An opaque manual redirect has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return {
      code: 'redirect_refused',
      title: 'The service tried to send the request to another address.',
      advice:
        'The key only goes to the address you gave, so this was not followed. Check the service address in Account.',
      remedies: [openAccount],
    };
  }
  switch (status) {
    case 400:
      return tellInvalid(answer, context);
    case 401:
      return tellUnauthorized(context);
    case 402:
      return {
        code: 'plan_limit',
        title: 'The plan’s limit is reached, so the service answered no more.',
        advice: 'Go on when the plan is renewed or raised, or use another key.',
        remedies: [openAccount, tryAgain],
      };
    case 403:
      return tellForbidden(answer, context);
    case 404:
    case 410:
      return tellNotFound(answer, context);
    case 429:
      return {
        code: 'rate_limited',
        title: 'The service asks for fewer requests at a time.',
        advice: retryAdvice(answer),
        remedies: [tryAgain],
      };
    default:
      return {
        code: 'service_error',
        title: `The service could not answer (${status}).`,
        advice: 'Wait a moment and try again. Nothing that was fetched is lost.',
        remedies: [tryAgain],
      };
  }
}

function tellInvalid(answer: Answered, { parameters }: RequestContext): Told {
  const key = namedParameter(answer, parameters);
  const what = key === null ? 'the question' : 'that value';
  return {
    code: 'invalid_request',
    title: 'The service did not accept the question.',
    advice: adviceWith(answer, `Change ${what} and ask again.`),
    remedies: [{ kind: 'changeParameter', key }],
  };
}

function tellNotFound(
  answer: Answered,
  { asksForOne, thing, mainParameter }: RequestContext,
): Told {
  const code = 'not_found';
  const change: Remedy = { kind: 'changeParameter', key: mainParameter };
  const isServices = isServicesError(answer);
  if (!isServices && !asksForOne) {
    return {
      code,
      title: 'Nothing of the service is at this address.',
      advice: 'Something else answered there. Check the service address in Account.',
      remedies: [openAccount],
    };
  }
  const advice = 'It may have been deleted or be private. Check the value and ask again.';
  return {
    code,
    title: `The service found no such ${thing}.`,
    advice: isServices
      ? advice
      : `${advice} The answer did not look like the service’s own, so check its address in Account, too.`,
    remedies: isServices ? [change] : [change, openAccount],
  };
}

function tellTruncated(): Told {
  return {
    code: 'truncated',
    title: 'The answer broke off before its end.',
    advice: 'What came of it is kept for support. Try again to fetch the page whole.',
    remedies: [tryAgain],
  };
}

function tellUnanswered(answer: Unanswered, context: RequestContext): Told {
  switch (answer.why) {
    case 'timeout':
      return {
        code: 'timeout',
        title: `The service did not answer within ${Math.round(context.timeoutMs / 1000)} seconds.`,
        advice:
          'It is not repeated by itself, so that nothing is paid twice. Try again when you like.',
        remedies: [tryAgain],
      };
    case 'reset':
    case 'stopped':
      return {
        code: 'connection',
        title: 'The connection broke before an answer came.',
        advice:
          'The request may have arrived, so it is not repeated by itself. Try again when you like.',
        remedies: [tryAgain],
      };
    default:
      return assertNever(answer.why);
  }
}

function tellNotSent(answer: NotSent): Told {
  const code = 'connection';
  switch (answer.why) {
    case 'unknownHost':
      return {
        code,
        title: 'The service’s address could not be found.',
        advice: 'Check the internet connection, and the service address in Account.',
        remedies: [tryAgain, openAccount],
      };
    case 'untrusted':
      return {
        code,
        title: 'The service could not prove who it is.',
        advice:
          'Its certificate is not trusted here, so nothing was sent. Check the service address in Account.',
        remedies: [openAccount, tryAgain],
      };
    case 'unsendable':
      return {
        code,
        title: 'This request can’t be sent as it is.',
        advice:
          'The key or the address has characters that can’t be sent, so nothing was. Check both in Account.',
        remedies: [openAccount, tryAgain],
      };
    case 'refused':
    case 'stopped':
      return {
        code,
        title: 'The service could not be reached.',
        advice: 'Check the internet connection, then try again.',
        remedies: [tryAgain, openAccount],
      };
    default:
      return assertNever(answer.why);
  }
}

/** A 2xx whose body is not what the specification promises. */
export function unreadableProblem(
  answer: Answered | Truncated,
  context: RequestContext,
  code: 'not_json' | 'truncated' | 'wrong_shape',
): Problem {
  const told: Record<typeof code, Told> = {
    truncated: tellTruncated(),
    not_json: {
      code: 'not_json',
      title: 'The service’s answer was not data.',
      advice:
        'Something between here and the service may have answered instead. The answer is kept for support; try again.',
      remedies: [tryAgain],
    },
    wrong_shape: {
      code: 'wrong_shape',
      title: 'The service’s answer has another form than expected.',
      advice: 'The answer is kept for support, whole. Try again, or tell support.',
      remedies: [tryAgain],
    },
  };
  return requestProblem(answer, context, told[code]);
}

/** Whether the person's wait is the best remedy: tried again without asking (checklist 24). */
export function mayPass(answer: Answer): boolean {
  if (answer.kind === 'notSent') return answer.why === 'refused' || answer.why === 'unknownHost';
  return answer.kind === 'answered' && (answer.status === 429 || answer.status >= 500);
}

/** Milliseconds that `Retry-After` asks for (seconds or a date); null when it is not there. */
export function retryAfterMs(answer: Answer, now: number): number | null {
  const text = answer.kind === 'answered' ? answer.headers.get('retry-after') : null;
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function retryAdvice(answer: Answered): string {
  const wait = retryAfterMs(answer, Date.parse(answer.sentAt) + answer.ms);
  return wait === null
    ? 'Wait a moment and try again.'
    : `It asks to wait ${Math.ceil(wait / 1000)} seconds; then try again.`;
}
