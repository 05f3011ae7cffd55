/**
 * The routes, derived from the catalogue. A request's way: record → fault chosen → key → route →
 * fault applied.
 */
import { Hono } from 'hono';
import { liveEndpoints, storedEndpoints } from '#shared/catalogue/index.ts';
import { answerPlan, answerTrialToken, answerUsage } from './account.ts';
import { answerApiDocs, answerOpenApiJson, answerOpenApiYaml } from './description/answer.ts';
import { applyFault } from './faults.ts';
import { answerLive } from './live.ts';
import { answerOperation } from './operation-record.ts';
import { questions } from './questions/index.ts';
import type { Question } from './data/rows.ts';
import { refuse } from './refusals.ts';
import type { Environment, SampleRequest, Service } from './service.ts';
import { answerStored } from './stored.ts';
import { answerHealth, answerHistory, answerMetrics, answerStatus } from './status.ts';
import { isMetered } from './metering.ts';

/** Old requests make room, since the service may run as long as the application. */
const mostRequests = 5000;

/** A request's own mistakes; faults do not hide them. */
const isRefusal = (status: number): boolean => status >= 400 && status <= 403;

/** `/users/{username}/live` → `/users/:username/live`. */
const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A stored question is its live one, asked of what is stored. */
function questionOf(endpointId: string): Question {
  const question = questions[endpointId.replace(/\.stored$/, '')];
  if (question === undefined) throw new Error(`Nobody answers ${endpointId}.`);
  return question;
}

export function createApp(service: Service): Hono<Environment> {
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
    if (service.requests.length >= mostRequests) service.requests.shift();
    service.requests.push(request);
    if (credential.key !== null && isMetered(path)) service.underWay.add(credential.key, c.env);
    const fault = service.faults.take();
    c.set('credential', credential);
    c.set('fault', fault);
    await next();
    const refused = isRefusal(c.res.status);
    if (fault !== null && refused) service.faults.giveBack(fault);
    if (fault !== null && !refused) {
      const answer = await applyFault(fault.fault, c.res, c.env);
      // Without this, Hono would copy the first answer's headers.
      c.res = undefined;
      c.res = answer;
      if (c.env.incoming.socket.destroyed || c.env.outgoing.headersSent) return;
    }
    // By this clock operations expire; a client may compare (specification, Limits).
    c.res.headers.set('date', new Date(service.clock()).toUTCString());
    request.status = c.res.status;
  });

  // Specification, Authentication: all data endpoints need a key, whether or not they exist.
  app.use('/api/data/*', async (c, next) => {
    const { kind } = c.get('credential');
    if (kind !== 'access' && kind !== 'trial') return refuse(401);
    await next();
    return undefined;
  });

  for (const endpoint of liveEndpoints) {
    app.get(toRoute(endpoint.path), answerLive(service, endpoint, questionOf(endpoint.id)));
  }
  // After the live ones: `/posts/users/live` is no account.
  for (const endpoint of storedEndpoints) {
    app.get(toRoute(endpoint.path), answerStored(service, endpoint, questionOf(endpoint.id)));
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
