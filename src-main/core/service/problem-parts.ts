/** The inputs from which a request's problem is described, and the parts of a problem that vary. */
import type { z } from 'zod';
import { quoted } from '#shared/characters.ts';
import type { ProblemCode, Remedy } from '#shared/contract/problem.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { errorBodySchema, servicesErrorSchema } from './answers.ts';
import type { Answer, Answered } from './send.ts';
import { jsonIn } from '../json/index.ts';

/** A parameter with the names that an error may use for it. */
export interface NamedParameter {
  /** Canonical name. */
  key: string;
  /** Name as sent; null: it isn't sent. */
  wire: string | null;
}

/** What was requested, for messages and for support. */
export interface RequestContext {
  /** Path and query as sent, with the cursor's value masked. */
  target: string;
  /** Whether the request carried a cursor: 400, 404 and 410 are then about the cursor. */
  withCursor: boolean;
  /** What a 404 is about, in plain words: "post", "account". */
  thing: string;
  /** The requested account, if `thing` is one. */
  account?: string | null;
  /** Canonical key of the parameter that a 404 is about. */
  mainParameter: string | null;
  /** All parameters of the question: a 400 may name one of them. */
  parameters: readonly NamedParameter[];
  /** Whether the path names one particular thing, which may not exist; a search's doesn't. */
  asksForOne: boolean;
  /** Whether the same question can be asked of stored data. */
  hasStored: boolean;
  timeoutMs: number;
  /** Number of requests sent so far for this page, including this one. */
  attempts: number;
  /** Null: no credential was sent. */
  sentWith: CredentialKind | null;
}

/** The parts of a problem that vary. */
export interface ProblemParts {
  code: ProblemCode;
  title: string;
  advice: string;
  remedies: Remedy[];
}

const textOf = (answer: Answered): string => new TextDecoder().decode(answer.body);

/** Parses the body of an answer; undefined when there is none or it isn't JSON. */
export const jsonOf = (answer: Answer): unknown =>
  answer.kind === 'answered' ? jsonIn(textOf(answer)) : undefined;

/** Returns what the service says in an error's body. */
export const errorBody = (answer: Answer): z.infer<typeof errorBodySchema> =>
  errorBodySchema.safeParse(jsonOf(answer)).data ?? {};

/**
 * Returns whether an error's body is the service's own: `{success: false, message}` (specification,
 * Errors). Any web server can answer 404, which then says nothing about the service's data or keys.
 */
export const isServicesError = (answer: Answer): boolean =>
  servicesErrorSchema.safeParse(jsonOf(answer)).success;

/**
 * Returns whether a 404 or 410 says nothing about what was asked for: the service's own has a body in
 * JSON. While a service restarts, the proxy before it may answer this to everything.
 */
export const isForeignNotFound = (answer: Answered): boolean =>
  (answer.status === 404 || answer.status === 410) && jsonOf(answer) === undefined;

/** The service's message is shown up to this many characters. */
const longestSaid = 500;

/** Returns the service's message about an error. */
function saidBy(answer: Answer): string | null {
  if (answer.kind === 'answered' && answer.status < 400) return null;
  const { message, error } = errorBody(answer);
  const said = [...new Set([message, error])].filter((one) => one !== undefined).join(' — ');
  return said.slice(0, longestSaid) || null;
}

/**
 * Returns what the service says about an error, for support. The body of a 402 is not specified
 * (Errors), so one without a message is passed on as it is.
 */
export function saidInFull(answer: Answer): string | null {
  const said = saidBy(answer);
  if (said !== null || answer.kind !== 'answered' || answer.status !== 402) return said;
  return textOf(answer).trim().slice(0, longestSaid) || null;
}

/** Puts the service's own message, the best advice about its rules, before ours. */
export function adviceWith(answer: Answer, ours: string): string {
  const said = saidBy(answer);
  return said === null ? ours : `It says: ${quoted(said)} ${ours}`;
}
