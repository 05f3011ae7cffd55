/** State shared by all routes of a running sample service. */
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
  /** Null until it is answered. */
  status: number | null;
  key: KeyKind;
  /** The service's clock, in milliseconds since 1970. */
  at: number;
}

export interface Service {
  world: Omit<World, 'now'>;
  /** Rows per page; undefined for the platforms' own sizes. */
  pageRows: number | undefined;
  keys: Keys;
  cursors: Cursors;
  operations: Operations;
  clock: () => number;
  requests: SampleRequest[];
  /** Accounts that have failed once (`live.ts`). */
  failedOnce: Set<string>;
  /** By the service's clock. */
  startedAt: number;
  /** Metered calls that were answered or are being answered. */
  callsCounted: number;
}

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
 * Takes a credit and counts the call; returns null on success, otherwise the answer. Calls refused before
 * or here are not counted; calls that fail afterwards are.
 */
export function takeCredit(service: Service, c: Context<Environment>): Response | null {
  const { key } = c.get('credential');
  if (key === null || !service.keys.spend(key)) return refuse(402);
  service.callsCounted += 1;
  return null;
}
