/** [31] Values nested more deeply than anything on the way to the window can walk. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppEvent } from '#shared/contract/event.ts';
import { formatIds } from '#shared/export/formats.ts';
import { parse as parseCsv } from 'csv-parse/sync';
import { mintRunId } from '#test/support/core.ts';
import { questionFor } from '#test/support/questions.ts';
import { plainCsv, save } from '#test/support/saving.ts';
import { serve } from '#test/support/serve.ts';
import { waysIn } from '#test/support/ways-in.ts';
import type { WayIn } from '#test/support/ways-in.ts';

/** More than JSON.stringify takes. */
const deep = `${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}`;
const shallow = `${'['.repeat(150)}1${']'.repeat(150)}`;
const answer = `{"results":[{"id":"1","odd":${deep},"even":${shallow}},{"id":"2","odd":[1]}],
  "parent_comment":{"id":"7","odd":${deep}},"count":2,"dataSource":"api","has_more":false}`;
const row = { id: '1', odd: deep, even: JSON.parse(shallow) as unknown };

describe.each(waysIn)('through %s', (_, open) => {
  let way: WayIn;
  let runId: string;
  const heard: AppEvent[] = [];
  beforeEach(async () => {
    heard.length = 0;
    const serviceAddress = await serve((request, response) => {
      const isPage = request.url?.startsWith('/api/data/') === true;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(isPage ? answer : `{"state":${deep}}`);
    });
    way = await open({ serviceAddress, accessKey: 'some-access-key-0001' });
    await way.listen((event) => heard.push(event));
    runId = mintRunId();
  });
  afterEach(() => way.close());

  const ask = () => {
    const endpointId = 'photoshare.comments.replies';
    const { values } = questionFor(endpointId);
    return way.value('run.start', { runId, query: { endpointId, values, fields: [] } });
  };

  it('are JSON text in the window, and the run can be opened', async () => {
    const started = await ask();
    for (const { run, window } of [started, await way.value('run.open', { runId })]) {
      expect(run).toMatchObject({ state: { kind: 'noMore' }, rowCount: 2 });
      expect(window.rows).toEqual([row, { id: '2', odd: [1] }]);
      expect(run.extras).toEqual({ parent_comment: { id: '7', odd: deep } });
      // As Electron hands it over.
      expect(() => structuredClone({ run, window })).not.toThrow();
    }
    const filters = [{ kind: 'contains' as const, field: 'id', text: '1' }];
    const view = { filters, search: '', sort: [], hideDuplicatesBy: null };
    const { count } = await way.value('view.open', { runId, view, anchor: null });
    expect(count).toBe(1);
    const part = { runId, view, rows: null, page: null, offset: 0, count: 10 };
    expect((await way.value('rows.window', part)).rows).toEqual([row]);
    await expect
      .poll(() => heard.some((event) => event.kind === 'run.changed' && event.run.rowCount === 2))
      .toBe(true);
    expect(way.test.reported).toEqual([]);
  });

  it('are saved whole, in every format', async () => {
    await ask();
    for (const kind of formatIds) {
      const saved = await save(way, { runIds: [runId], format: { kind } });
      expect([kind, saved.rows]).toEqual([kind, 2]);
    }
    const saved = await save(way, { runIds: [runId], format: plainCsv });
    const [header = [], first = []]: string[][] = parseCsv(await way.readSaved(saved));
    expect(first[header.indexOf('odd')]).toBe(deep);
  });

  it('on a page about the service are text, or another form than expected', async () => {
    const health = await way.value('service.read', { page: 'health' });
    expect(health).toMatchObject({ isJson: false, value: null });
    expect(health.text).toContain(deep);
    expect(await way.call('service.read', { page: 'status' })).toMatchObject({
      ok: false,
      error: { code: 'wrong_shape', call: 'noCall' },
    });
  });
});
