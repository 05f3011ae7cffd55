/** What all routes of one running sample service share. */
import { createCursors } from './cursors.ts';
import type { Cursors } from './cursors.ts';
import { createMemory } from './data/memory.ts';
import type { World } from './data/memory.ts';
import { createFaults } from './faults.ts';
import type { ActiveFault, Faults } from './faults.ts';
import { createKeys } from './keys.ts';
import type { Credential, KeyKind, Keys } from './keys.ts';
import { createOperations } from './operations.ts';
import type { Operations } from './operations.ts';
import type { Statuses } from './status.ts';
import type { HttpBindings } from '@hono/node-server';
import { createUnderWay } from './under-way.ts';
import type { UnderWay } from './under-way.ts';

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
  world: World;
  /** Rows of a page; undefined: as the platforms have it. */
  pageRows: number | undefined;
  keys: Keys;
  cursors: Cursors;
  operations: Operations;
  faults: Faults;
  clock: () => number;
  requests: SampleRequest[];
  underWay: UnderWay;
  statuses: Statuses;
  /** By the service's clock. */
  startedAt: number;
  /** Metered calls it answered or began to answer. */
  callsCounted: number;
}

/** Types of Hono's context: what Node gives, and what middleware finds out. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: { credential: Credential; fault: ActiveFault | null };
}

/** What a bench wants otherwise than it is. */
export interface Amounts {
  pageRows?: number;
  searchTotal?: number;
}

export function createService(
  seed: string,
  clock: () => number,
  { pageRows, searchTotal }: Amounts,
): Service {
  return {
    world: { seed, memory: createMemory(), searchTotal },
    pageRows,
    keys: createKeys(clock),
    cursors: createCursors(clock),
    operations: createOperations(clock),
    faults: createFaults(),
    clock,
    requests: [],
    underWay: createUnderWay(),
    statuses: new Map(),
    startedAt: clock(),
    callsCounted: 0,
  };
}
