/**
 * What can go wrong, switched on by whoever started the service (never over HTTP). A fault
 * replaces a good answer only: a request that is refused for its own mistakes stays refused, so
 * that a fault never hides one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { assertNever } from '#shared/assert-never.ts';
import { refuse } from './refusals.ts';

export type Fault =
  /** Any status, with the specification's body. */
  | { kind: 'status'; status: number }
  | { kind: 'delay'; ms: number }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Takes the request and breaks the connection. */
  | { kind: 'reset' }
  /** Breaks the connection in the middle of the body. */
  | { kind: 'truncated' }
  /** No rows, although more follow; the cursor leads to the rows left out. */
  | { kind: 'emptyPage' }
  /** The cursor of the request is handed out again. */
  | { kind: 'repeatedCursor' };

export interface FaultLimits {
  /** How often it happens; without a number, until cleared. */
  times?: number;
}

export interface Faults {
  add: (fault: Fault, limits?: FaultLimits) => void;
  /** The fault for a request, which uses it up once. */
  take: () => ActiveFault | null;
  giveBack: (fault: ActiveFault) => void;
  clear: () => void;
}

export interface ActiveFault {
  fault: Fault;
  left: number;
}

export function createFaults(): Faults {
  let active: ActiveFault[] = [];
  return {
    add: (fault, { times = Number.POSITIVE_INFINITY } = {}) => {
      active.push({ fault, left: times });
    },
    take: () => {
      const taken = active.find(({ left }) => left > 0) ?? null;
      if (taken !== null) taken.left -= 1;
      return taken;
    },
    giveBack: (fault) => {
      fault.left += 1;
    },
    clear: () => {
      active = [];
    },
  };
}

/** Whether a fault refuses the request before any work, so that nothing is counted. */
export const refusesWork = (fault: Fault | undefined): boolean =>
  fault?.kind === 'status' && fault.status < 500;

/** The answer under a fault, given the good one. */
export async function applyFault(
  fault: Fault,
  good: Response,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return refuse(fault.status);
    case 'delay':
      // Does not keep the process alive.
      await delay(fault.ms, undefined, { ref: false });
      return good;
    case 'hang':
      await new Promise((resolve) => outgoing.once('close', resolve));
      return RESPONSE_ALREADY_SENT;
    case 'reset':
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'truncated': {
      const body = Buffer.from(await good.text());
      outgoing.writeHead(good.status, {
        'content-type': good.headers.get('content-type') ?? '',
        'content-length': body.length,
      });
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => {
        incoming.socket.destroy();
      });
      return RESPONSE_ALREADY_SENT;
    }
    case 'emptyPage':
    case 'repeatedCursor':
      // Made where pages are made (live.ts).
      return good;
    default:
      return assertNever(fault);
  }
}
