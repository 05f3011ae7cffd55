/** Disks that refuse or can only be read, as the person sees it. */
import { appendFile, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { mayMount, mountReadOnly, unmount } from '#test/support/mounts.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

type Asking = Pick<Explorer, 'shell' | 'form' | 'results'>;

const canMount = mayMount();
if (!canMount && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log('A disk that can only be read is not tried: this user may not mount.');
}

async function firstPage({ shell, form, results }: Asking): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
}

test('[41] a page that the disk refuses waits in memory, and is not paid for twice', async ({
  page,
  openExplorer,
}) => {
  const explorer = await openExplorer();
  const { host, results, service } = explorer;
  await firstPage(explorer);
  const [run = ''] = await readdir(join(host.dataDir, 'runs'));
  const log = join(host.dataDir, 'runs', run, 'pages.jsonl');
  const { size } = await stat(log);
  await appendFile(log, 'not ours');
  await results.nextPage();
  await expect(results.problem).toHaveAttribute('data-error-code', 'storage_failed');
  await expect(results.problem).toContainText('Another program changed the file');
  await expect(results.problem).toContainText('Counted as one call');
  await results.expectRows(20);
  const again = results.remedy('Try saving again');
  await again.click();
  await expect(again).toBeEnabled();
  await expect(results.problem).toHaveAttribute('data-error-code', 'storage_failed');
  await truncate(log, size);
  await again.click();
  await results.expectRows(40);
  await expect(results.problem).toBeHidden();
  expect(service.requests.length).toBe(2);
  await results.nextPage();
  await results.expectRows(47);
  await page.reload();
  await results.expectRows(47);
  expect(service.requests.length).toBe(3);
});

if (canMount) {
  test('[41] a data folder that can only be read: shown and saved, and nothing is sent', async ({
    page,
    openExplorer,
    startHost,
  }) => {
    const explorer = await openExplorer();
    const { form, host, results, service, shell } = explorer;
    await firstPage(explorer);
    await host.stop();
    mountReadOnly(host.dataDir);
    try {
      const { address, accessKey } = service;
      const again = await startHost({ service: address, accessKey });
      await page.goto(again.url);
      await results.expectRows(20);
      await expect(page.getByText(/ledger of calls can’t be written.*read-only/)).toBeVisible();
      await expect(page.getByText(/run’s file can’t be written/)).toBeVisible();
      const { bytes } = await results.save();
      expect(parse(bytes, { columns: true, bom: true })).toHaveLength(20);
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'new' });
      await form.getFirstPage();
      await expect(results.problem).toHaveAttribute('data-error-code', 'storage_failed');
      await expect(results.problem).toContainText('The disk is read-only');
      await expect(results.problem).toContainText('This cost no call');
      expect(service.requests.length).toBe(1);
      await again.stop();
    } finally {
      unmount(host.dataDir);
    }
  });
}
