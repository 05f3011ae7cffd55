/** A service whose description a test can change; everything else it answers itself. */

export interface Told {
  /** What `/openapi.json` answers: an object as JSON, a text as it is, or a whole answer. */
  json: unknown;
  /** The same for `/openapi.yaml`; null: it has none. */
  yaml: string | null;
  /** Every address that was fetched. */
  readonly fetched: string[];
  readonly fetch: typeof globalThis.fetch;
}

const missing = (): Response => new Response('{"success":false,"message":"no"}', { status: 404 });

export function createTold(json: unknown = null): Told {
  const told: Told = {
    json,
    yaml: null,
    fetched: [],
    fetch: async (given, init) => {
      const address = given instanceof Request ? given.url : String(given);
      told.fetched.push(address);
      const { pathname } = new URL(address);
      if (pathname === '/openapi.json') return answer(told.json, init?.signal);
      if (pathname === '/openapi.yaml') return answer(told.yaml, init?.signal);
      return fetch(given, init);
    },
  };
  return told;
}

function answer(given: unknown, signal: AbortSignal | null = null): Response | Promise<Response> {
  if (given === null) return missing();
  if (given instanceof Response) return untilAborted(given, signal);
  if (given instanceof Promise) return Promise.race([given, aborted(signal)]);
  return new Response(typeof given === 'string' ? given : JSON.stringify(given));
}

const aborted = (signal: AbortSignal | null): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });

/** As of a connection: an abort breaks the body off. */
function untilAborted(response: Response, signal: AbortSignal | null): Response {
  if (response.body === null || signal === null) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}
