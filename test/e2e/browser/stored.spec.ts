/** Stored data: switched to in the form, waited for, fetched in time, or come as a file. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

const path = '/api/data/microblog/posts';
const small = { pageSize: 5, totalRows: 12 };
/** A service is asked every five seconds how far it is. */
const prepared = '1 of 3 pages · 5 of 12 rows · more available';

async function askStored(
  { shell, form }: Pick<Explorer, 'shell' | 'form'>,
  responseType: 'fast' | 'paging' | 'csv',
  q = 'sea',
): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q });
  await form.takeFrom('Stored');
  await form.set('responseType', responseType);
  await form.getFirstPage();
}

test('the switch keeps what was typed, and leads from live data to stored and back', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service } = await openExplorer({ service: small });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ lang: 'en', q: 'sea' });

  await test.step('a trial key is led to stored data', async () => {
    service.fail({ kind: 'status', status: 403, trial: true });
    await form.getFirstPage();
    await expect(results.problem).toHaveAttribute('data-error-code', 'trial_live');
    await results.remedy('Use stored data').click();
    await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search.stored');
    await expect(form.input('q')).toHaveValue('sea');
    await expect(form.input('lang')).toHaveValue('English');
    await expect(form.input('responseType')).toHaveValue('First page at once');
    await expect(form.form).toContainText('doesn’t show this question’s address');
    await expect(shell.entry('microblog.posts.search')).toHaveAttribute('aria-current', 'true');
    await expectAccessible(page);
  });

  await test.step('the first page; all of it is another question, which the person asks', async () => {
    await form.getFirstPage();
    await results.expectRows(5);
    await expect(results.problem).toBeHidden();
    expect([service.requests[1]?.path, service.requests[1]?.query]).toEqual([
      path,
      { q: 'sea', lang: 'en', responseType: 'fast' },
    ]);
    await expect(results.status).toContainText('1 page · 5 rows · not all');
    await expect(results.next).toBeHidden();
    await page.getByRole('button', { name: 'Get everything…', exact: true }).click();
    await expect(form.input('responseType')).toHaveValue('Everything, in the background');
    await expect(form.input('responseType')).toBeFocused();
    expect(service.requests.length).toBe(2);
    await form.takeFrom('Live');
    await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
    await expect(form.input('q')).toHaveValue('sea');
  });

  await test.step('CSV made by the service is kept and saved byte for byte', async () => {
    await askStored({ shell, form }, 'csv', 'tide');
    await expect(results.status).toContainText('The service’s CSV is here');
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the service’s CSV…', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const { query } = service.requests.at(-1) ?? {};
    expect(query).toMatchObject({ q: 'tide', responseType: 'csv' });
    const sent = await fetch(`${service.address}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${service.accessKey}` },
    });
    expect(await readFile(await download.path())).toEqual(Buffer.from(await sent.arrayBuffer()));
  });
});

test('everything: waited for in sight, over a stop, a reload and a restart, and paid once', async ({
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, results, service, host, shell } = explorer;
  const asked = (): number => service.requests.filter((request) => request.path === path).length;
  service.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  await askStored(explorer, 'paging');

  await test.step('stopped and taken up again, reloaded', async () => {
    await expect(results.status).toContainText('The service can’t be reached just now');
    await results.stop.click();
    await expect(results.status).toContainText('Stopped waiting for the answer');
    await page.getByRole('button', { name: 'Keep waiting', exact: true }).click();
    await expect(results.status).toContainText('The service is preparing the answer');
    await page.reload();
    await expect(results.status).toContainText('The service is preparing the answer');
  });

  await test.step('after a restart it is there, and its pages are fetched to the end', async () => {
    await host.stop();
    service.recover();
    const { address, accessKey } = service;
    const again = await startHost({ dataDir: host.dataDir, service: address, accessKey });
    await shell.open(again.url);
    await expect(results.status).toContainText(prepared);
    await expect(results.status).toContainText(/Its pages can be fetched for another 1[45] min\./);
    expect(asked()).toBe(1);
    await results.getAll();
    await expect(results.status).toContainText('3 pages · 12 rows · complete');
    await results.expectRows(12);
    expect(asked()).toBe(3);
  });

  await test.step('an answer that has expired says so and can be asked for again', async () => {
    service.fail({ kind: 'status', status: 404, path: '/api/data/operations' });
    await askStored(explorer, 'paging', 'tide');
    await expect(results.status).toContainText('The prepared answer has expired');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    await expect(results.status).toContainText(prepared);
    expect(asked()).toBe(5);
  });
});
