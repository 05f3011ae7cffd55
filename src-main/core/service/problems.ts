/**
 * Turns a request's outcome into what the person reads: what happened, what to do, whether it cost a
 * call. Statuses and bodies: specification, Errors.
 */
import { quoted } from '#shared/characters.ts';
import { assertNever } from '#shared/assert-never.ts';
import { whyNotFound } from '#shared/contract/problem.ts';
import type { Problem, ProblemDetails, Remedy } from '#shared/contract/problem.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { trialKeyDays, trialLiveCode } from '#shared/service/answers.ts';
import { describeNotSent, describeTruncated, describeUnanswered } from './connection-problems.ts';
import {
  adviceWith,
  errorBody,
  isForeignNotFound,
  isServicesError,
  jsonOf,
  saidInFull,
} from './problem-parts.ts';
import type { NamedParameter, ProblemParts, RequestContext } from './problem-parts.ts';
import { callOutcome } from './send.ts';
import type { Answer, Answered, Truncated } from './send.ts';

const tryAgain: Remedy = { kind: 'tryAgain' };
const openAccount: Remedy = { kind: 'openAccount' };
const runAgain: Remedy = { kind: 'runAgain' };

/** Returns the problem with a request. `parts`: for answers that only their reader can interpret. */
export const requestProblem = (
  answer: Answer,
  context: RequestContext,
  parts?: ProblemParts,
): Problem => ({
  ...(parts ?? describe(answer, context)),
  call: callOutcome(answer),
  details: problemDetails(answer, context),
});

/** Returns details for support: what the service answered, to what, and when. */
export const problemDetails = (
  answer: Answer,
  { target, attempts }: Pick<RequestContext, 'target' | 'attempts'>,
): ProblemDetails => ({
  serviceSaid: saidInFull(answer),
  status: 'status' in answer ? answer.status : null,
  serviceCode: errorBody(answer).code ?? null,
  target,
  sentAt: answer.sentAt,
  ms: answer.ms,
  attempts,
});

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
        : `The service found no ${thing} ${quoted(account)}.`,
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
  if (answer.kind === 'notSent') return ['refused', 'unknownHost', 'noProxy'].includes(answer.why);
  return answer.kind === 'answered' && (answer.status === 429 || answer.status >= 500);
}

/** Returns the wait that an answer asks for, in milliseconds; null when it asks for none. */
export const retryAfterMs = (answer: Answer): number | null =>
  answer.kind === 'answered' ? retryAfterIn(answer.headers) : null;

/**
 * Returns the wait that `Retry-After` asks for, in milliseconds; null when it is missing or unreadable.
 * The header has seconds or a date (RFC 9110, 10.2.3); a date is relative to the service's own clock,
 * which may differ from ours.
 */
export function retryAfterIn(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfterMs);
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const serviceTime = Date.parse(headers.get('date') ?? '');
  const wait = until - (Number.isNaN(serviceTime) ? Date.now() : serviceTime);
  return Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

/** Longer waits are as good as never. */
const longestRetryAfterMs = 365 * 86_400_000;

/** A longer `Retry-After` is left to the person, since nobody watches a countdown of ten minutes. */
export const longestWaitMs = 60_000;

const retryAdvice = (wait: number | null): string =>
  wait === null
    ? 'Wait a moment and try again.'
    : `The service asks you to wait ${inWords(wait)}. Then try again.`;

/** Formats a wait, rounded up: “40 seconds”, “15 minutes”, “3 days”. */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

// Problems of 401 and 403, whose meaning depends on the credential that was sent.

const useStoredData: Remedy = { kind: 'useStoredData' };

const describeUnauthorized = ({ sentWith }: RequestContext): ProblemParts => ({
  code: 'unauthorized',
  ...unauthorized[sentWith ?? 'nothing'],
  remedies: [openAccount, tryAgain],
});

const unauthorized: Record<CredentialKind | 'nothing', Pick<ProblemParts, 'title' | 'advice'>> = {
  accessKey: {
    title: 'The service did not accept the key.',
    advice: 'Check the key in Account or replace it, then try again.',
  },
  trialKey: {
    title: 'The service did not accept the trial key.',
    advice: `Trial keys end after ${trialKeyDays} days. Add an access key in Account or get another trial key, then try again.`,
  },
  sessionToken: {
    title: 'The service did not accept your dashboard sign-in.',
    advice: 'It may have expired. Paste a new sign-in token in Account. Your work isn’t affected.',
  },
  nothing: {
    title: 'The service asks for a sign-in where none is needed.',
    advice: 'Check the service address in Account; something in between may have answered.',
  },
};

