/**
 * The sample service under a test's control: a clock, keys that run out, and answers that fail. The
 * product's own start has none of this.
 */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { refuse } from '#main/sample-service/answers.ts';
import { createApp, serve } from '#main/sample-service/index.ts';
import { createOperations, createService } from '#main/sample-service/service.ts';
import type { Amounts, Environment } from '#main/sample-service/service.ts';
import { Hono } from 'hono';

/** What goes wrong in an answer about data; more: `second-server/`. */
type SampleFault =
  /** Any status, with the specification's body. */
  | { kind: 'status'; status: number }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Takes the request and breaks the connection. */
  | { kind: 'reset' };

interface SampleRequest {
  path: string;
  query: Readonly<Record<string, string>>;
}

interface Options {
  /** Milliseconds since 1970. */
  now?: () => number;
  amounts?: Amounts;
  /** How long background operations take. */
  operationSeconds?: number;
}

export type TestSampleService = Awaited<ReturnType<typeof startTestSample>>;

export async function startTestSample(options: Options = {}) {
  const { now = Date.now, amounts = {}, operationSeconds } = options;
  let clock = now;
  const read = (): number => clock();
  const service = createService(read, amounts);
  service.operations = createOperations(read, operationSeconds);
  const faults: SampleFault[] = [];

  const app = createApp(service, async (c, next) => {
    const fault = faults.shift();
    if (fault === undefined) return next();
    // Refused before any work, so that nothing is counted.
    if (fault.kind === 'status' && fault.status < 500) return refuse(fault.status);
    await next();
    if (c.res.status !== 200) return undefined;
    const { incoming, outgoing } = c.env;
    if (fault.kind === 'hang') await new Promise((resolve) => outgoing.once('close', resolve));
    if (fault.kind === 'reset') incoming.socket.destroy();
    // Without this, Hono would copy the first answer's headers.
    c.res = undefined;
    c.res = fault.kind === 'status' ? refuse(fault.status) : RESPONSE_ALREADY_SENT;
    return undefined;
  });

  const requests: SampleRequest[] = [];
  const recorder = new Hono<Environment>().all('*', (c) => {
    const { path } = c.req;
    requests.push({ path, query: c.req.query() });
    return app.fetch(c.req.raw, c.env);
  });
  const server = await serve(recorder, 0);
  const { accessKey, trialKey, sessionToken } = service.keys;
  return {
    address: server.address,
    accessKey,
    trialKey,
    sessionToken,
    /** The requests that arrived, oldest first. */
    requests: (): readonly SampleRequest[] => requests,
    /** Metered calls it answered or began to answer; refused ones are not counted. */
    callsCounted: () => service.callsCounted,
    /** The next answer goes wrong. */
    fail: (fault: SampleFault) => void faults.push(fault),
    /** An access key for so many metered calls; the next is answered with 402. */
    createKey: ({ credits }: { credits: number }) => service.keys.createKey(credits),
    setClock: (given: () => number) => {
      clock = given;
    },
    close: server.close,
  };
}
