/** Answers a live endpoint with a page of rows and a cursor for the next one. */
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { trialLiveCode } from '#shared/service/answers.ts';
import { answerJson, refusal } from './answers.ts';
import { createDice } from './data/dice.ts';
import { noRows } from './questions.ts';
import type { Question } from './questions.ts';
import { readRequest } from './requests.ts';
import type { Asked } from './requests.ts';
import { takeCredit } from './service.ts';
import type { Environment, Service } from './service.ts';

/**
 * Checks in this order: key, parameters, cursor, credits, existence. Calls refused before credits are not
 * counted; all others are.
 */
export function answerLive(service: Service, endpoint: DataEndpoint, question: Question) {
  return (c: Context<Environment>): Response => {
    // Specification, Authentication, rule 3.
    if (c.get('credential').kind === 'trial') {
      throw refusal(403, 'Live endpoints are not available with a trial key.', trialLiveCode);
    }
    const asked = readRequest(c, endpoint);
    const { identity, query, values } = asked;
    const { cursor } = query;
    const start = { offset: 0, now: Math.floor(service.clock() / 1000) };
    const position = cursor === undefined ? start : service.cursors.open(identity, cursor);
    takeCredit(service, c);

    const { now, offset } = position;
    const world = { ...service.world, now };
    const rows = isQuiet(service, values) ? noRows : question({ world, values });
    const size = pageSizeOf(endpoint, asked, service.pageRows);
    const end = Math.min(offset + size.rows, rows.total);
    const results = Array.from({ length: Math.max(end - offset, 0) }, (_, row) =>
      asked.trim(rows.at(offset + row)),
    );
    const next =
      end < rows.total
        ? service.cursors.issue(identity, { offset: end - size.overlap, now: position.now })
        : null;
    // Absent or null when there is none (specification, Response envelope), depending on the platform.
    const { platform } = endpoint;
    const isAbsent = next === null && (platform === 'photoshare' || platform === 'shortvideo');
    return answerJson(200, {
      results,
      count: results.length,
      // The source of the rows: mostly the platform itself.
      dataSource: createDice('source', identity, offset).chance(0.85) ? 'api' : 'hybrid',
      has_more: next !== null,
      ...(isAbsent ? {} : { next_page_cursor: next }),
      ...rows.extra,
    });
  };
}

/** Specification, Endpoints, Shortvideo: results can overlap across pages. */
const soundsOverlap = 2;
const defaultPageSize = 20;

/**
 * Specification, Limits: page sizes differ per platform. `pageRows` replaces them.
 * @returns rows of a page, and how many of them are repeated on the next one.
 */
function pageSizeOf(
  { id, pageRule, pages, usualPage }: DataEndpoint,
  { values }: Asked,
  pageRows: number | undefined,
): { rows: number; overlap: number } {
  if (!pages) return { rows: Number.POSITIVE_INFINITY, overlap: 0 };
  if (pageRows !== undefined) return { rows: pageRows, overlap: 0 };
  const overlap = id === 'shortvideo.sounds.search' ? soundsOverlap : 0;
  const isRuled = pageRule?.whileSet.some((key) => values[key] !== undefined);
  const usual = usualPage ?? defaultPageSize;
  return { rows: isRuled ? pageRule!.size : Number(values['limit'] ?? usual), overlap };
}

/**
 * Accounts whose names determine the answer to requests for them, so that every status of a list's inputs can
 * be seen without a key: `once` only the first time, 200 without rows. Names may be continued:
 * `gone_fishing_2`.
 */
const specialAccounts: Readonly<Record<string, { status: number; says?: string; once?: boolean }>> =
  {
    gone_fishing: { status: 404, says: 'There is no account named {name}.' },
    quiet_corner: { status: 200 },
    refused_entry: { status: 400, says: '{name} can’t be asked for.' },
    line_down: { status: 503 },
    flaky_wifi: { status: 503, once: true },
  };

/** Whether the question is about an account without rows. @throws a refusal if it is about one that fails. */
function isQuiet(
  { failedOnce }: Service,
  { identifier, username = identifier ?? '' }: Asked['values'],
): boolean {
  const start = Object.keys(specialAccounts).find((name) => username.startsWith(name));
  const { once = false, says, status } = specialAccounts[start ?? ''] ?? {};
  if (status === undefined || status === 200) return status === 200;
  if (once && failedOnce.has(username)) return false;
  failedOnce.add(username);
  throw refusal(status, says?.replace('{name}', username));
}
