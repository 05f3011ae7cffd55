/** What an answer means for each kind of run: what is kept of it, how the run goes on, and how it ends an input. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringifyJson } from '#main/core/json/index.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';
import { decide, decideRecord } from '#main/core/runs/decide.ts';
import type { Asked, Decision } from '#main/core/runs/decide.ts';
import { InputList } from '#main/core/runs/input-list.ts';
import type { RunCursor } from '#main/core/runs/live-run.ts';
import type { RequestContext } from '#main/core/service/problem-parts.ts';
import type { Answer } from '#main/core/service/send.ts';
import type { StreamedPage } from '#main/core/runs/streamed-answer.ts';
import { hashOfAsked } from '#main/core/store/run-inputs.ts';
import { createRunStore } from '#main/core/store/run-store.ts';
import { storedId } from '#shared/catalogue/data-from.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint, memberOf } from '#shared/catalogue/types.ts';
import { operationRecordSchema } from '#main/core/service/answers.ts';

const now = '2026-11-20T10:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'decide-'));
const store = createRunStore(folder);

const hashOfC1 = createHash('sha256').update('c1').digest('base64');

interface Kind {
  endpointId: string;
  cursor: RunCursor;
  /** Pages that it has. */
  pages?: number;
  usernames?: string[];
}

/** A run as it asks its next page; with usernames, it asks for two pages of the first one. */
async function asking({ endpointId, cursor, pages = 0, usernames }: Kind): Promise<Asked> {
  const endpoint = catalogue.endpoints.filter(isDataEndpoint).find(({ id }) => id === endpointId);
  if (endpoint === undefined) throw new Error(`There is no ${endpointId}.`);
  const inputs = usernames?.map((name, n) => ({ values: [name], line: n + 1 }));
  const about = { keys: ['username'], source: { kind: 'paste' }, perInput: 2, perCall: 1 };
  const count = usernames?.length ?? 0;
  const header = inputs && { ...about, count, sha256: hashOfAsked(inputs), identity: null };
  const stored = await store.create(crypto.randomUUID(), { list: header ?? null }, inputs);
  for (let page = 1; page <= pages; page++) {
    const body = Buffer.from('{"results":[{"id":"0"}]}');
    const input = usernames && { number: 0, page };
    const total = cursor.kind === 'storedPage' ? { pages: 3, rows: 50 } : undefined;
    await stored.appendPage({ page, at: now, status: 200, next: 'more', body, input, total });
  }
  const list = InputList.of(stored, 100, endpoint, () => pages);
  if ((list === null) !== (usernames === undefined)) throw new Error('The list is lost.');
  list?.ask('waiting', null, null);
  list?.begin();
  return {
    endpoint,
    query: { endpointId, values: {}, fields: [] },
    cursor,
    followed: new Set(pages === 0 ? [] : [hashOfC1]),
    extras: {},
    notices: [],
    operation: null,
    isExport: false,
    knownRows: null,
    list,
    stored,
  };
}

const search = 'microblog.posts.search';
const kinds = {
  search: { endpointId: search, cursor: { kind: 'first' } },
  'its 2nd page': { endpointId: search, cursor: { kind: 'cursor', value: 'c1' }, pages: 1 },
  'one post': { endpointId: 'microblog.posts.get', cursor: { kind: 'first' } },
  stored: { endpointId: storedId(search), cursor: { kind: 'first' } },
  'its table': {
    endpointId: storedId(search),
    cursor: { kind: 'storedPage', pageNumber: 2, tableName: 't' },
    pages: 1,
  },
  list: { endpointId: 'microblog.posts.by-user', cursor: { kind: 'first' }, usernames: ['a', 'b'] },
  'its 2nd page of 2': {
    endpointId: 'microblog.posts.by-user',
    cursor: { kind: 'cursor', value: 'c1' },
    pages: 1,
    usernames: ['a', 'b'],
  },
} satisfies Record<string, Kind>;

