/** What a problem with a request is told from, and the parts of it that differ. */
import type { ProblemCode, Remedy } from '#shared/contract/problem.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { errorBodySchema, servicesErrorSchema } from '#shared/service/answers.ts';
import type { Answer } from './send.ts';

/** A parameter under the names that an error may give it. */
export interface NamedParameter {
  /** Canonical. */
  key: string;
  /** Null: it is not sent. */
  wire: string | null;
}

/** What the request was, for the sentences and for support. */
export interface RequestContext {
  /** Path and query as sent, the cursor's value replaced. */
  target: string;
  /** The request carried a cursor: 400, 404 and 410 then speak of the cursor. */
  withCursor: boolean;
  /** What a 404 speaks of, in plain words: "post", "account". */
  thing: string;
  /** The account that was asked for, where `thing` is one. */
  account?: string | null;
  /** Canonical key of the parameter that a 404 speaks of. */
  mainParameter: string | null;
  /** All that the question has: a 400 may name one of them. */
  parameters: readonly NamedParameter[];
  /** Its path names one particular thing, which may not be there; a search's does not. */
  asksForOne: boolean;
  /** The same question can be asked of stored data. */
  hasStored: boolean;
  timeoutMs: number;
  /** Requests sent so far for this page, this one included. */
  attempts: number;
  /** Null: the endpoint takes no credential. */
  sentWith: CredentialKind | null;
}

/** The parts of a problem that differ. */
export interface ProblemParts {
  code: ProblemCode;
  title: string;
  advice: string;
  remedies: Remedy[];
}

// What the service says in an error's body.

export function errorBody(answer: Answer): { message?: string; code?: string; error?: string } {
  if (answer.kind !== 'answered') return {};
  try {
    const parsed = errorBodySchema.safeParse(JSON.parse(new TextDecoder().decode(answer.body)));
    if (!parsed.success) return {};
    const { message, code, error } = parsed.data;
    return {
      ...(message === undefined ? {} : { message }),
      ...(code === undefined ? {} : { code }),
      ...(error === undefined ? {} : { error }),
    };
  } catch {
    return {};
  }
}

/**
 * Whether the error's body is the service's: `{success: false, message}` (specification, Errors).
 * Any web server answers 404; what it says then is not about the service's data or keys.
 */
export function isServicesError(answer: Answer): boolean {
  if (answer.kind !== 'answered') return false;
  try {
    return servicesErrorSchema.safeParse(JSON.parse(new TextDecoder().decode(answer.body))).success;
  } catch {
    return false;
  }
}

/** Longest part of the service's message that is shown. */
const longestSaid = 500;

export function saidBy(answer: Answer): string | null {
  if (answer.kind === 'answered' && answer.status < 400) return null;
  const { message, error } = errorBody(answer);
  return (message ?? error)?.slice(0, longestSaid) ?? null;
}

/** The service's own sentence is the best advice on its own rules; ours is the fallback. */
export function adviceWith(answer: Answer, ours: string): string {
  const said = saidBy(answer);
  return said === null ? ours : `It says: “${said}” ${ours}`;
}
