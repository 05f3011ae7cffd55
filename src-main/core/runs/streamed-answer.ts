/** Answers that aren't held in memory: they are written to a file of the run as they arrive. */
import { hasMoreValues } from '../json/index.ts';
import { TooLongError, UnkeptError } from '../service/send.ts';
import type { Answer, BegunBody, BodySink } from '../service/send.ts';
import type { FileBody } from '../store/record.ts';
import { StoreError } from '../store/store-error.ts';
import { cursorMark, maxInlineBody } from '../store/body-file.ts';
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

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A page too large to be shown. */
export interface StreamedPage {
  kept: FileBody;
  /** Of the next page. */
  cursor: string | null;
}

export interface AnswerSink {
  sink: (begun: BegunBody) => BodySink | null;
  /**
   * Returns how an answer too large for memory was stored; null for others.
   * @throws UnkeptError when the disk refuses one that has too many values.
   */
  settle: (answer: Answer) => Promise<StreamedPage | null>;
}

/** Creates the sink of one request. CSV of stored data is limited only by the disk. */
export function createAnswerSink(live: LiveRun, mostBytes: number): AnswerSink {
  let page: StreamedPage | null = null;

  const keepPage = async (content: Content): Promise<void> => {
    let cursor: string | null = null;
    const { kept, broken } = await live.stored.keepFile({
      content: withoutCursors(upTo(mostBytes, content), (found) => {
        cursor = found;
      }),
      why: 'tooLarge',
    });
    page = { kept, cursor };
    if (broken !== undefined) throw broken;
  };

  return {
    async settle(answer) {
      const isHeld = page === null && answer.kind === 'answered' && !answer.streamed;
      if (!isHeld || !hasMoreValues(answer.body, mostValues)) return page;
      try {
        await keepPage([answer.body]);
      } catch (error) {
        if (error instanceof StoreError) throw new UnkeptError(answer.status, error);
        throw error;
      }
      return page;
    },
    sink(begun) {
      // Live questions are never asked for CSV: an input of a list would get no end.
      if (live.endpoint.kind === 'stored' && isCsv(begun)) return csvSink(live, begun);
      return begun.isTooLong ? keepPage : null;
    },
  };
}

function csvSink(live: LiveRun, { status }: BegunBody): BodySink {
  const at = isoTime();
  return async (body) => {
    // Masks cursors even here, in case the beginning of an envelope arrived too late to be recognised.
    const content = withoutCursors(body);
    await live.stored.appendFile({ page: nextPageNumber(live), at, status, content, why: 'csv' });
  };
}

/** An answer that begins like an envelope isn't CSV, whatever its type: its rows and cursor matter. */
const isCsv = ({ status, headers, start }: BegunBody): boolean =>
  status === 200 &&
  /^text\/csv\b/i.test(headers.get('content-type') ?? '') &&
  !/^(?:\u{FEFF}|\s)*\{/u.test(Buffer.from(start.subarray(0, 100)).toString('utf8'));

const cursorName = '"next_page_cursor"';
/** A longer one fits in no address, so it isn't a cursor. */
const cursorMember = /"next_page_cursor"\s*:\s*"((?:[^"\\]|\\.){0,65536})"/g;
const begunMember = /"next_page_cursor"\s*(?::\s*(?:"(?:[^"\\]|\\.){0,65536}\\?)?)?$/;

/**
 * Yields an answer that isn't read, with a mark in place of each cursor (checklist 26), and passes the
 * cursors on.
 */
export async function* withoutCursors(
  content: Content,
  onCursor: (cursor: string) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let held = '';
  for await (const chunk of content) {
    const text = (held + Buffer.from(chunk).toString('latin1')).replaceAll(
      cursorMember,
      (_, value: string) => {
        onCursor(String(JSON.parse(`"${Buffer.from(value, 'latin1').toString()}"`)));
        return `${cursorName}:${cursorMark.toString()}`;
      },
    );
    const from = beginningAtEnd(text);
    held = text.slice(from);
    if (from > 0) yield Buffer.from(text.slice(0, from), 'latin1');
  }
  // It may break off inside one.
  const end = held.replace(/(?<=:\s*)".*$/s, cursorMark.toString());
  if (end !== '') yield Buffer.from(end, 'latin1');
}

/** Returns where what may be the beginning of a cursor starts, else the end. */
function beginningAtEnd(text: string): number {
  const last = text.lastIndexOf(cursorName);
  if (last !== -1 && begunMember.test(text.slice(last))) return last;
  let length = cursorName.length - 1;
  while (!text.endsWith(cursorName.slice(0, length))) length--;
  return text.length - length;
}

async function* upTo(mostBytes: number, content: Content): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLongError(mostBytes);
    yield chunk;
  }
}
