/**
 * A service that answers by the name, or the words, it is asked for: `gone-…` is not found, `empty-…` has nothing,
 * `cut-…` has more but no cursor, `flaky-…` fails once, `down-…` always, `bad-…` is refused, `field-…` for the fields asked for,
 * `denied-…` forbidden, `busy-…` and `away-…` ask for a pause of two minutes, `long-…` has long posts, `nobody-…` posts that name nobody, `same-…` those of all the others, the
 * first of a page twice, `label-…` posts with a field `collected_at`, `like-…` with the names of our own columns, `pictured-…` with pictures, of which the last of a page is gone; everyone else has so many pages of posts.
 */
import type { RequestListener } from 'node:http';
import { createMedia } from '../second-server/media.ts';
import { serve } from '../serve.ts';

export type ListService = Awaited<ReturnType<typeof startListService>>;

export const pageRows = 3;

/** The ids of an account's first pages, in their order. */
export const idsOf = (name: string, pages: number): string[] =>
  Array.from(
    { length: pages * pageRows },
    (_, at) => `${name}/${Math.floor(at / pageRows) + 1}/${at % pageRows}`,
  );

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  gone: [404, 'No such account.'],
  denied: [403, 'Not with this key.'],
  busy: [429, 'Too many requests.'],
  away: [503, 'Back soon.'],
  bad: [400, 'This name is not allowed.'],
};

/** @param pages of each account. */
export async function startListService(pages = 2) {
  const failed = new Map<string, number>();
  let [now, most] = [0, 0];
  const service = {
    address: '',
    /** Accounts that were asked for, in order, a name for each request. */
    asked: [] as string[],
    /** Pictures that were asked for. */
    pictures: [] as string[],
    /** Credits that are left; null for any number. */
    credits: null as number | null,
    /** Answers of each `flaky-…` that fail. */
    failsFor: 1,
    /** How long an answer takes. */
    pauseMs: 0,
    onAsked: (_asked: readonly string[]): void => undefined,
    /** Called with each name before it is answered; the answer waits for it. */
    before: (_name: string): Promise<void> | void => undefined,
    /** Most requests that were under way at once. */
    atOnce: () => most,
  };

  const answerMedia = createMedia();
  const answer: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    if (answerMedia(request, response)) {
      service.pictures.push(url.pathname);
      return;
    }
    const send = (status: number, body: unknown): void => {
      now -= 1;
      response.writeHead(status, { 'content-type': 'application/json' });
      setTimeout(() => response.end(JSON.stringify(body)), service.pauseMs);
    };
    const error = (status: number, message: string): void => send(status, { error: { message } });
    now += 1;
    most = Math.max(most, now);
    const named = decodeURIComponent(/users?\/([^/]+)/.exec(url.pathname)?.[1] ?? '');
    const name = url.searchParams.get('q') ?? named;
    service.asked.push(name);
    service.onAsked(service.asked);
    await service.before(name);
    if (service.credits !== null) {
      if (service.credits === 0) return error(402, 'No credits left.');
      service.credits -= 1;
    }
    const [kind = ''] = name.split('-');
    const refusal = refusals[kind];
    if (kind === 'busy' || kind === 'away') response.setHeader('retry-after', '120');
    if (refusal !== undefined) return error(...refusal);
    if (kind === 'field') return send(400, { message: '`fields`: likes is not a field.' });
    const failures = failed.get(name) ?? 0;
    if (kind === 'down' || (kind === 'flaky' && failures < service.failsFor)) {
      failed.set(name, failures + 1);
      return error(503, 'Try later.');
    }
    const page = Number(url.searchParams.get('cursor') ?? '1');
    const text = `Post of ${name}`.padEnd(kind === 'long' ? 10_000 : 0, '.');
    const results = Array.from({ length: kind === 'empty' ? 0 : pageRows }, (_, at) => ({
      id: kind === 'same' ? `post-${at % 2}` : `${name}/${page}/${at}`,
      ...(kind === 'nobody' ? { text: 'A post' } : { text, authorUsername: name }),
      ...(kind === 'pictured'
        ? {
            mediaUrls: [
              `${service.address}/media/${at === pageRows - 1 ? 'gone' : 'good'}/${page}-${at}.png`,
            ],
          }
        : {}),
      ...(kind === 'label' ? { collected_at: 'the service’s own' } : {}),
      ...(kind === 'like'
        ? {
            _input: 'user-9',
            '_input (service)': 'user-8',
            _input_row: 99,
            _earlier_rows: 5,
            _collected_at: 'never',
          }
        : {}),
    }));
    const hasMore = kind !== 'empty' && page < pages;
    // Cursors of two accounts are alike, as a service may have them.
    const next = hasMore && kind !== 'cut' ? `${page + 1}` : null;
    return send(200, { results, has_more: hasMore, next_page_cursor: next });
  };
  service.address = await serve(answer);
  return service;
}
