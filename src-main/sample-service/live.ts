/** Answers a live endpoint with a page of rows and a cursor for the next one. */
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { createDice } from './data/dice.ts';
import { noRows } from './data/rows.ts';
import type { Question, Rows } from './data/rows.ts';
import type { Item, Json } from './answers.ts';
import { answerJson, refuse, refuseTrial } from './answers.ts';
import { takeCredit } from './service.ts';
import type { Environment, Service } from './service.ts';
import { identityOf } from './cursors.ts';
import { validate } from './validation.ts';
import type { Valid } from './validation.ts';

interface Page {
  results: Item[];
  /** Index of the next page's first row; null when there is none. */
  next: number | null;
}

function cutPage(rows: Rows, offset: number, size: { rows: number; overlap: number }): Page {
  const end = Math.min(offset + size.rows, rows.total);
  const results = Array.from({ length: Math.max(end - offset, 0) }, (_, row) =>
    rows.at(offset + row),
  );
  return { results, next: end < rows.total ? end - size.overlap : null };
}

/** The source of the rows: mostly the platform itself. */
const sourceOf = (identity: string, offset: number): string =>
  createDice('source', identity, offset).chance(0.85) ? 'api' : 'hybrid';

/**
 * Checks in this order: key, parameters, cursor, credits, existence. Calls refused before credits are not
 * counted; all others are.
 */
export function answerLive(service: Service, endpoint: DataEndpoint, question: Question) {
  return (c: Context<Environment>): Response => {
    const credential = c.get('credential');
    if (credential.kind === 'trial') return refuseTrial();

    const query = c.req.query();
    const valid = validate(endpoint, (place, name) =>
      place === 'path' ? (c.req.param(name) ?? null) : (query[name] ?? null),
    );
    if (typeof valid === 'string') return refuse(400, valid);

    const identity = identityOf(c.req.path, query, ['cursor']);
    const start = { offset: 0, now: Math.floor(service.clock() / 1000) };
    const cursor = query['cursor'];
    const position = cursor === undefined ? start : service.cursors.open(identity, cursor);
    if (typeof position === 'string') return refuse(400, position);

    const unpaid = takeCredit(service, c);
    if (unpaid !== null) return unpaid;

    const special = specialAnswer(service, valid.values);
    if (special instanceof Response) return special;
    const { values } = valid;
    const { now } = position;
    const rows =
      special === 'quiet' ? noRows : question({ world: { ...service.world, now }, now, values });
    if (rows.kind === 'missing') return refuse(404, rows.message);

    const size = pageSizeOf(endpoint, valid.values, service.pageRows);
    const page = cutPage(rows, position.offset, size);
    const next =
      page.next === null
        ? null
        : service.cursors.issue(identity, { offset: page.next, now: position.now });
    return answerJson(200, {
      results: page.results.map((item) => withFields(item, valid.fields)),
      count: page.results.length,
      dataSource: sourceOf(identity, position.offset),
      has_more: next !== null,
      ...nextCursor(endpoint, next),
      ...rows.extra,
    });
  };
}

/** Absent or null when there is none (specification, Response envelope), depending on the platform. */
function nextCursor({ platform }: DataEndpoint, next: string | null): Record<string, Json> {
  const leavesOut = platform === 'photoshare' || platform === 'shortvideo';
  return next === null && leavesOut ? {} : { next_page_cursor: next };
}

/** Specification, Limits: page sizes differ per platform. */
export interface PageSize {
  rows: number;
  /** Rows of a page that are repeated on the next one. */
  overlap: number;
}

/** Specification, Endpoints, Shortvideo: results can overlap across pages. */
const soundsOverlap = 2;
const defaultPageSize = 20;

/** `pageRows` replaces the platforms' own sizes. */
function pageSizeOf(
  endpoint: DataEndpoint,
  values: Readonly<Record<string, string>>,
  pageRows: number | undefined,
): PageSize {
  const size = endpoint.usualPage ?? defaultPageSize;
  if (!endpoint.pages) return { rows: Number.POSITIVE_INFINITY, overlap: 0 };
  if (pageRows !== undefined) return { rows: pageRows, overlap: 0 };
  if (endpoint.id === 'shortvideo.sounds.search') return { rows: size, overlap: soundsOverlap };
  const { pageRule } = endpoint;
  if (pageRule?.whileSet.some((key) => values[key] !== undefined)) {
    return { rows: pageRule.size, overlap: 0 };
  }
  const { limit } = values;
  return { rows: limit === undefined ? size : Number(limit), overlap: 0 };
}

/** Specification, Resources: only the named attributes are returned. */
export const withFields = (item: Item, fields: Valid['fields']): Item =>
  fields === null
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));

type Special = (name: string, failedOnce: Set<string>) => Response | 'quiet' | null;

/**
 * Accounts whose names determine the answer to requests for them (`quiet`: no rows; null: as for any
 * other), so that every status of a list's inputs can be seen without a key. Names may be continued:
 * `gone_fishing_2`.
 */
const specialAccounts: Readonly<Record<string, Special>> = {
  gone_fishing: (name) => refuse(404, `There is no account named ${name}.`),
  quiet_corner: () => 'quiet',
  refused_entry: (name) => refuse(400, `${name} can’t be asked for.`),
  line_down: () => refuse(503),
  flaky_wifi: (name, failedOnce) => {
    const isFirst = !failedOnce.has(name);
    failedOnce.add(name);
    return isFirst ? refuse(503) : null;
  },
};

function specialAnswer(
  { failedOnce }: Pick<Service, 'failedOnce'>,
  { username, identifier }: Readonly<Record<string, string>>,
): ReturnType<Special> {
  const name = username ?? identifier ?? '';
  const special = Object.entries(specialAccounts).find(([beginning]) => name.startsWith(beginning));
  return special === undefined ? null : special[1](name, failedOnce);
}
