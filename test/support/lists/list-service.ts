/**
 * A service that answers by the name it is asked for: `gone-…` is not found, `empty-…` has nothing,
 * `flaky-…` fails once, `down-…` always, `bad-…` is refused, `denied-…` forbidden, `busy-…` asks for a
 * pause of two minutes, `long-…` has long posts, `nobody-…` posts that name nobody, `same-…` those of all the others, the
 * first of a page twice, `label-…` posts with a field `collected_at`; everyone else has so many pages of posts.
 */
import type { RequestListener } from 'node:http';
import { serve } from '../serve.ts';

export interface ListService {
  address: string;
  /** Accounts that were asked for, in order, a name for each request. */
  asked: string[];
  /** Credits that are left; null for any number. */
  credits: number | null;
  /** Answers of each `flaky-…` that fail. */
  failsFor: number;
  /** How long an answer takes. */
  pauseMs: number;
  onAsked: (asked: readonly string[]) => void;
  /** Called with each name before it is answered; the answer waits for it. */
  before: (name: string) => Promise<void> | void;
  /** Most requests that were under way at once. */
  atOnce: () => number;
}

export const pageRows = 3;

/** The ids of an account's first pages, in their order. */
export const idsOf = (name: string, pages: number): string[] =>
  Array.from(
    { length: pages * pageRows },
    (_, at) => `${name}/${Math.floor(at / pageRows) + 1}/${at % pageRows}`,
  );

/** @param pages of each account. */
export async function startListService(pages = 2): Promise<ListService> {
  const failed = new Map<string, number>();
  let [now, most] = [0, 0];
  const service: ListService = {
    address: '',
    asked: [],
    credits: null,
    failsFor: 1,
    pauseMs: 0,
    onAsked: () => undefined,
    before: () => undefined,
    atOnce: () => most,
  };

  const answer: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    const send = (status: number, body: unknown): void => {
      now -= 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      setTimeout(() => response.end(JSON.stringify(body)), service.pauseMs);
    };
    const error = (status: number, message: string): void => send(status, { error: { message } });
    now += 1;
    most = Math.max(most, now);
    const name = decodeURIComponent(/users?\/([^/]+)/.exec(url.pathname)?.[1] ?? '');
    service.asked.push(name);
    service.onAsked(service.asked);
    await service.before(name);
    if (service.credits !== null) {
      if (service.credits === 0) return error(402, 'No credits left.');
      service.credits -= 1;
    }
    const [kind = ''] = name.split('-');
    if (kind === 'gone') return error(404, 'No such account.');
    if (kind === 'denied') return error(403, 'Not with this key.');
    if (kind === 'busy') {
      response.setHeader('retry-after', '120');
      return error(429, 'Too many requests.');
    }
    if (kind === 'bad') return error(400, 'This name is not allowed.');
    if (kind === 'down' || (kind === 'flaky' && (failed.get(name) ?? 0) < service.failsFor)) {
      failed.set(name, (failed.get(name) ?? 0) + 1);
      return error(503, 'Try later.');
    }
    const page = Number(url.searchParams.get('cursor') ?? '1');
    const rows = kind === 'empty' ? 0 : pageRows;
    const results = Array.from({ length: rows }, (_, at) => ({
      id: kind === 'same' ? `post-${at % 2}` : `${name}/${page}/${at}`,
      ...(kind === 'nobody'
        ? { text: 'A post' }
        : {
            text: `Post of ${name}`.padEnd(kind === 'long' ? 10_000 : 0, '.'),
            authorUsername: name,
          }),
      ...(kind === 'label' ? { collected_at: 'the service’s own' } : {}),
    }));
    const hasMore = kind !== 'empty' && page < pages;
    // Cursors of two accounts are alike, as a service may have them.
    return send(200, {
      results,
      has_more: hasMore,
      next_page_cursor: hasMore ? `${page + 1}` : null,
    });
  };
  service.address = await serve(answer);
  return service;
}
