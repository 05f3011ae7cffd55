/** [31] Values nested more deeply than anything on the way to the window can walk. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formats } from '#main/core/export/formats/index.ts';
import { parse as parseCsv } from 'csv-parse/sync';
import { mintRunId } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { questionFor } from '#test/support/questions.ts';
import { inFormat, plainCsv, save } from '#test/support/saving.ts';
import { serve } from '#test/support/serve.ts';
import { throughBrowserHost } from '#test/support/ways-in.ts';

/** More than JSON.stringify takes, around a number that needs all its digits. */
const deep = `${'[{"a":'.repeat(10_000)}12345678901234567890${'}]'.repeat(10_000)}`;
const shallow = `${'['.repeat(150)}1${']'.repeat(150)}`;
const answer = `{"results":[{"id":"1","odd":${deep},"even":${shallow}},{"id":"2","odd":[1]}],
  "parent_comment":{"id":"7","odd":${deep}},"count":2,"dataSource":"api","has_more":false}`;
const row = { id: '1', odd: deep, even: JSON.parse(shallow) as unknown };
const endpointId = 'photoshare.comments.replies';
const query = { endpointId, values: questionFor(endpointId).values, fields: [] };

// What is nested too deeply breaks on the way to a window, so the way matters.
let way: TestCore;
beforeEach(async () => {
  const serviceAddress = await serve((request, response) => {
    const isPage = request.url?.startsWith('/api/data/') === true;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(isPage ? answer : `{"state":${deep}}`);
  });
  way = await throughBrowserHost({ serviceAddress, accessKey: 'some-access-key-0001' });
});
afterEach(() => way.close());

it('are JSON text in the window, and the run can be opened, filtered and saved in every format', async () => {
  const runId = mintRunId();
  let rowsTold = 0;
  await way.listen((event) => {
    if (event.kind === 'run.changed') rowsTold = event.run.rowCount;
  });
  const started = await way.value('run.start', { runId, query });
  for (const { run, window } of [started, await way.value('run.open', { runId })]) {
    expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 2 });
    expect(window.rows).toEqual([row, { id: '2', odd: [1] }]);
    expect(run.extras).toEqual({ parent_comment: { id: '7', odd: deep } });
    // As Electron hands it over.
    expect(() => structuredClone({ run, window })).not.toThrow();
  }
  const filters = [{ kind: 'contains' as const, field: 'id', text: '1' }];
  const view = { filters, search: '', sort: [], hideDuplicatesBy: null };
  const part = { runId, view, rows: null, offset: 0, count: 10 };
  expect((await way.value('rows.window', part)).rows).toEqual([row]);
  await expect.poll(() => rowsTold).toBe(2);

  for (const { kind } of formats) {
    const saved = await save(way, { runIds: [runId], ...inFormat(kind, 'odd') });
    // They link to no media.
    expect([kind, saved.rows]).toEqual([kind, kind === 'media' ? 0 : 2]);
  }
  const saved = await save(way, { runIds: [runId], format: plainCsv });
  const [header = [], first = []]: string[][] = parseCsv(await way.readSaved(saved));
  expect(first[header.indexOf('odd')]).toBe(deep);
  expect(way.reported).toEqual([]);
});

it('on a page about the service are text, or not in the expected format', async () => {
  const health = await way.value('service.read', { page: 'health' });
  expect(health).toMatchObject({ isJson: false, value: null });
  expect(health.text).toContain(deep);
  const status = await way.call('service.read', { page: 'status' });
  expect(status).toMatchObject({ ok: false, error: { code: 'wrong_shape', call: 'noCall' } });
});
