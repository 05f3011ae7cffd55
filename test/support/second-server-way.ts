/** The second server, and a way to a core that has chosen it: new for each test of a file. */
import { afterEach, beforeEach } from 'vitest';
import { paperKeychain } from './core.ts';
import type { TestCoreOptions } from './core.ts';
import { startSecondServer } from './second-server/index.ts';
import type { SecondServer, SecondServerOptions } from './second-server/index.ts';
import { throughCore } from './ways-in.ts';
import type { WayIn } from './ways-in.ts';

export let server: SecondServer;
/** Open once the test called `begin` or `openWay`. */
export let way: WayIn;

export function eachTestHasServer(options?: SecondServerOptions): void {
  beforeEach(async () => {
    server = await startSecondServer(options);
  });
  afterEach(async () => {
    await way.close();
    await server.close();
  });
}

/** A way to a core that knows no address; a second one is what a restart has. */
export async function openWay(options: TestCoreOptions = {}, open = throughCore): Promise<void> {
  way = await open({
    settings: { preferences: { timeoutSeconds: 1 } },
    secrets: paperKeychain(),
    ...options,
  });
}

/** The same with the second server chosen, or the address that the options name. */
export async function begin(options: TestCoreOptions = {}, open = throughCore): Promise<void> {
  const address = options.serviceAddress ?? server.address;
  await openWay({ ...options, serviceAddress: address }, open);
  await way.value('service.choose', { kind: 'address', address });
}

export async function addBoth(): Promise<void> {
  await way.value('credential.add', { value: server.accessKey });
  await way.value('credential.add', { value: server.sessionToken });
}

/** Where which credential arrived, in order. */
export const sent = (): [path: string, authorization: string | undefined][] =>
  server.requests.map(({ path, authorization }) => [path, authorization]);

/** A question that every kind of key may ask. */
export const stored = {
  endpointId: 'microblog.posts.search.stored',
  values: { q: 'sea', responseType: 'fast' },
  fields: [],
};
