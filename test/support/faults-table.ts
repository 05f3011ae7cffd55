/**
 * What must follow from each failure of the service: checklist 29 as data, for contract and
 * end-to-end tests. Statuses: specification, Errors. `call` and `retried`: checklist 24.
 */
import type { CallOutcome, ProblemCode, Remedy } from '#shared/contract/problem.ts';
import type { Fault } from './second-server/index.ts';

export interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  readonly code: ProblemCode;
  readonly call: CallOutcome;
  /** Best first. */
  readonly remedies: readonly Remedy['kind'][];
  /** Answered 429 or 5xx: two automatic retries, so three requests in all. */
  readonly retried: boolean;
  /** How the run rests; `failed` unless given. */
  readonly state?: 'outOfCredits';
}

const answered = { call: 'answered', retried: false } as const;
const status = (
  code: Extract<Fault, { kind: 'status' }>['status'],
  more: { trial?: boolean } = {},
): Fault => ({ kind: 'status', status: code, ...more });

/** Failures of a first page: no cursor is involved. `hang` needs a small timeout. */
export const faultCases: readonly FaultCase[] = [
  {
    name: '400',
    fault: status(400),
    code: 'invalid_request',
    remedies: ['changeParameter'],
    ...answered,
  },
  {
    name: '401',
    fault: status(401),
    code: 'unauthorized',
    remedies: ['openAccount', 'tryAgain'],
    ...answered,
  },
  {
    name: '402',
    fault: status(402),
    code: 'plan_limit',
    remedies: ['openAccount', 'tryAgain'],
    state: 'outOfCredits',
    ...answered,
  },
  {
    name: '403 with the trial code',
    fault: status(403, { trial: true }),
    code: 'trial_live',
    remedies: ['useStoredData', 'openAccount'],
    ...answered,
  },
  {
    name: '403 with another code',
    fault: status(403),
    code: 'forbidden',
    remedies: ['openAccount', 'tryAgain'],
    ...answered,
  },
  {
    name: '404',
    fault: status(404),
    code: 'not_found',
    remedies: ['changeParameter'],
    ...answered,
  },
  {
    name: '410',
    fault: status(410),
    code: 'not_found',
    remedies: ['changeParameter'],
    ...answered,
  },
  {
    name: '429',
    fault: status(429),
    code: 'rate_limited',
    remedies: ['tryAgain'],
    call: 'answered',
    retried: true,
  },
  {
    name: '500',
    fault: status(500),
    code: 'service_error',
    remedies: ['tryAgain'],
    call: 'answered',
    retried: true,
  },
  {
    name: '503',
    fault: status(503),
    code: 'service_error',
    remedies: ['tryAgain'],
    call: 'answered',
    retried: true,
  },
  {
    name: 'no answer in time',
    fault: { kind: 'hang' },
    code: 'timeout',
    remedies: ['tryAgain'],
    call: 'unanswered',
    retried: false,
  },
  {
    name: 'a broken connection',
    fault: { kind: 'reset' },
    code: 'connection',
    remedies: ['tryAgain'],
    call: 'unanswered',
    retried: false,
  },
  {
    name: 'a page of HTML',
    fault: { kind: 'html' },
    code: 'not_json',
    remedies: ['tryAgain'],
    ...answered,
  },
  {
    name: 'half an answer',
    fault: { kind: 'truncated' },
    code: 'truncated',
    remedies: ['tryAgain'],
    ...answered,
  },
  {
    name: 'an answer of another shape',
    fault: { kind: 'wrongShape' },
    code: 'wrong_shape',
    remedies: ['tryAgain'],
    ...answered,
  },
  {
    name: 'a redirect',
    fault: { kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' },
    code: 'redirect_refused',
    remedies: ['openAccount'],
    ...answered,
  },
];

/** Statuses that speak of the cursor when the request carried one. */
export const cursorStatuses = [400, 404, 410] as const;