const answered = (status: number, body: string, streamed = false): Answer => ({
  kind: 'answered',
  status,
  headers: new Headers(),
  body: Buffer.from(body),
  streamed,
  sentAt: now,
  ms: 5,
});
const page = (more: Record<string, JsonValue>, results: JsonValue = [{ id: '1' }]): Answer =>
  answered(200, stringifyJson({ results, ...more }));
const pagination = { totalPages: 3, totalRows: 50, tableName: 't' };
const large: StreamedPage = {
  kept: { file: 'bodies/1.bin', bytes: 9, sha256: '', why: 'tooLarge' },
  cursor: 'c2',
};
const answers = {
  'rows and a new cursor': page({ has_more: true, next_page_cursor: 'c2' }),
  'rows and a cursor that was followed': page({ has_more: true, next_page_cursor: 'c1' }),
  'rows and no more': page({ has_more: false }),
  'rows, no more, and a cursor': page({ has_more: false, next_page_cursor: 'c2' }),
  'rows without a word on more': page({}),
  'no rows and no more': page({ has_more: false }, []),
  'rows and more without a cursor': page({ has_more: true }),
  'page 1 of 3 of a table': page({ has_more: false, pagination }),
  'page 1 of 3 of a table without a name': page({
    has_more: false,
    pagination: { ...pagination, tableName: null },
  }),
  'an item without members': page({ has_more: false }, [{}]),
  'an operation': answered(200, '{"operationId":"op"}'),
  'a page too large to read': answered(200, '', true),
  text: answered(200, 'Hello'),
  nothing: answered(200, ''),
  'JSON that ends too early': answered(200, '{"results":[{"id":'),
  'other JSON': answered(200, '{"items":[]}'),
  'a body that breaks off': {
    kind: 'truncated',
    status: 200,
    headers: new Headers(),
    body: Buffer.from('{"res'),
    why: 'cutOff',
    streamed: false,
    sentAt: now,
    ms: 5,
  },
  '400': answered(400, '{}'),
  '401': answered(401, '{}'),
  '402': answered(402, '{}'),
  '404': answered(404, '{}'),
  '500': answered(500, '{}'),
  'no answer in time': { kind: 'unanswered', why: 'timeout', sentAt: now, ms: 5 },
  'no connection': { kind: 'notSent', why: 'refused', sentAt: now, ms: 5 },
} satisfies Record<string, Answer>;

type KindName = keyof typeof kinds;
type AnswerName = keyof typeof answers;

const failed = (code: string): string => `failure (${code}): failed, same place`;
const ofLists = (what: string, reason: string) => ({
  list: `${what}; input ${reason}`,
  'its 2nd page of 2': `${what}; input ${reason}`,
});
const refusedCursor = 'failure (cursor_refused): cursorRefused';
const refusedCursors = {
  'its 2nd page': refusedCursor,
  'its table': refusedCursor,
  'its 2nd page of 2': `${refusedCursor}; input failed`,
};

/** In words: what is kept, the state and cursor that follow, and how the input ends. */
function said({ keep, next, input }: Decision): string {
  const { state, cursor } = next;
  const kept = keep.as === 'failure' ? `failure (${keep.problem.code})` : keep.as;
  const end = input?.ends ? `; input ${input.ends.reason}` : '';
  return `${kept}: ${state.kind}${placeOf(cursor)}${end}`;
}

function placeOf(cursor: RunCursor | null | undefined): string {
  switch (cursor?.kind) {
    case 'cursor':
      return `, at ${cursor.value}`;
    case 'storedPage':
      return `, at page ${cursor.pageNumber} of ${cursor.tableName}`;
    case 'operation':
      return `, at ${cursor.operationId}`;
    default:
      return cursor === undefined ? ', same place' : '';
  }
}

const asked = new Map<string, Asked>();
beforeAll(async () => {
  for (const [name, kind] of Object.entries(kinds)) asked.set(name, await asking(kind));
});

