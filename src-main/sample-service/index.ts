/**
 * The sample service: the specification's endpoints over real HTTP, with data made up as it is
 * asked for. Imports src-shared, hono and yaml only. See README.md.
 */
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { createService } from './service.ts';
import type { Environment } from './service.ts';

export interface SampleServiceHandle {
  /** `http://127.0.0.1:<port>` */
  address: string;
  /** Never runs out of credits. */
  accessKey: string;
  /** Refused by live endpoints; ends 5 days after the start. */
  trialKey: string;
  /** A dashboard session that lasts: plan and usage. */
  sessionToken: string;
  close: () => Promise<void>;
}

const host = '127.0.0.1';

/** @throws the system's error when the port can't be had, such as `EADDRINUSE`. */
export async function startSampleService({ port = 0 } = {}): Promise<SampleServiceHandle> {
  const service = createService();
  const { accessKey, trialKey, sessionToken } = service.keys;
  const { address, close } = await serve(createApp(service), port);
  return { address, accessKey, trialKey, sessionToken, close };
}

/** Listens at a port of this computer; 0 takes any free one. After `close`, `listen` takes it again. */
export async function serve({ fetch }: Hono<Environment>, port: number) {
  // The host's own fetch must stay as it is.
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
  const listenAt = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });

  await listenAt(port);
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('There is no port.');
  return { address: `http://${host}:${bound.port}`, listen: () => listenAt(bound.port), close };
}
