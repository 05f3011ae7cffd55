/** Stored data: switched to in the form, its first page, and what comes as a file. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const path = '/api/data/microblog/posts';
const small = { pageSize: 5, totalRows: 12 };

// How background operations are waited for and outlast a restart: contract/stored-data.
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
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'tide' });
    await form.takeFrom('Stored');
    await form.set('responseType', 'csv');
    await form.getFirstPage();
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
