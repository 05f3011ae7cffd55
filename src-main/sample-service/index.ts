/**
 * The sample service: the specification's endpoints over real HTTP, with data made up as it is
 * asked for. Imports src-shared and hono only; whoever starts it holds its handle, and there is
 * no route that controls it. See README.md.
 */
import { createAdaptorServer } from '@hono/node-server';
import type { Platform } from '#shared/catalogue/types.ts';
import { createApp } from './app.ts';
import type { Fault, FaultLimits } from './faults.ts';
import { createService } from './service.ts';
import type { Amounts, SampleRequest } from './service.ts';

export type { Fault, FaultLimits } from './faults.ts';
export type { SampleRequest } from './service.ts';

export interface SampleServiceOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Another seed is another world: other people write other posts. */
  seed?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** For measuring: pages of so many rows on all platforms, and so many finds of a post search. */
  amounts?: Amounts;
}

export interface SampleServiceHandle {
  /** `http://127.0.0.1:<port>` */
  address: string;
  /** Never runs out of credits. */
  accessKey: string;
  /** Refused by live endpoints; ends 5 days after the start. */
  trialKey: string;
  /** A dashboard session that lasts: plan and usage. */
  sessionToken: string;
  /** The requests that arrived, the last 5,000 of them, oldest first. */
  requests: () => readonly SampleRequest[];
  /** Metered calls it answered or began to answer; refused ones are not counted. */
  callsCounted: () => number;
  /** Most metered requests that were under way at the same moment with the same key. */
  mostAtOnce: () => number;
  /** Something goes wrong from now on: always, or so many times. */
  fail: (fault: Fault, limits?: FaultLimits) => void;
  clearFaults: () => void;
  /** An access key for so many metered calls; the next is answered with 402. */
  createKey: (options: { credits: number }) => string;
  /** What the service says of a platform from now on: `operational`, `degraded`, `outage`… */
  setStatus: (platform: Platform, status: string, message?: string) => void;
  setClock: (now: () => number) => void;
  /** All cursors handed out so far are refused from now on. */
  expireCursors: () => void;
  /** How long background operations work that are started from now on; 6 at first. */
  setOperationSeconds: (seconds: number) => void;
  /** All operations so far are gone, and the tables of their further pages. */
  expireOperations: () => void;
  /** Connections are refused until `resume`, which takes the same port again. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  close: () => Promise<void>;
}

const host = '127.0.0.1';

/** @throws the system's error when the port can't be had, such as `EADDRINUSE`. */
export async function startSampleService(
  options: SampleServiceOptions = {},
): Promise<SampleServiceHandle> {
  const { port = 0, seed = 'sample', now = Date.now, amounts = {} } = options;
  let clock = now;
  const service = createService(seed, () => clock(), amounts);
  const { fetch } = createApp(service);
  // The host's own fetch must stay as it is.
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });

  const listen = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });

  await listen(port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  const taken = address.port;
  return {
    address: `http://${host}:${taken}`,
    accessKey: service.keys.accessKey,
    trialKey: service.keys.trialKey,
    sessionToken: service.keys.sessionToken,
    requests: () => service.requests,
    callsCounted: () => service.callsCounted,
    mostAtOnce: service.underWay.most,
    fail: service.faults.add,
    clearFaults: service.faults.clear,
    createKey: ({ credits }) => service.keys.createKey(credits),
    setStatus: (platform, status, message) => {
      service.statuses.set(platform, { status, message: message ?? null });
    },
    setClock: (given) => {
      clock = given;
    },
    expireCursors: service.cursors.expireAll,
    setOperationSeconds: service.operations.setSeconds,
    expireOperations: service.operations.expireAll,
    pause: stop,
    resume: () => listen(taken),
    close: stop,
  };
}
