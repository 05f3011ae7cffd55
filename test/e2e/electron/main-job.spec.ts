/** The main job in the program's own window, over Electron's bridge, and what is there again after it ended, well or badly. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { ExplorerBridge } from '#shared/contract/event.ts';
import { Results } from '../pages/results.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Welcome } from '../pages/welcome.ts';
import { expect, test } from './fixtures.ts';
import type { Program } from './program.ts';

/** Playwright gives a crashed page up: the page is spoken to through main. */
const inPage = (program: Program, code: string): Promise<unknown> =>
  program.evaluate(async ({ BrowserWindow }, asked) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return (await contents?.executeJavaScript(asked).catch(() => null)) as unknown;
  }, code);

test('[43] one click leads to rows, and they to a CSV where the person chose; after a power cut, Quit, a crash and a window that hangs they are there again', async ({
  launch,
  dataDir,
}) => {
  const program = await launch();
  const page = await program.page();
  const results = new Results(page);
  await new Welcome(page).exploreSampleData();
  const first = await results.rowCount();
  expect(first).toBeGreaterThan(0);
  await results.nextPage();
  await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
  const rows = await results.rowCount();
  const text = await results.textOf(0, 'text');

  await test.step('saved, shown and its folder remembered', async () => {
    const path = join(dataDir, '..', 'posts.csv');
    await program.evaluate(({ dialog, shell }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      shell.showItemInFolder = (shown) => void Object.assign(globalThis, { shown });
    }, path);
    const dialog = new SaveDialog(page);
    await dialog.open();
    await dialog.choose('Any program');
    await dialog.saveButton.click();
    await expect(page.getByText(`Saved ${rows} rows to posts.csv`)).toBeVisible();
    // A header above them.
    expect(parse(await readFile(path), { bom: true })).toHaveLength(rows + 1);

    // A notice that came under the resting pointer takes no click until the pointer moves.
    await page.mouse.move(10, 10);
    await page.getByRole('button', { name: 'Show in folder' }).click();
    const shown = (): Promise<unknown> =>
      program.evaluate(() => (globalThis as unknown as { shown: unknown }).shown, null);
    await expect.poll(shown).toBe(path);
    const folders = await program.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
      const recent = file?.submenu?.items.find(({ label }) => label === 'Recent Folders');
      return recent?.submenu?.items.map(({ label }) => label);
    }, null);
    expect(folders).toEqual([join(dataDir, '..')]);
  });

  await test.step('[5] a picture of a row is shown, which main has loaded', async () => {
    const seen = await page.evaluate(async () => {
      const { explorer } = window as unknown as { explorer: ExplorerBridge };
      const ask = async (method: string, input: object): Promise<Record<string, unknown>> => {
        const result = (await explorer.call(method, input)) as {
          value?: Record<string, unknown>;
        };
        return result.value ?? {};
      };
      const { runs } = await ask('history.list', {});
      const { id: runId } = (runs as { id: string }[])[0] ?? {};
      await ask('preferences.save', { loadsMedia: true });
      for (let row = 0; row < 50; row++) {
        const loaded = await ask('media.load', { runId, row, column: 'mediaUrls', n: 0 });
        if (loaded['status'] !== 'saved') continue;
        const picture = Object.assign(new Image(), { src: String(loaded['src']) });
        await picture.decode();
        return { loaded, width: picture.naturalWidth, height: picture.naturalHeight };
      }
      return null;
    });
    expect(seen?.width).toBeGreaterThan(100);
    const { width, height } = seen?.loaded ?? {};
    expect(seen).toMatchObject({ width, height, loaded: { type: 'image/png' } });
  });

  const expectBack = async (started: Program): Promise<void> => {
    const back = new Results(await started.page());
    await back.expectRows(rows);
    await expect(back.cell(0, 'text')).toHaveText(text);
  };
  const place = { x: 60, y: 70, width: 1000, height: 700 };
  await test.step('the same rows in the same tab after a power cut', async () => {
    await program.kill();
    const second = await launch();
    await expectBack(second);
    await second.evaluate(({ BrowserWindow }, to) => {
      BrowserWindow.getAllWindows()[0]?.setBounds(to);
    }, place);
    await second.quit();
    expect(await second.exited).toBe(0);
  });

  const third = await launch();
  await test.step('and after Quit, with the window where it was', async () => {
    await expectBack(third);
    const bounds = await third.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
      null,
    );
    expect(bounds).toEqual(place);
  });

  // Every question is answered with its first button: the window is loaded again.
  await third.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  }, null);
  const shown = `window.isOld ? 'not loaded again' : document.querySelector('[role=grid]')?.ariaRowCount`;
  const expectLoadedAgain = (): Promise<void> =>
    expect.poll(() => inPage(third, shown)).toBe(String(rows + 1));
  await test.step('after a crash', async () => {
    await inPage(third, 'window.isOld = true');
    await third.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    }, null);
    await expectLoadedAgain();
  });
  await test.step('while it hangs', async () => {
    await inPage(third, 'window.isOld = true; setTimeout(() => { for (;;); }); 0');
    await third.evaluate(({ BrowserWindow }) => {
      // Electron tells after half a minute in which a key or click was not answered.
      BrowserWindow.getAllWindows()[0]?.webContents.emit('unresponsive');
    }, null);
    await expectLoadedAgain();
  });
});
