/**
 * The demo, on the embedded sample service, without a key of one's own. That every question's example is
 * right and answered with rows is shown in `unit/query/validate` and `unit/sample-service/live`, that
 * rows are kept as they were sent in `rows.test.ts`.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askIn, question, rowsIn, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { askList } from '#test/support/lists/ask-list.ts';
import { questionFor } from '#test/support/questions.ts';
import { startTestSample } from '#test/support/sample-service.ts';
import type { TestSampleService } from '#test/support/sample-service.ts';

let sample: TestSampleService;
let core: TestCore;
beforeAll(async () => {
  sample = await startTestSample({ now: () => Date.UTC(2026, 5, 1, 12) });
  core = await startTestCore({ sample: true, sampleService: async () => sample });
});
afterAll(async () => {
  await core.close();
  await sample.close();
});

it.each(liveEndpoints.map(({ id }) => id))(
  '%s: after the one click nobody of its rows is named in any column',
  async (id) => {
    const run = await askIn(core, question(id, questionFor(id).values));
    const { privacy } = await core.value('export.findPeople', { runIds: [run.id] });
    const spec = { runIds: [run.id], format: { kind: 'csv' as const }, privacy };
    const { text } = await core.value('export.preview', { spec, rows: 100 });
    const people = run.columns.filter(
      ({ field, meaning }) => meaning === 'username' || /^(?:full|nick|name$)/.test(field),
    );
    const rows = await rowsIn(core, run.id);
    expect(rows.length).toBeGreaterThan(0);
    const names = rows.flatMap((row) => people.map(({ field }) => row?.[field]));
    for (const name of names.filter((one) => typeof one === 'string' && one.length > 2)) {
      expect(text).not.toContain(name);
    }
  },
);

it('counts its calls apart and shows no key', async () => {
  const { credential, calls, profile } = await core.value('app.snapshot', {});
  expect(profile?.id).toBe('sample');
  expect(credential).toMatchObject({ kind: 'accessKey', source: 'sample' });
  expect(calls.session).toBe(calls.total);
  expect(calls.session).toBeGreaterThan(0);
});

it('has accounts for every status of a list’s inputs', async () => {
  const odd = ['gone_fishing', 'quiet_corner_2', 'refused_entry', 'line_down', 'flaky_wifi'];
  const { list } = await askList(core, { text: ['mira_osei', ...odd].join('\n') });
  const wanted = { partly: 2, notFound: 1, nothing: 1, refused: 1, failed: 1, waiting: 0 };
  expect(list?.statuses).toMatchObject(wanted);
});
