/** Stored data: switched to in the form, waited for, fetched in time, or come as a file. */
import { readFile } from 'node:fs/promises';
import { startSampleService } from '#main/sample-service/index.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';

const path = '/api/data/microblog/posts';
const small = { pageSize: 5, totalRows: 12 };
/** A service is asked every five seconds how far it is. */
const patient = { timeout: 30_000 };

async function askStored(
  { shell, form }: Pick<Explorer, 'shell' | 'form'>,
  responseType: 'fast' | 'paging' | 'csv',
): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.takeFrom('Stored');
  await form.set('responseType', responseType);
  await form.getFirstPage();
}

test('the switch keeps what was typed; the question in the list stays the same one', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service } = await openExplorer({ service: small });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea', lang: 'en' });
  await form.takeFrom('Stored');
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search.stored');
  await expect(form.input('q')).toHaveValue('sea');
  await expect(form.input('lang')).toHaveValue('English');
  await expect(form.input('responseType')).toHaveValue('First page at once');
  await expect(form.form).toContainText('Assumed address');
  await expect(form.form).toContainText('One metered call.');
  await expect(shell.entry('microblog.posts.search')).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('nav [data-endpoint$=".stored"]')).toHaveCount(0);
  await expectAccessible(page);

  await form.getFirstPage();
  await results.expectRows(5);
  expect(service.requests.map((request) => [request.path, request.query])).toEqual([
    [path, { q: 'sea', lang: 'en', responseType: 'fast' }],
  ]);
  await expect(results.status).toContainText('1 page · 5 rows · the first page only');
  await expect(results.next).toBeHidden();
  // All of it is another question, which the person asks.
  await page.getByRole('button', { name: 'Get everything…', exact: true }).click();
  await expect(form.input('responseType')).toHaveValue('Everything, in the background');
  await expect(form.input('responseType')).toBeFocused();
  expect(service.requests.length).toBe(1);

  await form.takeFrom('Live');
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await expect(form.input('q')).toHaveValue('sea');
});

test('questions without stored data have no switch', async ({ openExplorer }) => {
  const { shell, form } = await openExplorer();
  await shell.choose('microblog.posts.get');
  await expect(form.ask).toBeVisible();
  await expect(form.form.getByRole('radiogroup', { name: 'Data from' })).toBeHidden();
});

test('everything: waited for in sight, then page by page while it can be had', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { results, service, shell } = explorer;
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText(/The service prepares the answer · running/);
  await expect(results.status).toContainText(
    '1 of 3 pages · 5 of 12 rows · more available',
    patient,
  );
  await expect(results.status).toContainText(/Its pages can be fetched for another 1[45] min\./);
  await results.getAll();
  await expect(results.status).toContainText('3 pages · 12 rows · that was all', {
    timeout: 40_000,
  });
  await results.expectRows(12);
  expect(await shell.calls()).toBe(3);
  expect(service.requests.filter((request) => request.path === path)).toHaveLength(3);
});

test('waiting outlives a reload and a restart, and is not paid again', async ({
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, results, service, host, shell } = explorer;
  service.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText('The service could not be asked just now', patient);
  await expectAccessible(page);
  await page.reload();
  await expect(results.status).toContainText('The service prepares the answer');
  await host.stop();
  service.recover();
  const again = await startHost({
    dataDir: host.dataDir,
    service: service.address,
    accessKey: service.accessKey,
  });
  await shell.open(again.url);
  await expect(results.status).toContainText(
    '1 of 3 pages · 5 of 12 rows · more available',
    patient,
  );
  expect(service.requests.filter((request) => request.path === path)).toHaveLength(1);
});

test('waiting can be stopped and taken up again', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: small });
  const { page, results, service } = explorer;
  service.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText('The service prepares the answer');
  await results.stop.click();
  await expect(results.status).toContainText('Stopped waiting for the answer');
  service.recover();
  await page.getByRole('button', { name: 'Go on waiting', exact: true }).click();
  await expect(results.status).toContainText(
    '1 of 3 pages · 5 of 12 rows · more available',
    patient,
  );
  expect(service.requests.filter((request) => request.path === path)).toHaveLength(1);
});

test('no stored data leads back to live data', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: { totalRows: 0 } });
  const { page, form, results } = explorer;
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText(
    'The service has no stored data for this question',
    patient,
  );
  await page.getByRole('button', { name: 'Use live data', exact: true }).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await expect(form.input('q')).toHaveValue('sea');
});

test('an answer that has expired says so and can be asked for again', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: small });
  const { page, results, service } = explorer;
  service.fail({ kind: 'status', status: 404, path: '/api/data/operations' }, Infinity);
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText('The prepared answer has expired', patient);
  await expectAccessible(page);
  service.recover();
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await expect(results.status).toContainText(
    '1 of 3 pages · 5 of 12 rows · more available',
    patient,
  );
});

test('CSV made by the service is kept and saved byte for byte', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: small });
  const { page, results, service } = explorer;
  await askStored(explorer, 'csv');
  await expect(results.status).toContainText('The service’s CSV is here');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the service’s CSV…', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const sent = await fetch(`${service.address}${path}?q=sea&responseType=csv`, {
    headers: { authorization: `Bearer ${service.accessKey}` },
  });
  expect(await readFile(await download.path())).toEqual(Buffer.from(await sent.arrayBuffer()));
});

test('a trial key gets a first page, and is offered no more than that', async ({
  page,
  startHost,
}) => {
  // The sample service tells trial keys, too, that there is more.
  const service = await startSampleService();
  const host = await startHost({ service: service.address, accessKey: service.trialKey });
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
  await shell.open(host.url);
  await askStored({ shell, form }, 'fast');
  await expect(results.status).toContainText('1 page · 5 rows · the first page only');
  await expect(form.form).toContainText('A trial key gets 5 posts at most.');
  await expect(page.getByRole('button', { name: 'Get everything…' })).toBeHidden();
  await service.close();
});

test('a trial key is led from live to stored data', async ({ openExplorer }) => {
  const { shell, form, results, service } = await openExplorer({ service: small });
  service.fail({ kind: 'status', status: 403, trial: true });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await expect(results.problem).toHaveAttribute('data-error-code', 'trial_live');
  await results.remedy('Use stored data').click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search.stored');
  await form.getFirstPage();
  await results.expectRows(5);
  await expect(results.problem).toBeHidden();
});

test('sample data are stored, too: prepared in the background, then there', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { form, results } = explorer;
  await askStored(explorer, 'paging');
  await expect(results.status).toContainText('more available', { timeout: 45_000 });
  expect(await results.rowCount()).toBeGreaterThan(0);
  await expect(form.form).toContainText('Sample data: nothing is charged.');
});
