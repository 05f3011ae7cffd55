/** The main job in the real window: from the first start to rows, over Electron's own bridge. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Welcome } from '../pages/welcome.ts';
import { builtFile } from '../built-file.ts';
import { electronHere } from './electron-here.ts';

test('one click on Explore sample data reaches rows, and a page more', async () => {
  const electron = electronHere();
  if (electron.kind === 'missing') throw new Error(electron.reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'sde-electron-'));
  const program = await _electron.launch({
    executablePath: electron.executable,
    args: [builtFile('main/electron.js'), '--data-dir', dataDir],
  });
  try {
    const page = await program.firstWindow();
    await new Welcome(page).exploreSampleData();
    const results = new Results(page);
    const first = await results.rowCount();
    expect(first).toBeGreaterThan(0);
    await expect(new QueryForm(page).form).toHaveAttribute(
      'data-endpoint',
      'microblog.posts.search',
    );
    await results.nextPage();
    await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
    const reach = await page.evaluate(() => [typeof globalThis.process, typeof globalThis.require]);
    expect(reach).toEqual(['undefined', 'undefined']);
  } finally {
    await program.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
