/** What a problem with a request is told from, and the parts of it that differ. */
import type { ProblemCode, Remedy } from '#shared/contract/problem.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';

import type { NamedParameter } from './named-parameter.ts';

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
export interface Told {
  code: ProblemCode;
  title: string;
  advice: string;
  remedies: Remedy[];
}
