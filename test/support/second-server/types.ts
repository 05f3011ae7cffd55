/** Words shared by the parts of the second server. */
import type { LiveEndpointFact, StoredEndpointFact } from '../facts/types.ts';

/** JSON with integers of any size: a bigint is written digit by digit. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue };

export type JsonObject = { readonly [member: string]: JsonValue };

/** One data question: which endpoint with which values. */
export interface Question {
  readonly endpoint: LiveEndpointFact | StoredEndpointFact;
  /** Decoded path parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** Query parameters as sent, less `cursor`, `pageNumber` and `tableName`. */
  readonly query: Readonly<Record<string, string>>;
}

/** An answer of a live endpoint that pages, with what a fault needs to bend it. */
export interface PageContext {
  readonly question: Question;
  readonly offset: number;
  readonly sentCursor: string | undefined;
  /** The good answer's body. */
  readonly body: JsonObject;
}

export type Headers = Readonly<Record<string, string>>;

export type Answer = { readonly status: number; readonly headers?: Headers } & (
  | {
      readonly kind: 'json';
      readonly body: JsonValue;
      readonly style: JsonStyle;
      readonly page?: PageContext;
    }
  | { readonly kind: 'text'; readonly type: string; readonly body: string }
);

export type JsonStyle = 'compact' | 'indented' | 'ascii';

/** Something that goes wrong; see `fail`. */
export type Fault = (
  | {
      readonly kind: 'status';
      readonly status: 400 | 401 | 402 | 403 | 404 | 410 | 429 | 500 | 503;
      /** 403 only: the trial code instead of some other code. */
      readonly trial?: boolean;
      /** `Retry-After`: seconds, or an HTTP date. */
      readonly retryAfter?: number | string;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Answers as usual, once this was done. */
  | { readonly kind: 'meanwhile'; readonly act: () => void | Promise<void> }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'html' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'wrongShape' }
  | { readonly kind: 'emptyPage' }
  | { readonly kind: 'repeatedCursor' }
  /** Members of the page's envelope that take the place of the good ones. */
  | { readonly kind: 'page'; readonly members: JsonObject }
  | { readonly kind: 'redirect'; readonly to: string }
) & {
  /** Only requests whose path begins so are hit; `/api/data/` unless given. */
  readonly path?: string;
};

export interface SecondServerOptions {
  /** Replaces the platform's page size (but not an explicit `limit` nor the search's 10). */
  readonly pageSize?: number;
  readonly totalRows?: number;
  /** Answers about data until there is 402; any number unless given. */
  readonly credits?: number;
  readonly accessKey?: string;
  readonly trialKey?: string;
  readonly sessionToken?: string;
  /** Calls everything otherwise that the project only assumes, and has more (`renaming.ts`). */
  readonly renamed?: boolean;
  /** What `/openapi.json` answers; 404 unless given. */
  readonly selfDescription?: JsonValue;
}

export interface ReceivedRequest {
  readonly method: string;
  /** As sent, still percent-encoded. */
  readonly path: string;
  /** As sent. */
  readonly body: string;
  /** Decoded; a repeated parameter (refused anyway) keeps its last value. */
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 0 until an answer was sent whole: for ever when the fault was `hang`, `reset` or `truncated`. */
  readonly status: number;
}
