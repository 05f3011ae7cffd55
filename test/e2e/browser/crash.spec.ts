/** What is left after a kill -9 and a damaged disk, as the person sees it (checklist 43, 44). */
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';

const rows = [0, 5, 11];

test('[43, 44] kill -9 and damage: what was shown is there again, and what is lost is said', async ({
  page,
  openExplorer,
  startHost,
}) => {
  const { shell, form, results, service, host } = await openExplorer();
  const { address, accessKey } = service;
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  await results.nextPage();
  await results.expectRows(40);
  const texts = await Promise.all(rows.map((row) => results.cell(row, 'text').innerText()));

  await test.step('killed in the middle of a page, with its last line torn and its index gone', async () => {
    service.fail({ kind: 'hang' });
    await results.nextPage();
    await expect(results.status).toContainText('Getting page 3');
    await host.kill();
    // The request on its way is in the ledger: it may have been counted.
    const ledger = await readFile(join(host.dataDir, 'ledger.jsonl'), 'utf8');
    expect(ledger.match(/"kind":"sent"/g)).toHaveLength(3);
    expect(ledger.match(/"kind":"done"/g)).toHaveLength(2);
  });
  const [run = ''] = await readdir(join(host.dataDir, 'runs'));
  const folder = join(host.dataDir, 'runs', run);
  const log = join(folder, 'pages.jsonl');
  await appendFile(log, '{"v":1,"kind":"page","len":78123,"crc":"9a0');
  await writeFile(join(folder, 'derived', 'rows.idx'), 'no index at all');

  const again = await startHost({ service: address, accessKey });
  await page.goto(again.url);
  await results.expectRows(40);
  for (const [at, row] of rows.entries()) {
    await expect(results.cell(row, 'text')).toHaveText(texts[at] ?? '');
  }
  await expect(results.status).toContainText('The program closed while this ran');
  await expect(page.getByText(/set aside|unfinished|cut off/i).first()).toBeVisible();
  await again.stop();

  await test.step('a page damaged on disk', async () => {
    const bytes = await readFile(log);
    bytes[bytes.indexOf('"page":1,') + 900]! ^= 0x15;
    await writeFile(log, bytes);
    await page.goto((await startHost({ service: address, accessKey })).url);
    await results.expectRows(40);
    const lost = 'Page 1 is damaged on disk: its 20 rows can’t be read.';
    await expect(page.getByText(lost)).toBeVisible();
  });
});
