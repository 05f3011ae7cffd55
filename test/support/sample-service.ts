/**
 * The sample service under a test's control: a clock, keys that run out, cursors that end, and
 * faults in its answers about data. The product's own start has none of this.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { answerJson, refuse } from '#main/sample-service/answers.ts';
import { createApp, serve } from '#main/sample-service/index.ts';
import { createCursors, identityOf } from '#main/sample-service/cursors.ts';
import { createOperations } from '#main/sample-service/operations.ts';
import { createService } from '#main/sample-service/service.ts';
import type { Amounts, Environment } from '#main/sample-service/service.ts';
import { assertNever } from '#shared/assert-never.ts';

export type SampleFault =
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
  let faults: { fault: SampleFault; left: number }[] = [];
  const underWay = countUnderWay();

  const app = createApp(service, async (c, next) => {
    const { key } = c.get('credential');
    const isFree = c.req.path.startsWith('/api/data/operations/');
    if (key !== null && !isFree) underWay.add(key, c.env);
    const taken = faults.find(({ left }) => left > 0);
    if (taken === undefined) return next();
    taken.left -= 1;
    const { fault } = taken;
    // Refused before any work, so that nothing is counted.
    if (fault.kind === 'status' && fault.status < 500) return refuse(fault.status);
    await next();
    if (c.res.status !== 200) return undefined;
    const answer = await changed(fault, c);
    // Without this, Hono would copy the first answer's headers.
    c.res = undefined;
    c.res = answer;
    return undefined;
  });

  /** The answer under a fault, in place of the good one. */
  async function changed(fault: SampleFault, c: Context<Environment>): Promise<Response> {
    const { incoming, outgoing } = c.env;
    const query = c.req.query();
    switch (fault.kind) {
      case 'status':
        return refuse(fault.status);
      case 'delay':
        // Does not keep the process alive.
        await delay(fault.ms, undefined, { ref: false });
        return c.res;
      case 'hang':
        await new Promise((resolve) => outgoing.once('close', resolve));
        return RESPONSE_ALREADY_SENT;
      case 'reset':
        incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      case 'truncated': {
        const body = Buffer.from(await c.res.text());
        outgoing.writeHead(c.res.status, { 'content-length': body.length });
        outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => {
          incoming.socket.destroy();
        });
        return RESPONSE_ALREADY_SENT;
      }
      case 'emptyPage': {
        const start = { offset: 0, now: Math.floor(clock() / 1000) };
        const identity = identityOf(c.req.path, query, ['cursor']);
        const cursor = query['cursor'] ?? service.cursors.issue(identity, start);
        const page = { results: [], count: 0, dataSource: 'api', has_more: true };
        return answerJson(200, { ...page, next_page_cursor: cursor });
      }
      case 'repeatedCursor': {
        const { cursor } = query;
        if (cursor === undefined) return c.res;
        const again = `"next_page_cursor":${JSON.stringify(cursor)}`;
        const body = (await c.res.text()).replace(/"next_page_cursor":"[^"]*"/, again);
        return new Response(body, { headers: { 'content-type': 'application/json' } });
      }
      default:
        return assertNever(fault);
    }
  }

  const server = await serve(app, 0);
  const { accessKey, trialKey, sessionToken } = service.keys;
  return {
    address: server.address,
    accessKey,
    trialKey,
    sessionToken,
    /** The requests that arrived, the last 5,000 of them, oldest first. */
    requests: () => service.requests,
    /** Metered calls it answered or began to answer; refused ones are not counted. */
    callsCounted: () => service.callsCounted,
    /** Most metered requests that were under way at the same moment with the same key. */
    mostAtOnce: () => underWay.most(),
    /** Something goes wrong from now on: always, or so many times. */
    fail: (fault: SampleFault, { times = Number.POSITIVE_INFINITY } = {}) => {
      faults.push({ fault, left: times });
    },
    clearFaults: () => {
      faults = [];
    },
    /** An access key for so many metered calls; the next is answered with 402. */
    createKey: ({ credits }: { credits: number }) => service.keys.createKey(credits),
    setClock: (given: () => number) => {
      clock = given;
    },
    /** All cursors handed out so far are refused from now on. */
    expireCursors: () => {
      service.cursors = createCursors(read);
    },
    /** Connections are refused until `resume`, which takes the same port again. */
    pause: server.close,
    resume: server.listen,
    close: server.close,
  };
}

/** Metered requests under way by key: services of this kind refuse a second one at a time. */
function countUnderWay() {
  const counts = new Map<string, number>();
  let most = 0;
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    counts.set(key, count);
    most = Math.max(most, count);
  };
  return {
    most: () => most,
    /** From now until it is answered or whoever asked has hung up. */
    add(key: string, { incoming, outgoing }: HttpBindings): void {
      change(key, 1);
      let over = false;
      const end = (): void => {
        if (over) return;
        over = true;
        incoming.socket.off('end', end);
        change(key, -1);
      };
      outgoing.once('finish', end);
      outgoing.once('close', end);
      incoming.socket.once('end', end);
    },
  };
}
