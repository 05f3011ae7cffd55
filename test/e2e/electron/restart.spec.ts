/** What is there again after the program ended, well or badly. */
import type { Page } from '@playwright/test';
import { Results } from '../pages/results.ts';
import { Welcome } from '../pages/welcome.ts';
import { expect, test } from './fixtures.ts';
import type { Program } from './program.ts';

interface Seen {
  rows: number;
  text: string;
}

async function twoPages(page: Page): Promise<Seen> {
  await new Welcome(page).exploreSampleData();
  const results = new Results(page);
  const first = await results.rowCount();
  await results.nextPage();
  await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
  return { rows: await results.rowCount(), text: await results.cell(0, 'text').innerText() };
}

async function expectBack(page: Page, before: Seen): Promise<void> {
  const results = new Results(page);
  await results.expectRows(before.rows);
  await expect(results.cell(0, 'text')).toHaveText(before.text);
}

test('[43] after a power cut and after Quit the same rows are in the same tab, the window where it was', async ({
  launch,
}) => {
  const program = await launch();
  const before = await twoPages(await program.page());
  await program.kill();

  const second = await launch();
  await expectBack(await second.page(), before);
  const place = { x: 60, y: 70, width: 1000, height: 700 };
  await second.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(to);
  }, place);
  await second.quit();

  const third = await launch();
  await expectBack(await third.page(), before);
  const bounds = await third.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    null,
  );
  expect(bounds).toEqual(place);
  await third.quit();
  expect(await third.exited).toBe(0);
});

/** Playwright gives a crashed page up: the page is spoken to through main. */
const inPage = (program: Program, code: string): Promise<unknown> =>
  program.evaluate(async ({ BrowserWindow }, asked) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return (await contents?.executeJavaScript(asked).catch(() => null)) as unknown;
  }, code);

test('a window that crashed or hangs is offered again, with what was in it', async ({ launch }) => {
  const program = await launch();
  const { rows } = await twoPages(await program.page());
  // Every question is answered with its first button.
  await program.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  }, null);
  const shown = `window.isOld ? 'not loaded again' : document.querySelector('[role=grid]')?.ariaRowCount`;
  const expectLoadedAgain = (): Promise<void> =>
    expect.poll(() => inPage(program, shown)).toBe(String(rows + 1));

  await test.step('after a crash', async () => {
    await inPage(program, 'window.isOld = true');
    await program.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    }, null);
    await expectLoadedAgain();
  });

  await test.step('while it hangs', async () => {
    await inPage(program, 'window.isOld = true; setTimeout(() => { for (;;); }); 0');
    await program.evaluate(({ BrowserWindow }) => {
      // Electron tells after half a minute in which a key or click was not answered.
      BrowserWindow.getAllWindows()[0]?.webContents.emit('unresponsive');
    }, null);
    await expectLoadedAgain();
  });
});
