/** Disks that are damaged, refuse, are full or can only be read, as the person sees it. */
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import {
  fill,
  makeRoom,
  mayMount,
  mountReadOnly,
  mountSmall,
  unmount,
} from '#test/support/mounts.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

type Asking = Pick<Explorer, 'shell' | 'form' | 'results'>;

const canMount = mayMount();
if (!canMount && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log('A full disk and one that can only be read are not tried: this user may not mount.');
}

async function firstPage({ shell, form, results }: Asking): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
}

async function logOf(dataDir: string): Promise<string> {
  const [run] = await readdir(join(dataDir, 'runs'));
  return join(dataDir, 'runs', run ?? '', 'pages.jsonl');
}

test('[44] a damaged page is said to be one, and every other row is shown and saved', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const { host, results, service } = explorer;
  await firstPage(explorer);
  await results.nextPage();
  await results.expectRows(40);
  await host.stop();
  const log = await logOf(host.dataDir);
  const bytes = await readFile(log);
  bytes[bytes.indexOf('"page":1,') + 900]! ^= 0x15;
  await writeFile(log, bytes);

  const { address, accessKey } = service;
  await page.goto((await startHost({ service: address, accessKey })).url);
  await results.expectRows(40);
  await expect(
    page.getByText('Page 1 is damaged on disk: its 20 rows can’t be read.'),
  ).toBeVisible();
  const items = service.itemsFor('/api/data/microblog/posts/live', { q: 'sea' }) as {
    id: string;
  }[];
  await results.goToEnd();
  await expect(results.grid.locator('[data-row="39"]')).toBeVisible();
  const { bytes: csv } = await results.save();
  const rows: { id: string }[] = parse(csv, { columns: true, bom: true });
  expect(rows.map(({ id }) => id)).toEqual(items.slice(20, 40).map(({ id }) => id));
});

/** The page that was answered is kept until it can be saved; `let` ends what hinders it. */
async function waitsToBeSaved(
  { page, results, service }: Pick<Explorer, 'page' | 'results' | 'service'>,
  code: string,
  words: RegExp,
  letItBeSaved: () => Promise<void> | void,
): Promise<void> {
  await expect(results.problem).toHaveAttribute('data-error-code', code);
  await expect(results.problem).toContainText(words);
  await expect(results.problem).toContainText('Counted as one call');
  await results.expectRows(20);
  const again = results.remedy('Try saving again');
  await again.click();
  await expect(results.problem).toHaveAttribute('data-error-code', code);
  await expect(again).toBeEnabled();
  await letItBeSaved();
  await again.click();
  await results.expectRows(40);
  await expect(results.problem).toBeHidden();
  expect(service.requests.length).toBe(2);
  await results.nextPage();
  await results.expectRows(47);
  await page.reload();
  await results.expectRows(47);
  expect(service.requests.length).toBe(3);
}

test('[41] a page that the disk refuses waits in memory, and is not paid for twice', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer();
  await firstPage(explorer);
  const log = await logOf(explorer.host.dataDir);
  const { size } = await stat(log);
  await appendFile(log, 'not ours');
  await explorer.results.nextPage();
  await waitsToBeSaved(explorer, 'storage_failed', /Another program changed the file/, () =>
    truncate(log, size),
  );
});

if (canMount) {
  test('[41] a disk that is full: the page waits until there is room', async ({
    page,
    openExplorer,
    startHost,
  }) => {
    const disk = await mkdtemp(join(tmpdir(), 'sde-e2e-full-'));
    mountSmall(disk);
    try {
      const explorer = await openExplorer();
      const { results, service } = explorer;
      const { address, accessKey } = service;
      const dataDir = join(disk, 'data');
      const host = await startHost({ service: address, accessKey, dataDir });
      await explorer.shell.open(host.url);
      await firstPage(explorer);
      service.fail({ kind: 'meanwhile', act: () => fill(disk) });
      await results.nextPage();
      await waitsToBeSaved(explorer, 'storage_full', /no space left.*Make room/i, () =>
        makeRoom(disk),
      );
      await expect(page.getByText('Saved on this computer')).toBeVisible();
      await host.stop();
    } finally {
      unmount(disk);
      await rm(disk, { recursive: true, force: true });
    }
  });

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
      await expect(
        page.getByText(/ledger of calls can’t be written.*can only be read/),
      ).toBeVisible();
      await expect(page.getByText(/run’s file can’t be written/)).toBeVisible();
      const { bytes } = await results.save();
      expect(parse(bytes, { columns: true, bom: true })).toHaveLength(20);
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'new' });
      await form.getFirstPage();
      await expect(results.problem).toHaveAttribute('data-error-code', 'storage_failed');
      await expect(results.problem).toContainText('The disk can only be read');
      await expect(results.problem).toContainText('No metered call was made');
      expect(service.requests.length).toBe(1);
      await again.stop();
    } finally {
      unmount(host.dataDir);
    }
  });
}
