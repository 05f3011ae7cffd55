/** What is there again after the program ended, well or badly. */
import type { Page } from '@playwright/test';
import { Results } from '../pages/results.ts';
import { Welcome } from '../pages/welcome.ts';
import { expect, test } from './fixtures.ts';
import type { Program } from './program.ts';

async function twoPages(page: Page): Promise<{ rows: number; text: string }> {
  await new Welcome(page).exploreSampleData();
  const results = new Results(page);
  const first = await results.rowCount();
  await results.nextPage();
  await expect.poll(() => results.rowCount()).toBeGreaterThan(first);
  return { rows: await results.rowCount(), text: await results.cell(0, 'text').innerText() };
}

async function expectBack(page: Page, before: { rows: number; text: string }): Promise<void> {
  const results = new Results(page);
  await results.expectRows(before.rows);
  await expect(results.cell(0, 'text')).toHaveText(before.text);
}

test('after Quit the same rows are in the same tab', async ({ launch }) => {
  const program = await launch();
  const before = await twoPages(await program.page());
  await program.quit();
  expect(await program.exited).toBe(0);
  await expectBack(await (await launch()).page(), before);
});

test('[43] after a power cut too', async ({ launch }) => {
  const program = await launch();
  const before = await twoPages(await program.page());
  await program.kill();
  await expectBack(await (await launch()).page(), before);
});

test('a second start brings the first to the front and leaves', async ({ launch }) => {
  const first = await launch({ flags: ['--sample'] });
  await expect((await first.page()).getByRole('navigation', { name: 'Endpoints' })).toBeVisible();
  await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);
  expect(await first.startAgain()).toBe(0);
  await expect
    .poll(() =>
      first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized(), null),
    )
    .toBe(false);
});

/** Answers every question of the program with its first button. */
const sayYes = (program: Program): Promise<void> =>
  program.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  }, null);

/** Playwright gives a crashed page up: rows are asked for through main. */
const expectRowsThroughMain = (program: Program, rows: number): Promise<void> =>
  expect
    .poll(() =>
      program.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        const ask = `document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? null`;
        return (await contents?.executeJavaScript(ask).catch(() => null)) as unknown;
      }, null),
    )
    .toBe(String(rows + 1));

test('a window that crashed is offered again, with what was in it', async ({ launch }) => {
  const program = await launch();
  const before = await twoPages(await program.page());
  await sayYes(program);
  await program.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  }, null);
  await expectRowsThroughMain(program, before.rows);
});

test('a window that hangs is offered again, with what was in it', async ({ launch }) => {
  const program = await launch();
  const before = await twoPages(await program.page());
  await sayYes(program);
  await program.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    await contents?.executeJavaScript('setTimeout(() => { for (;;); }); 0');
    // Electron tells after half a minute in which a key or click was not answered.
    contents?.emit('unresponsive');
  }, null);
  await expectRowsThroughMain(program, before.rows);
});

test('the window opens where it was', async ({ launch }) => {
  const place = { x: 60, y: 70, width: 1000, height: 700 };
  const first = await launch({ flags: ['--sample'] });
  await expect((await first.page()).getByRole('navigation', { name: 'Endpoints' })).toBeVisible();
  await first.evaluate(({ BrowserWindow }, to) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(to);
  }, place);
  await first.quit();
  const second = await launch();
  await second.page();
  const bounds = await second.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
    null,
  );
  expect(bounds).toEqual(place);
});
