/** What a running sample service keeps: credentials, cursors, operations, counts. */
import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { operationRetentionMs, trialKeyDays, trialKeyPrefix } from '#shared/service/answers.ts';
import { refusal } from './answers.ts';
import type { Json } from './answers.ts';
import { createMemory } from './data/ids.ts';
import type { World } from './data/ids.ts';
import type { Rows } from './questions.ts';

export type Service = ReturnType<typeof createService>;

/** Types of Hono's context: Node's objects, and what the middleware adds. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { credential: Credential };
}

/** Amounts that measurements replace: rows of every page, and the results of a post search. */
export interface Amounts {
  pageRows?: number;
  searchTotal?: number;
}

/** @param clock returns milliseconds since 1970. */
export function createService(clock = Date.now, { pageRows, searchTotal }: Amounts = {}) {
  const world: Omit<World, 'now'> = { memory: createMemory(), searchTotal };
  return {
    world,
    /** Rows per page; undefined for the platforms' own sizes. */
    pageRows,
    keys: createKeys(clock),
    cursors: createCursors(clock),
    operations: createOperations(clock),
    clock,
    /** Requests by method, family of paths and status, as metrics label them. */
    requests: new Map<string, number>(),
    /** Accounts that have failed once (`data-routes.ts`). */
    failedOnce: new Set<string>(),
    startedAt: clock(),
    /** Metered calls that were answered or are being answered. */
    callsCounted: 0,
  };
}

/**
 * Takes a credit and counts the call. Calls refused before or here are not counted; calls that fail afterwards
 * are. @throws a refusal if there is no credit.
 */
export function takeCredit(service: Service, c: Context<Environment>): void {
  const { key } = c.get('credential');
  if (key === null || !service.keys.spend(key)) throw refusal(402);
  service.callsCounted += 1;
}

// Credentials, created at each start.

type KeyKind = 'access' | 'trial' | 'session';

/** A request's; null without one that is known here and valid. */
interface Credential {
  kind: KeyKind | null;
  key: string | null;
}

const dayMs = 86_400_000;
const forever = Number.POSITIVE_INFINITY;
/** Long, because nobody should have to renew the demo's session. */
const demoSessionDays = 365;

function createKeys(clock: () => number) {
  const known = new Map<string, { kind: KeyKind; credits: number; until: number }>();
  const add = (kind: KeyKind, key: string, credits: number, days: number): string => {
    known.set(key, { kind, credits, until: clock() + days * dayMs });
    return key;
  };
  const secret = (prefix: string): string => prefix + randomBytes(18).toString('hex');
  /** An access key for this many metered calls. */
  const createKey = (credits: number): string => add('access', secret('sample_'), credits, forever);
  /** Specification, Authentication, rule 2: valid for 5 days. */
  const createTrialKey = (): string => add('trial', secret(trialKeyPrefix), forever, trialKeyDays);
  return {
    accessKey: createKey(forever),
    trialKey: createTrialKey(),
    sessionToken: add('session', createSession(clock()), 0, demoSessionDays),
    createKey,
    createTrialKey,
    /** Reads an `Authorization` header. */
    identify: (header = ''): Credential => {
      const key = /^Bearer (\S+)$/i.exec(header)?.[1] ?? '';
      const found = known.get(key);
      const isValid = found !== undefined && found.until > clock();
      return isValid ? { kind: found.kind, key } : { kind: null, key: null };
    },
    /** Takes one credit; returns false when there are none. */
    spend: (key: string): boolean => {
      const found = known.get(key);
      if (found === undefined || found.credits <= 0) return false;
      found.credits -= 1;
      return true;
    },
  };
}

