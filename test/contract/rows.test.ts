/**
 * Every live endpoint through the contract: the rows on screen, in the window and in the CSV are
 * what the service sent, page by page, digit by digit.
 */
import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { mintRunId, question, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { cellText } from '#test/support/csv-cells.ts';
import { questionFor } from '#test/support/questions.ts';
import { save } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

let server: SecondServer;
let way: TestCore;
beforeAll(async () => {
  server = await startSecondServer({ pageSize: 8, totalRows: 23 });
  way = await startTestCore({ serviceAddress: server.address, accessKey: server.accessKey });
});
afterAll(async () => {
  await way.close();
  await server.close();
});

it.each(liveEndpoints.map((fact) => [fact.id, fact] as const))(
  '%s: [30, 31] every row to the end, and the same in the CSV',
  async (endpointId, fact) => {
    const { values, path, query } = questionFor(endpointId);
    const sent = server.itemsFor(path, query) as Record<string, unknown>[];
    const before = server.requests.length;
    const runId = mintRunId();

    const asked = { runId, query: question(endpointId, values) };
    let { run } = await way.value('run.start', asked);
    const shown = await way.value('rows.window', { runId, offset: 0, count: 1000 });
    expect(shown.rows).toEqual(sent.slice(0, shown.total));
    for (let turn = 0; run.state.kind === 'more' && turn < 10; turn += 1) {
      const known = run.rowCount;
      const reply = await way.value('run.next', { runId });
      run = reply.run;
      expect(reply.window.offset).toBe(known);
      expect(reply.window.rows).toEqual(sent.slice(known, run.rowCount));
    }
    // 23 rows make three pages of eight and three of ten.
    const pages = fact.pages ? 3 : 1;
    const counts = { rowCount: sent.length, pageCount: pages, calls: pages };
    expect(run).toMatchObject({ state: { kind: 'noMore' }, ...counts });
    expect(server.requests.length - before).toBe(pages);
    expect(await rowsIn(way, runId)).toEqual(sent);
    // The parent comment keeps what no JavaScript number holds, too.
    const parent = { parent_comment: { shardHint: { exact: { $n: '9007199254740993' } } } };
    expect(run.extras).toMatchObject(fact.parentComment ? parent : {});
    expect(Object.keys(run.extras).length).toBe(fact.parentComment ? 1 : 0);
    const names = new Set(sent.flatMap((item) => Object.keys(item)));
    expect(new Set(run.columns.map(({ field }) => field))).toEqual(names);

    const format = { kind: 'csv', byteOrderMark: true, formulaGuard: false } as const;
    const saved = await save(way, { runIds: [runId], format });
    expect(saved.rows).toBe(sent.length);
    const file = await way.readSaved(saved);
    expect(file.length).toBe(saved.files[0]?.bytes);
    const [header = [], ...lines]: string[][] = parseCsv(file, { bom: true });
    expect(new Set(header)).toEqual(names);
    expect(lines).toEqual(sent.map((item) => header.map((name) => cellText(item[name]))));
  },
);
