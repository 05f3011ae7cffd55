/** What all routes of one running sample service share. */
import { createCursors } from './cursors.ts';
import type { Cursors } from './cursors.ts';
import { createMemory } from './data/memory.ts';
import type { World } from './data/memory.ts';
import { createKeys } from './keys.ts';
import type { Credential, KeyKind, Keys } from './keys.ts';
import { createOperations } from './operations.ts';
import type { Operations } from './operations.ts';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { refuse } from './answers.ts';

/** One request that arrived. */
export interface SampleRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** Null while there is no answer. */
  status: number | null;
  key: KeyKind;
  /** The service's clock, in milliseconds since 1970. */
  at: number;
}

export interface Service {
  world: Omit<World, 'now'>;
  /** Rows of a page; undefined: as the platforms have it. */
  pageRows: number | undefined;
  keys: Keys;
  cursors: Cursors;
  operations: Operations;
  clock: () => number;
  requests: SampleRequest[];
  /** Accounts that failed for the first time (`live.ts`). */
  failedOnce: Set<string>;
  /** By the service's clock. */
  startedAt: number;
  /** Metered calls it answered or began to answer. */
  callsCounted: number;
}

/** Types of Hono's context: what Node gives, and what middleware finds out. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { credential: Credential };
}

/** What a measurement wants otherwise: rows of every page, and what a post search finds. */
export interface Amounts {
  pageRows?: number;
  searchTotal?: number;
}

/** `clock` gives milliseconds since 1970. */
export function createService(
  clock: () => number = Date.now,
  { pageRows, searchTotal }: Amounts = {},
): Service {
  return {
    world: { seed: 'sample', memory: createMemory(), searchTotal },
    pageRows,
    keys: createKeys(clock),
    cursors: createCursors(clock),
    operations: createOperations(clock),
    clock,
    requests: [],
    failedOnce: new Set(),
    startedAt: clock(),
    callsCounted: 0,
  };
}

/**
 * Takes a credit and counts the call: null when that went well, otherwise the answer. Whatever
 * is refused before or here is not counted; whatever goes wrong afterwards is.
 */
export function takeCredit(service: Service, c: Context<Environment>): Response | null {
  const { key } = c.get('credential');
  if (key === null || !service.keys.spend(key)) return refuse(402);
  service.callsCounted += 1;
  return null;
}
