/**
 * Stands between the core and the network and writes down every request for a page at the moment
 * it leaves, and what comes of it.
 */

import { ReadableStream } from 'node:stream/web';

/** A request for a page, as it left. `M`: what was to be known of the moment. */
export interface Departure<M> {
  /** What tells its run from the others: each asks for words of its own. */
  readonly words: string;
  readonly cursor: string | null;
  readonly moment: M;
  /** `open` while nothing came of it; `answered` once its body was read to the end. */
  outcome: 'open' | 'refused' | 'aborted' | 'broken' | 'answered';
  status: number | null;
  body: Buffer | null;
}

export interface Recorder<M> {
  readonly departures: readonly Departure<M>[];
  /** To be given to a core. */
  readonly fetch: typeof globalThis.fetch;
}

export function createRecorder<M>(momentOf: (words: string) => M): Recorder<M> {
  const departures: Departure<M>[] = [];
  return {
    departures,
    async fetch(input, init) {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      const words = searchParams.get('q') ?? '';
      const departure: Departure<M> = {
        words,
        cursor: searchParams.get('cursor'),
        moment: momentOf(words),
        outcome: 'open',
        status: null,
        body: null,
      };
      departures.push(departure);
      const fail = (error: unknown): never => {
        departure.outcome = init?.signal?.aborted === true ? 'aborted' : whatBroke(error);
        throw error;
      };
      const response = await globalThis.fetch(input, init).catch(fail);
      departure.status = response.status;
      return keepingBody(response, departure, fail);
    },
  };
}

function whatBroke(error: unknown): 'refused' | 'broken' {
  const cause = error instanceof Error ? error.cause : null;
  const refused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  return refused ? 'refused' : 'broken';
}

/** The same answer; once it was read to its end, the departure has its body. */
function keepingBody(
  { body, status, headers }: Response,
  departure: Pick<Departure<unknown>, 'body' | 'outcome'>,
  fail: (error: unknown) => never,
): Response {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const came: Uint8Array[] = [];
    try {
      for await (const chunk of body ?? []) {
        came.push(chunk);
        yield chunk;
      }
    } catch (error) {
      fail(error);
    }
    departure.body = Buffer.concat(came);
    departure.outcome = 'answered';
  }
  // Nothing is read that nobody asked for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's stream is the page's
  return new Response(ReadableStream.from(chunks()) as BodyInit, { status, headers });
}
