/**
 * The sample service: the specification's endpoints over real HTTP, with data generated on request. The
 * routes are those of the catalogue; a request passes record → key → route. Imports src-shared, hono and
 * yaml only. See README.md.
 */
import { createAdaptorServer } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { liveEndpoints, storedEndpoints } from '#shared/catalogue/index.ts';
import { createService } from './service.ts';
import type { Environment, SampleRequest, Service } from './service.ts';
import { answerPlan, answerTrialToken, answerUsage } from './account.ts';
import { answerApiDocs, answerOpenApiJson, answerOpenApiYaml } from './description/page.ts';
import { answerLive } from './live.ts';
import { answerOperation } from './operation-record.ts';
import { questionFor } from './questions/index.ts';
import { refuse } from './answers.ts';
import { answerStored } from './stored.ts';
import { answerHealth, answerHistory, answerMetrics, answerStatus } from './status.ts';

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
  const { accessKey, trialKey, sessionToken } = service.keys;
  const { address, close } = await serve(createApp(service), port);
  return { address, accessKey, trialKey, sessionToken, close };
}

/** Listens on a port of this computer; 0 takes any free one. After `close`, `listen` listens on it again. */
export async function serve({ fetch }: Hono<Environment>, port: number) {
  // The host's own fetch must not be replaced.
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

/** Limit of recorded requests, since the service may run as long as the application. */
const maxRequests = 5000;

/** `/users/{username}/live` → `/users/:username/live`. */
const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** @param around used by tests to change data requests whose key is valid. */
export function createApp(
  service: Service,
  around?: MiddlewareHandler<Environment>,
): Hono<Environment> {
  const app = new Hono<Environment>();

  app.use('*', async (c, next) => {
    const { method, path } = c.req;
    const credential = service.keys.identify(c.req.header('authorization'));
    const request: SampleRequest = {
      method,
      path,
      query: c.req.query(),
      status: null,
      key: credential.kind,
      at: service.clock(),
    };
    if (service.requests.length >= maxRequests) service.requests.shift();
    service.requests.push(request);
    c.set('credential', credential);
    await next();
    // The client has disconnected, or was already answered.
    if (c.env.incoming.socket.destroyed || c.env.outgoing.headersSent) return;
    // Operations expire by this clock; a client may compare (specification, Limits).
    c.res.headers.set('date', new Date(service.clock()).toUTCString());
    request.status = c.res.status;
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

  // Specification, Endpoint families: a session for the account, nothing for the others.
  app.get('/api/plan', answerPlan);
  app.get('/api/usage', answerUsage(service));
  app.post('/api/trial/token', answerTrialToken(service));
  app.get('/api/status', () => answerStatus(service));
  app.get('/api/status/history', () => answerHistory(service));
  app.get('/health', () => answerHealth(service));
  app.get('/metrics', () => answerMetrics(service));
  app.get('/openapi.json', answerOpenApiJson);
  app.get('/openapi.yaml', answerOpenApiYaml);
  app.get('/api-docs/', answerApiDocs);

  app.notFound(() => refuse(404));
  app.onError(() => refuse(500));
  return app;
}