const context = (kind: string): RequestContext => ({
  target: '',
  withCursor: kind.startsWith('its '),
  thing: 'post',
  mainParameter: null,
  parameters: [],
  asksForOne: kind !== 'search',
  hasStored: true,
  timeoutMs: 1000,
  attempts: 1,
  sentWith: 'accessKey',
});

/** What follows in every kind of run but those named. */
const table: Record<AnswerName, [string, Partial<Record<KindName, string>>]> = {
  'rows and a new cursor': [
    'page: more, at c2',
    {
      stored: 'page: notAll',
      'its table': 'page: notAll',
      'its 2nd page of 2': 'page: more, at c2; input partly',
    },
  ],
  'rows and a cursor that was followed': [
    'page: more, at c1',
    {
      'its 2nd page': 'page: cursorRepeated',
      stored: 'page: notAll',
      'its table': 'page: notAll',
      'its 2nd page of 2': 'page: cursorRepeated; input cutOff',
    },
  ],
  'rows and no more': [
    'page: noMore',
    { list: 'page: noMore; input done', 'its 2nd page of 2': 'page: noMore; input done' },
  ],
  'rows, no more, and a cursor': ['page: noMore', ofLists('page: noMore', 'done')],
  'rows without a word on more': [
    failed('wrong_shape'),
    {
      stored: 'page: noMore',
      'its table': 'page: noMore',
      ...ofLists(failed('wrong_shape'), 'failed'),
    },
  ],
  'no rows and no more': [
    'page: noMore',
    { list: 'page: noMore; input nothing', 'its 2nd page of 2': 'page: noMore; input done' },
  ],
  'rows and more without a cursor': [
    'page: notAll',
    { list: 'page: notAll; input cutOff', 'its 2nd page of 2': 'page: notAll; input cutOff' },
  ],
  'page 1 of 3 of a table': [
    'page: noMore',
    {
      stored: 'page: more, at page 2 of t',
      'its table': 'page: more, at page 3 of t',
      list: 'page: noMore; input done',
      'its 2nd page of 2': 'page: noMore; input done',
    },
  ],
  'page 1 of 3 of a table without a name': [
    'page: noMore',
    { stored: 'page: notAll', 'its table': 'page: notAll', ...ofLists('page: noMore', 'done') },
  ],
  'an item without members': [
    'page: noMore',
    {
      'one post': failed('wrong_shape'),
      list: 'page: noMore; input done',
      'its 2nd page of 2': 'page: noMore; input done',
    },
  ],
  'an operation': [
    failed('wrong_shape'),
    {
      stored: 'rest: polling, at op',
      'its table': 'rest: polling, at op',
      ...ofLists(failed('wrong_shape'), 'failed'),
    },
  ],
  'a page too large to read': [
    'page: stopped, at c2',
    {
      'its table': 'page: stopped, at page 3 of t',
      list: 'page: more, at c2',
      'its 2nd page of 2': 'page: more, at c2; input partly',
    },
  ],
  text: [failed('not_json'), ofLists(failed('not_json'), 'failed')],
  nothing: [failed('wrong_shape'), ofLists(failed('wrong_shape'), 'failed')],
  'JSON that ends too early': [failed('truncated'), ofLists(failed('truncated'), 'failed')],
  'other JSON': [failed('wrong_shape'), ofLists(failed('wrong_shape'), 'failed')],
  'a body that breaks off': [failed('truncated'), ofLists(failed('truncated'), 'failed')],
  400: [
    failed('invalid_request'),
    { ...refusedCursors, list: `${failed('invalid_request')}; input refused` },
  ],
  // The same for every input, so the list stops.
  401: [failed('unauthorized'), {}],
  402: ['failure (plan_limit): outOfCredits, same place', {}],
  404: [failed('not_found'), { ...refusedCursors, list: `${failed('not_found')}; input notFound` }],
  500: [failed('service_error'), ofLists(failed('service_error'), 'failed')],
  'no answer in time': [failed('timeout'), ofLists(failed('timeout'), 'failed')],
  'no connection': [failed('connection'), ofLists(failed('connection'), 'failed')],
};