/** A JWT as an identity provider issues it, for the demo's own account. */
function createSession(now: number): string {
  const issued = Math.floor(now / 1000);
  const claims = {
    iss: 'https://sign-in.sample.invalid/',
    sub: 'user_sample',
    name: 'Sam Ple',
    email: 'sam@sample.invalid',
    iat: issued,
    exp: issued + (demoSessionDays * dayMs) / 1000,
    // Makes two tokens created in the same second different.
    jti: randomBytes(6).toString('hex'),
  };
  const body = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  // Nobody verifies it: the service knows its tokens.
  return `${body}.${randomBytes(32).toString('base64url')}`;
}

// Cursors: random texts, so that nobody can read or guess one. Specification, Limits: short-lived, and not to
// be reused with changed parameters.

const lifetimeMs = 15 * 60_000;
/** Old cursors are dropped: the service may run as long as the application. */
const mostCursors = 50_000;

interface Position {
  /** Index of the page's first row. */
  offset: number;
  /** Seconds since 1970 at the first page: all pages show the same moment. */
  now: number;
}

/** A `request` is identified by what its pages have in common (data-routes.ts). */
export function createCursors(clock: () => number) {
  const issued = new Map<string, { request: string; position: Position; expires: number }>();
  return {
    issue: (request: string, position: Position): string => {
      const cursor = randomBytes(48).toString('base64url');
      issued.set(cursor, { request, position, expires: clock() + lifetimeMs });
      const [oldest = ''] = issued.keys();
      if (issued.size > mostCursors) issued.delete(oldest);
      return cursor;
    },
    /** @throws a refusal with the reason. */
    open: (request: string, cursor: string): Position => {
      const content = issued.get(cursor);
      const again = 'Repeat the request without a cursor.';
      if (content === undefined) throw refusal(400, `The cursor is not valid. ${again}`);
      if (content.expires <= clock()) throw refusal(400, `The cursor has expired. ${again}`);
      if (content.request === request) return content.position;
      throw refusal(400, 'The cursor belongs to another request: a parameter has changed.');
    },
  };
}

// Background operations: nothing runs, each is finished once the clock says so.

/**
 * The rows that a stored question found at the time of the request. All pages of an answer are from one table,
 * so that they are consistent however long the paging takes.
 */
export interface StoredTable {
  /** The `tableName` for requesting further pages. */
  name: string;
  /** The key that owns the table, and the identity of the request it answers. */
  key: string;
  request: string;
  rows: Rows;
  pageSize: number;
  dbQuery: string;
}

export interface Operation {
  readonly table: StoredTable;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishesAt: number;
  /** Makes the specification's `result`, once it is finished. */
  readonly result: () => Promise<Json>;
}

/** Long enough to see that something is being prepared, and short to wait for. */
const workSeconds = 6;
/** Old operations are removed: the service may run as long as the application. */
const maxOperations = 1000;

export function createOperations(clock: () => number, seconds = workSeconds) {
  const operations = new Map<string, Operation>();
  const isThere = ({ finishesAt, table }: Operation, key: string | null): boolean =>
    table.key === key && clock() < finishesAt + operationRetentionMs;
  return {
    /** Returns the operation's id. @param after another one, or null. */
    start: (table: StoredTable, result: Operation['result'], after: string | null = null) => {
      for (const [old, one] of operations) {
        if (operations.size >= maxOperations || !isThere(one, one.table.key))
          operations.delete(old);
      }
      const startedAt = operations.get(after ?? '')?.finishesAt ?? clock();
      const id = `op_${randomBytes(12).toString('hex')}`;
      operations.set(id, { table, result, startedAt, finishesAt: startedAt + seconds * 1000 });
      return id;
    },
    /** Null when there is none, when it has expired, or when another key started it. */
    find: (id: string, key: string | null): Operation | null => {
      const operation = operations.get(id);
      return operation !== undefined && isThere(operation, key) ? operation : null;
    },
    /** The table of an operation; it lasts as long as one of its operations. */
    tableNamed: (name: string, key: string | null): StoredTable | null => {
      const isOf = (one: Operation): boolean => one.table.name === name && isThere(one, key);
      return [...operations.values()].find(isOf)?.table ?? null;
    },
  };
}
