/** What is left after a kill -9 and a damaged disk, as the person sees it (checklist 43, 44). */
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

async function twoPages({ shell, form, results }: Explorer): Promise<string[]> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  return Promise.all([0, 5, 11].map((row) => results.cell(row, 'text').innerText()));
}

async function runFolder(dataDir: string): Promise<string> {
  const [run] = await readdir(join(dataDir, 'runs'));
  return join(dataDir, 'runs', run ?? '');
}

async function comesBack(
  { page, results, service }: Explorer,
  startHost: (options: { service: string; accessKey: string }) => Promise<{ url: string }>,
  texts: readonly string[],
): Promise<void> {
  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await results.expectRows(40);
  for (const [at, row] of [0, 5, 11].entries()) {
    await expect(results.cell(row, 'text')).toHaveText(texts[at] ?? '');
  }
  await expect(results.status).toContainText('The program closed while this ran');
}

test('[43] kill -9 during a query: every row shown is there after the restart', async ({
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const { host, results, service } = explorer;
  const texts = await twoPages(explorer);
  service.fail({ kind: 'hang' });
  await results.nextPage();
  await expect(results.status).toContainText('Fetching page 3');
  await host.kill();
  await comesBack(explorer, startHost, texts);
  // The request on its way when the power went is in the ledger: it may have been counted.
  const ledger = await readFile(join(host.dataDir, 'ledger.jsonl'), 'utf8');
  expect(ledger.match(/"kind":"sent"/g)).toHaveLength(3);
  expect(ledger.match(/"kind":"done"/g)).toHaveLength(2);
});

test('[43] a torn last line and a damaged index cost nothing that was shown', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  const texts = await twoPages(explorer);
  await explorer.host.kill();
  const folder = await runFolder(explorer.host.dataDir);
  await appendFile(join(folder, 'pages.jsonl'), '{"v":1,"kind":"page","len":78123,"crc":"9a0');
  await writeFile(join(folder, 'derived', 'rows.idx'), 'no index at all');
  await comesBack(explorer, startHost, texts);
  await expect(page.getByText(/set aside|unfinished|cut off/i).first()).toBeVisible();
});

test('[44] a run of a newer version is left alone, and the window says so', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const explorer = await openExplorer();
  await twoPages(explorer);
  await explorer.host.stop();
  const folder = await runFolder(explorer.host.dataDir);
  const log = await readFile(join(folder, 'pages.jsonl'), 'utf8');
  const newer = log.replaceAll('{"v":1,', '{"v":9,');
  await writeFile(join(folder, 'pages.jsonl'), newer);
  await rm(join(folder, 'derived'), { recursive: true });
  const { service } = explorer;
  const again = await startHost({ service: service.address, accessKey: service.accessKey });
  await page.goto(again.url);
  await expect(page.getByText(/newer version/i).first()).toBeVisible();
  expect(await readFile(join(folder, 'pages.jsonl'), 'utf8')).toBe(newer);
});