describe.each(Object.entries(table))('%s', (name, [usual, others]) => {
  it.each(Object.keys(kinds))('%s', (kind) => {
    const run = asked.get(kind);
    const answer = memberOf(answers, name);
    if (run === undefined || answer === undefined) throw new Error(`There is no ${kind}.`);
    const kept = name.includes('too large') ? large : null;
    const decided = (): string => said(decide(run, answer, kept, context(kind), now));
    expect(decided()).toBe(memberOf(others, kind) ?? usual);
    // Deciding changes nothing.
    expect(decided()).toBe(memberOf(others, kind) ?? usual);
  });
});

it('the last page of an input has rows, if it is too large to read', () => {
  const run = asked.get('list');
  const [answer, last] = [answered(200, '', true), { ...large, cursor: null }];
  const decided = run && said(decide(run, answer, last, context('list'), now));
  expect(decided).toBe('page: noMore; input done');
});

it('CSV, which a file of the run has by then, is all that there is', () => {
  const run = asked.get('stored');
  const answer = answered(200, '', true);
  expect(run && said(decide(run, answer, null, context('stored'), now))).toBe('nothing: noMore');
});

const csv = { responseType: 'csv' };
const operation = {
  operationId: 'op',
  status: null,
  startedAt: now,
  checkedAt: null,
  expiresAt: null,
  trouble: null,
  downloadUrl: null,
};
const rows = { results: [{ id: '1' }], pagination };
const dump = { dataDumpExportOperationId: 'dump' };

it.each<[string, JsonObject, Partial<Asked>, string | null]>([
  ['that runs', { status: 'running' }, {}, null],
  ['in a state nobody described', { status: 'dreaming' }, {}, null],
  ['without data', { status: 'no_data' }, {}, 'nothing: operationNoData'],
  ['that was cancelled', { status: 'cancelled' }, {}, 'nothing: operationCancelled'],
  ['that failed', { status: 'failed', error: 'Oh.' }, {}, 'nothing: operationError'],
  ['with page 1 of 3', { status: 'success', result: rows }, {}, 'page: more, at page 2 of t'],
  ['with all rows', { status: 'success', result: { results: [] } }, {}, 'page: noMore'],
  [
    'with an export nobody asked for',
    { status: 'success', result: { ...rows, export: dump } },
    {},
    'page: more, at page 2 of t',
  ],
  [
    'with rows and an export',
    { status: 'success', result: { ...rows, export: dump } },
    { query: { endpointId: search, values: csv, fields: [] } },
    'page: polling, at dump',
  ],
  [
    'with an export',
    { status: 'success', result: { export: dump } },
    { query: { endpointId: search, values: csv, fields: [] } },
    'rest: polling, at dump',
  ],
  [
    'of an export that leads to another',
    { status: 'success', result: { export: dump } },
    { isExport: true, query: { endpointId: search, values: csv, fields: [] } },
    'unreadable',
  ],
  [
    'with a file',
    { status: 'success' },
    { operation: { ...operation, downloadUrl: 'https://files.invalid/1' } },
    'nothing: noMore',
  ],
  ['with nothing', { status: 'success' }, { operation }, 'unreadable'],
  [
    'with rows in another form',
    { status: 'success', result: { results: 'none' } },
    { operation: { ...operation, downloadUrl: 'https://files.invalid/1' } },
    'unreadable',
  ],
])('an operation %s', (_, value, change, expected) => {
  const run = asked.get('stored');
  if (run === undefined) throw new Error('There is no run.');
  const record = operationRecordSchema.parse(value);
  const decided = decideRecord({ ...run, ...change }, record, value, now);
  expect(decided === null || decided === 'unreadable' ? decided : said(decided)).toBe(expected);
});
