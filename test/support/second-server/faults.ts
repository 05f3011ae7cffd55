/** What can go wrong: faults wait in a line, and each answer takes the first that applies to it. */
import type { ServerResponse } from 'node:http';
import { forbidden, jsonAnswer, outOfCredits, refusal, trialOnLive } from './answers.ts';
import { writeJson } from './json.ts';
import type { Answer, Fault, Headers, JsonObject, PageContext } from './types.ts';

interface Waiting {
  readonly fault: Fault;
  times: number;
}

/** These bend a page, so they wait for one. */
const bending: ReadonlySet<Fault['kind']> = new Set(['emptyPage', 'repeatedCursor', 'page']);

function applies(fault: Fault, answer: Answer): boolean {
  if (!bending.has(fault.kind)) return true;
  const page = answer.kind === 'json' ? answer.page : undefined;
  return page !== undefined && (fault.kind !== 'repeatedCursor' || page.sentCursor !== undefined);
}

export class FaultLine {
  #waiting: Waiting[] = [];

  add(fault: Fault, times: number): void {
    this.#waiting.push({ fault, times });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault that hits this answer. A wrong request (400, 405) stays visible and takes none. */
  take(path: string, answer: Answer): Fault | undefined {
    if (answer.status === 400 || answer.status === 405) return undefined;
    const found = this.#waiting.find(
      ({ fault }) => path.startsWith(fault.path ?? '/api/data/') && applies(fault, answer),
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.#waiting = this.#waiting.filter((one) => one !== found);
    return found.fault;
  }
}

const messages: Readonly<Record<number, string>> = {
  400: 'Validation failed',
  401: 'Missing or invalid credentials',
  404: 'Does not exist or has expired',
};

function statusAnswer({ status, trial, retryAfter }: Extract<Fault, { kind: 'status' }>): Answer {
  const headers: Headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  if (status === 403) {
    return trial ? trialOnLive() : forbidden('forbidden', 'Not available for this key');
  }
  if (status === 402) return outOfCredits(headers);
  const known = messages[status];
  if (known !== undefined) return refusal(status, known, headers);
  const [message, error] = ['The request could not be fulfilled', `second server error ${status}`];
  return jsonAnswer(status, { success: false, message, error }, 'compact', headers);
}

const textAnswer = (status: number, type: string, body: string, headers: Headers = {}): Answer => ({
  kind: 'text',
  status,
  type,
  body,
  headers,
});

function bendPage(answer: Answer, change: (page: PageContext) => JsonObject): Answer {
  if (answer.kind !== 'json' || !answer.page) return answer;
  return { ...answer, body: { ...answer.page.body, ...change(answer.page) } };
}

/**
 * The answer a fault turns the good one into, for faults that still send a whole answer. The others
 * (delay, meanwhile, hang, reset, truncated) concern the connection and leave it as it is.
 */
export function bendAnswer(
  fault: Fault,
  answer: Answer,
  cursorTo: (page: PageContext) => string,
): Answer {
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault);
    case 'html':
      return textAnswer(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><title>Sign in to the network</title><p>Please accept the terms.',
      );
    case 'wrongShape':
      return jsonAnswer(200, { results: { first: {} }, count: 'three', has_more: 'yes' });
    case 'emptyPage':
      return bendPage(answer, (page) => ({
        results: [],
        count: 0,
        has_more: true,
        // It leads to the rows this page left out: nothing is lost.
        next_page_cursor: cursorTo(page),
      }));
    case 'repeatedCursor':
      return bendPage(answer, (page) => ({
        has_more: true,
        next_page_cursor: page.sentCursor ?? null,
      }));
    case 'page':
      return bendPage(answer, () => fault.members);
    case 'redirect':
      return textAnswer(302, 'text/plain', 'moved', { Location: fault.to });
    default:
      return answer;
  }
}

/** Sends an answer; a truncated one promises its whole length, sends half and hangs up. */
export function sendAnswer(response: ServerResponse, answer: Answer, truncated: boolean): void {
  const text = answer.kind === 'json' ? writeJson(answer.body, answer.style) : answer.body;
  const type = answer.kind === 'json' ? 'application/json; charset=utf-8' : answer.type;
  const bytes = Buffer.from(text);
  const { socket } = response;
  response.writeHead(answer.status, {
    // Node's own would be by the real clock, not by the test's.
    date: new Date().toUTCString(),
    ...answer.headers,
    'Content-Type': type,
    'Content-Length': bytes.length,
  });
  if (!truncated) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    socket?.end();
  });
}
