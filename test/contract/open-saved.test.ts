/** What one format saved and *Open a file…* reads is the same table, for the hardest rows there are. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats, presets } from '#main/core/export/formats/index.ts';
import type { FormatOptions } from '#shared/contract/export/formats.ts';
import type { Run } from '#shared/contract/run.ts';
import { nastyNumber, nastyText } from '#test/support/export/nasty.ts';
import { askIn } from '#test/support/core.ts';
import { isRead, startWithFiles } from '#test/support/open-files.ts';
import type { Files } from '#test/support/open-files.ts';
import { everything, search } from '#test/support/run-core.ts';
import { save } from '#test/support/saving.ts';
import { stringifyJson } from '#main/core/json/index.ts';
import type { JsonObject, JsonValue } from '#main/core/json/index.ts';

const list = fc.array(fc.oneof(nastyText, fc.integer()), { maxLength: 3 });
const row = fc.record(
  {
    text: nastyText,
    authorUsername: nastyText,
    // Digits of a text stay one.
    conversationId: fc.constantFrom('007', '42', '1790000000000000001', '1.98E+18', '-5', ''),
    lang: fc.constantFrom('en', 'true', 'null', '1'),
    likeCount: nastyNumber,
    retweetCount: fc.integer(),
    deleted: fc.boolean(),
    hashtags: list,
    createdAt: fc.constantFrom('2026-11-22T08:10:05.000Z', '2026-02-30', '2026-11-22'),
  },
  { requiredKeys: ['text'] },
) as fc.Arbitrary<JsonObject>;

const count = 300;
let files: Files;
let run: Run;
let server: Server;
let own: JsonObject[];
beforeAll(async () => {
  own = fc
    .sample(row, { numRuns: count, seed: 7 })
    .map((one, n): JsonObject => Object.assign({ id: `${n}` }, one));
  server = await serveRows();
  const { port } = server.address() as AddressInfo;
  const serviceAddress = `http://127.0.0.1:${port}`;
  files = await startWithFiles({ serviceAddress, accessKey: 'a-key-of-this-test' });
  run = await askIn(files.core, search, everything);
});
afterAll(async () => {
  await files.core.close();
  server.close();
});

async function serveRows(): Promise<Server> {
  const results = own.map((one) => stringifyJson(one)).join(',');
  const listening = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(`{"results":[${results}],"has_more":false,"next_page_cursor":null}`);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
}

/** What a format says itself that it can't keep: spellings of numbers, what XML and CSV don't have. */
interface Loss {
  numbers?: 'byValue';
  text?: (text: string) => string;
}
const inText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
// oxlint-disable-next-line no-control-regex -- what XML can't have
const notInXml = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const losses: Record<string, Loss> = {
  csv: { text: inText },
  jsonl: {},
  xlsx: {
    numbers: 'byValue',
    text: (text) => inText(text).replaceAll(notInXml, '\uFFFD'),
  },
  parquet: { numbers: 'byValue', text: inText },
  dataset: { numbers: 'byValue', text: inText },
};

function comparable(value: JsonValue, { numbers, text = (one) => one }: Loss): JsonValue {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => comparable(one, { text }));
  if (typeof value === 'number' || (value !== null && typeof value === 'object' && '$n' in value)) {
    // oxlint-disable-next-line no-base-to-string -- it is a text
    const lexeme = typeof value === 'number' ? String(value) : String(value['$n']);
    return numbers === 'byValue' ? Number(lexeme) + 0 : lexeme;
  }
  return value;
}

function tableOf(rows: readonly JsonObject[], loss: Loss): JsonObject[] {
  const fields = [...new Set(own.flatMap((one) => Object.keys(one)))];
  return rows.map((one) =>
    Object.fromEntries(
      fields.flatMap((field): [string, JsonValue][] => {
        const value = Object.hasOwn(one, field) ? one[field]! : null;
        return value === null ? [] : [[field, comparable(value, loss)]];
      }),
    ),
  );
}

/** Every format with rows, as each of its presets writes it, and with the choices that read worst. */
const written: FormatOptions[] = [
  ...presets.map(({ format }) => format),
  { kind: 'csv', delimiter: ';', decimal: 'comma', byteOrderMark: false, lineEnds: 'lf' },
  { kind: 'csv', delimiter: '\t', headers: 'labels' },
  { kind: 'csv', delimiter: '|', quoting: 'allTexts', decimal: 'comma' },
  { kind: 'xlsx' },
  { kind: 'parquet' },
  { kind: 'dataset' },
]
  .filter(({ kind }) => Object.hasOwn(losses, kind))
  // What these do to values is their purpose; reading can't undo it.
  .map((format): FormatOptions =>
    Object.assign(
      {},
      format,
      'lists' in format ? { lists: 'json' } : {},
      'dates' in format ? { dates: 'asGiven' } : {},
    ),
  );

describe('the same table', () => {
  it('of every format that holds rows', () => {
    const kinds = formats.filter(({ holds }) => holds === 'rows' || holds === 'folder');
    expect([...new Set(written.map(({ kind }) => kind))].toSorted()).toEqual(
      kinds.map(({ kind }) => kind).toSorted(),
    );
  });

  it.each(written.map((format) => [JSON.stringify(format), format] as const))(
    '%s',
    async (_name, format) => {
      await save(files.core, { runIds: [run.id], format });
      const read = await files.openAt(files.core.saved.at(-1) ?? '');
      if (!isRead(read)) throw new Error(JSON.stringify(read));
      expect(read.run.resource).toBe('microblog.post');
      const loss = losses[format.kind]!;
      expect(tableOf(read.rows as JsonObject[], loss)).toEqual(tableOf(own, loss));
    },
  );

  it('of raw pages', async () => {
    await save(files.core, { runIds: [run.id], format: { kind: 'raw' } });
    const read = await files.openAt(files.core.saved.at(-1) ?? '');
    if (!isRead(read)) throw new Error(JSON.stringify(read));
    expect(tableOf(read.rows as JsonObject[], {})).toEqual(tableOf(own, {}));
  });
});
