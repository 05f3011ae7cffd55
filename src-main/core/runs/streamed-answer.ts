/** Answers that aren't held in memory: they are written to a file of the run as they arrive. */
import { hasMoreValues, streamEnvelope } from '../json/index.ts';
import { TooLongError, UnkeptError } from '../service/send.ts';
import type { Answer, BegunBody, BodySink } from '../service/send.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { cursorMark, maxInlineBody } from '../store/stored-body.ts';
import { nextPageNumber } from './live-run.ts';
import type { LiveRun } from './live-run.ts';
import { isoTime } from '../clock.ts';

/** In bytes after decompression. */
export interface AnswerLimits {
  /** The longest answer that is held in memory and shown. */
  held: number;
  /** The longest JSON answer that is stored at all. */
  kept: number;
}

/** No page of rows reaches a gigabyte. */
export const defaultAnswerLimits: AnswerLimits = { held: maxInlineBody, kept: 1024 * 1024 * 1024 };

/**
 * Sixty megabytes of `{},` would take four gigabytes when parsed. No page of rows has a million values.
 */
const mostValues = 1_000_000;

/** A page too large to be shown. */
export interface StreamedPage {
  kept: FileBody;
  /** The answer without its items; null when it isn't a JSON object or wasn't read to its end. */
  envelope: Buffer | null;
}

export interface AnswerSink {
  sink: (begun: BegunBody) => BodySink | null;
  /**
   * Returns how an answer too large for memory was stored; null for others.
   * @throws UnkeptError when the disk refuses one that has too many values.
   */
  settle: (answer: Answer) => Promise<StreamedPage | null>;
}

/** Creates the sink of one request. CSV is limited only by the disk. */
export function createAnswerSink(live: LiveRun, mostBytes: number): AnswerSink {
  let page: StreamedPage | null = null;

  const keepPage: BodySink = async (content) => {
    const stream = streamEnvelope(cursorMark);
    const { kept, broken } = await live.stored.keepFile({
      content: stream.pass(upTo(mostBytes, content)),
      why: 'tooLarge',
    });
    page = { kept, envelope: broken === undefined ? stream.envelope() : null };
    if (broken !== undefined) throw broken;
  };

  return {
    async settle(answer) {
      const isHeld = page === null && answer.kind === 'answered' && !answer.streamed;
      if (!isHeld || !hasMoreValues(answer.body, mostValues)) return page;
      try {
        await keepPage(once(answer.body));
      } catch (error) {
        if (error instanceof StoreError) throw new UnkeptError(answer.status, error);
        throw error;
      }
      return page;
    },
    sink: (begun) => (isCsv(begun) ? csvSink(live, begun) : begun.isTooLong ? keepPage : null),
  };
}

function csvSink(live: LiveRun, { status }: BegunBody): BodySink {
  const at = isoTime();
  return async (body) => {
    // Masks cursors even here, in case the beginning of an envelope arrived too late to be recognised.
    const content = streamEnvelope(cursorMark).pass(body);
    await live.stored.appendFile({ page: nextPageNumber(live), at, status, content, why: 'csv' });
  };
}

/** An answer that begins like an envelope isn't CSV, whatever its type: its rows and cursor matter. */
const isCsv = ({ status, headers, start }: BegunBody): boolean =>
  status === 200 &&
  /^text\/csv\b/i.test(headers.get('content-type') ?? '') &&
  !/^(?:\u{FEFF}|\s)*\{/u.test(Buffer.from(start.subarray(0, 100)).toString('utf8'));

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

async function* upTo(
  mostBytes: number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLongError(mostBytes);
    yield chunk;
  }
}
