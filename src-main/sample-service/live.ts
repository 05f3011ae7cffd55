/** Answers a live endpoint. Each is a page of rows with a cursor to the next. */
import type { Context } from 'hono';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { createDice } from './data/dice.ts';
import type { Question, Rows } from './data/rows.ts';
import { refusesWork } from './faults.ts';
import type { Item, Json } from './json.ts';
import { pageSizeOf } from './paging.ts';
import { answerJson, refuse, refuseTrial } from './refusals.ts';
import type { Environment, Service } from './service.ts';
import { validate } from './validation.ts';
import type { Valid } from './validation.ts';

/** Everything that makes a request what it is, except its cursor. */
function identityOf(path: string, query: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(query).filter(([name]) => name !== 'cursor');
  return JSON.stringify([path, parameters.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

const withFields = (item: Item, fields: Valid['fields']): Item =>
  fields === null
    ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => fields.has(name)));

interface Page {
  results: Item[];
  /** Where the next page starts; null when there is none. */
  next: number | null;
}

function cutPage(rows: Rows, offset: number, size: { rows: number; overlap: number }): Page {
  const end = Math.min(offset + size.rows, rows.total);
  const results = Array.from({ length: Math.max(end - offset, 0) }, (_, row) =>
    rows.at(offset + row),
  );
  return { results, next: end < rows.total ? end - size.overlap : null };
}

/** Where the rows came from: mostly from the platform itself. */
const sourceOf = (identity: string, offset: number): string =>
  createDice('source', identity, offset).chance(0.85) ? 'api' : 'hybrid';

/**
 * In the order of the checks: key, parameters, cursor, credits, existence. What is refused before
 * credits is not counted; whatever comes after is.
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

    const identity = identityOf(c.req.path, query);
    const start = { offset: 0, now: Math.floor(service.clock() / 1000) };
    const cursor = query['cursor'];
    const place = cursor === undefined ? start : service.cursors.open(identity, cursor);
    if (typeof place === 'string') return refuse(400, place);

    const fault = c.get('fault')?.fault;
    // The answer is replaced anyway, and such a refusal costs nothing.
    if (refusesWork(fault)) return answerJson(200, {});
    if (credential.key === null || !service.keys.spend(credential.key)) return refuse(402);
    service.callsCounted += 1;

    const { world } = service;
    const rows = question({ world, now: place.now, values: valid.values });
    if (rows.kind === 'missing') return refuse(404, rows.message);

    const page: Page =
      fault?.kind === 'emptyPage'
        ? { results: [], next: place.offset }
        : cutPage(rows, place.offset, pageSizeOf(endpoint, valid.values));
    const next =
      page.next === null
        ? null
        : fault?.kind === 'repeatedCursor' && cursor !== undefined
          ? cursor
          : service.cursors.seal(identity, { offset: page.next, now: place.now });
    return answerJson(200, {
      results: page.results.map((item) => withFields(item, valid.fields)),
      count: page.results.length,
      dataSource: sourceOf(identity, place.offset),
      has_more: next !== null,
      ...nextCursor(endpoint, next),
      ...rows.extra,
    });
  };
}

/** Absent or null when there is none (specification, Response envelope): each platform its way. */
function nextCursor({ platform }: DataEndpoint, next: string | null): Record<string, Json> {
  const leavesOut = platform === 'photoshare' || platform === 'shortvideo';
  return next === null && leavesOut ? {} : { next_page_cursor: next };
}