function describeForbidden(
  answer: Answered,
  { hasStored, sentWith }: RequestContext,
): ProblemParts {
  if (errorBody(answer).code === trialLiveCode) {
    return {
      code: 'trial_live',
      title: 'A trial key can’t get live data.',
      advice: hasStored
        ? 'Trial keys get stored data only. Ask for stored data, or add an access key.'
        : 'Trial keys get stored data only. Add an access key to ask this question.',
      remedies: hasStored ? [useStoredData, openAccount] : [openAccount],
    };
  }
  const isKey = sentWith === 'accessKey' || sentWith === 'trialKey';
  return {
    code: 'forbidden',
    title: isKey
      ? 'This key isn’t allowed to ask this question.'
      : 'You aren’t allowed to see this.',
    advice: adviceWith(
      answer,
      isKey ? 'Use another key, or ask the owner of the account.' : 'Ask the owner of the account.',
    ),
    remedies: [openAccount, tryAgain],
  };
}

// Finds which of a question's parameters an error is about, if the error says so.

/** Returns the key of the parameter that the error names; null when it names none, without guessing. */
function namedParameter(answer: Answer, parameters: readonly NamedParameter[]): string | null {
  const { message, error } = errorBody(answer);
  return (
    firstNamedIn(`${message ?? ''}\n${error ?? ''}`, parameters) ??
    pointedAt(jsonOf(answer), parameters)
  );
}

interface Found {
  key: string;
  at: number;
  length: number;
}

/** Finds the parameter named first in a text; of two names at the same position, the longer one. */
function firstNamedIn(text: string, parameters: readonly NamedParameter[]): string | null {
  const found = parameters.flatMap((parameter) =>
    namesOf(parameter).flatMap((name): Found[] => {
      const at = text.search(name);
      const length = name.exec(text)?.[0].length ?? 0;
      return at === -1 ? [] : [{ key: parameter.key, at, length }];
    }),
  );
  // "The comment ID" begins before its own "ID".
  const [first] = found.toSorted((one, other) => one.at - other.at || other.length - one.length);
  return first?.key ?? null;
}

/** Matches a name as sent and in words: `commentId`, "comment ID". One word: only as sent, or "ID". */
const namesOf = ({ key, wire }: NamedParameter): RegExp[] =>
  [...new Set([key, wire ?? key])].flatMap((name) => {
    const words = name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll('_', ' ')
      .split(' ')
      .map(escaped);
    const asSent = wholeWord(escaped(name), 'u');
    const areWords = words.length > 1 || /^ids?$/i.test(name);
    return areWords ? [asSent, wholeWord(words.join(String.raw`[\s_-]?`), 'iu')] : [asSent];
  });

const wholeWord = (pattern: string, flags: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_-])${pattern}(?![\p{L}\p{N}_-])`, flags);

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);

/** Error bodies are not nested deeper. */
const deepest = 5;
/** Members that say where an error is. Elsewhere an answer may repeat the whole question. */
const location = /^(?:field|param|parameter|property|argument|name|key|path|loc|location|in)s?$/i;
const complaints = /error|detail|violation|issue|invalid|problem/i;

/** Searches members: `{"field": "lang"}`, `{"errors": {"lang": […]}}`, `{"loc": ["query", "lang"]}`. */
function pointedAt(
  value: unknown,
  parameters: readonly NamedParameter[],
  member = '',
  depth = 0,
): string | null {
  const keyOf = (name: string): string | null =>
    parameters.find(({ key, wire }) => name === wire || name === key)?.key ?? null;
  if (typeof value === 'string') return location.test(member) ? keyOf(value) : null;
  if (typeof value !== 'object' || value === null || depth > deepest) return null;
  if (Array.isArray(value)) {
    return firstOf(value, (one) => pointedAt(one, parameters, member, depth + 1));
  }
  return firstOf(Object.entries(value), ([name, inner]) => {
    const named = complaints.test(member) ? keyOf(name) : null;
    return named ?? pointedAt(inner, parameters, name, depth + 1);
  });
}

function firstOf<T>(all: readonly T[], find: (one: T) => string | null): string | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}
