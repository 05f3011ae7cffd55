/**
 * The sample service: the specification's endpoints over real HTTP, with data generated on request. The
 * routes are those of the catalogue; a request passes key → route. See README.md.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { liveEndpoints, storedEndpoints } from '../catalogue/index.ts';
import { addAccountRoutes, countRequest } from './account.ts';
import { refuse } from './answers.ts';
import { answerLive, answerMedia, answerOperation, answerStored } from './data-routes.ts';
import { addDescriptionRoutes } from './description.ts';
import { questionFor } from './questions.ts';
import { createService } from './service.ts';
import type { Environment, Service } from './service.ts';

export interface SampleServiceHandle {
  /** `http://127.0.0.1:<port>` */
  address: string;
  /** Never runs out of credits. */
  accessKey: string;
  /** Refused by live endpoints; expires 5 days after the start. */
  trialKey: string;
  /** A long-lived dashboard session, for plan and usage. */
  sessionToken: string;
  close: () => Promise<void>;
}

const host = '127.0.0.1';

/** @throws the system's error when the port is unavailable, such as `EADDRINUSE`. */
export async function startSampleService({ port = 0 } = {}): Promise<SampleServiceHandle> {
  const service = createService();
  const { accessKey, sessionToken, trialKey } = service.keys;
  const { address, close } = await serve(createApp(service), port);
  return { address, accessKey, trialKey, sessionToken, close };
}

/** Listens on a port of this computer; 0 takes any free one. */
export async function serve({ fetch }: Pick<Hono<Environment>, 'fetch'>, port: number) {
  // The host's own fetch must not be replaced.
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
  server.listen(port, host);
  // Rejects with the system's error.
  await once(server, 'listening');
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('There is no port.');
  return { address: `http://${host}:${bound.port}`, close };
}

/** `/users/{username}/live` → `/users/:username/live`. */
const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** @param around used by tests to change data requests whose key is valid. */
export function createApp(
  service: Service,
  around?: MiddlewareHandler<Environment>,
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use('*', async (c, next) => {
    c.set('credential', service.keys.identify(c.req.header('authorization')));
    await next();
    // The client has disconnected, or was already answered.
    if (c.env.incoming.socket.destroyed || c.env.outgoing.headersSent) return;
    // Operations expire by this clock; a client may compare (specification, Limits).
    c.res.headers.set('date', new Date(service.clock()).toUTCString());
    countRequest(service, c);
  });

  // Specification, Authentication: all data paths need a key, whether or not they exist.
  app.use('/api/data/*', async (c, next) => {
    const { kind } = c.get('credential');
    if (kind !== 'access' && kind !== 'trial') return refuse(401);
    await next();
    return undefined;
  });
  if (around !== undefined) app.use('/api/data/*', around);

  for (const endpoint of liveEndpoints) {
    app.get(toRoute(endpoint.path), answerLive(service, endpoint, questionFor(endpoint)));
  }
  // After the live ones: `/posts/users/live` is not an account.
  for (const endpoint of storedEndpoints) {
    app.get(toRoute(endpoint.path), answerStored(service, endpoint, questionFor(endpoint)));
  }
  app.get('/api/data/operations/:id', answerOperation(service));
  app.get('/media/:platform/:name{.+}', answerMedia(service));
  addAccountRoutes(app, service);
  addDescriptionRoutes(app);

  app.notFound(() => refuse(404));
  app.onError((error) => (error instanceof HTTPException && error.res) || refuse(500));
  return app;
}

// The sample service as a standalone command.

export const usage = 'Usage: npm run sample-service -- [--port 4400]';

/** The requested port, or null when the command line can't be understood. */
function readPort(args: readonly string[]): number | null {
  try {
    const options = { port: { type: 'string', default: '4400' } } as const;
    const { port } = parseArgs({ args: [...args], options }).values;
    return /^\d{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : null;
  } catch {
    return null;
  }
}

/** Starts the service and prints how to use it, or returns the exit code: 2 for wrong usage. */
export async function runSampleService(
  args: readonly string[],
  { complain, say }: Readonly<Record<'say' | 'complain', (line: string) => void>>,
): Promise<SampleServiceHandle | number> {
  const port = readPort(args);
  if (port === null) {
    complain(usage);
    return 2;
  }
  try {
    const service = await startSampleService({ port });
    const { accessKey, address } = service;
    say(`The sample service is at ${address}`);
    say(`Access key: ${accessKey}`);
    say(`Trial key:  ${service.trialKey}`);
    say(`Sign-in token: ${service.sessionToken}`);
    const example = `${address}/api/data/microblog/posts/live?q=city%20trees`;
    say(`Try: curl -H "Authorization: Bearer ${accessKey}" "${example}"`);
    return service;
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    complain(inUse ? `Port ${port} is taken. Choose another with --port.` : String(error));
    return 1;
  }
}
