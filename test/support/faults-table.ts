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

const answered = (
  name: string,
  fault: Fault,
  code: ProblemCode,
  remedies: FaultCase['remedies'],
  more: Partial<FaultCase> = {},
): FaultCase => ({ name, fault, code, remedies, call: 'answered', retried: false, ...more });

const status = (
  code: Extract<Fault, { kind: 'status' }>['status'],
  more: { trial?: boolean } = {},
): Fault => ({ kind: 'status', status: code, ...more });

const retried = { retried: true };
const unanswered = { call: 'unanswered' } as const;
const keyRemedies = ['openAccount', 'tryAgain'] as const;
const elsewhere = { kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' } as const;

/** Failures of a first page: no cursor is involved. `hang` needs a small timeout. */
export const faultCases: readonly FaultCase[] = [
  answered('400', status(400), 'invalid_request', ['changeParameter']),
  answered('401', status(401), 'unauthorized', keyRemedies),
  answered('402', status(402), 'plan_limit', keyRemedies, { state: 'outOfCredits' }),
  answered('403 with the trial code', status(403, { trial: true }), 'trial_live', [
    'useStoredData',
    'openAccount',
  ]),
  answered('403 with another code', status(403), 'forbidden', keyRemedies),
  answered('404', status(404), 'not_found', ['openAccount']),
  answered('410', status(410), 'not_found', ['openAccount']),
  answered('429', status(429), 'rate_limited', ['tryAgain'], retried),
  answered('500', status(500), 'service_error', ['tryAgain'], retried),
  answered('503', status(503), 'service_error', ['tryAgain'], retried),
  answered('no answer in time', { kind: 'hang' }, 'timeout', ['tryAgain'], unanswered),
  answered('a broken connection', { kind: 'reset' }, 'connection', ['tryAgain'], unanswered),
  answered('a page of HTML', { kind: 'html' }, 'not_json', ['tryAgain']),
  answered('half an answer', { kind: 'truncated' }, 'truncated', ['tryAgain']),
  answered('an answer of another shape', { kind: 'wrongShape' }, 'wrong_shape', ['tryAgain']),
  answered('a redirect', elsewhere, 'redirect_refused', ['openAccount']),
];

/** Statuses that speak of the cursor when the request carried one. */
export const cursorStatuses = [400, 404, 410] as const;
