/**
 * Every live endpoint in the window, against the sample service: the rows on screen and in the
 * file are what it answers when asked directly.
 */
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import { askPages } from '#test/support/ask-service.ts';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { expectCsvOf } from '../compare-csv.ts';
import { expect, test } from '../fixtures.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';

/** What lies before this moment never changes, so two askers are told the same. */
const now = Date.UTC(2026, 5, 1, 12);

let sample: SampleServiceHandle;
test.beforeAll(async () => {
  sample = await startSampleService({ now: () => now });
});
test.afterAll(() => sample.close());

for (const fact of liveEndpoints) {
  test(`${fact.id}: rows, pages and CSV are what the service answers`, async ({
    page,
    startHost,
  }) => {
    const { values, path, query } = questionFor(fact.id);
    const { pages, hasMore } = await askPages(sample, path, query, 2);
    const items = pages.flat();
    const host = await startHost({ service: sample.address, accessKey: sample.accessKey });
    const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
    await shell.open(host.url);
    const before = sample.requests().length;

    await shell.choose(fact.id);
    await form.fillIn(values);
    await form.getFirstPage();
    await results.expectRows(pages[0]?.length ?? 0);
    if (pages.length > 1) {
      await results.nextPage();
      await results.expectRows(items.length);
    }
    expect(sample.requests().length - before).toBe(pages.length);
    await expect(results.status).toContainText(hasMore ? 'more available' : 'that was all');
    const { bytes } = await results.save();
    expectCsvOf(bytes, items);
    if (!fact.pages) await expect(results.next).toBeHidden();
  });
}
