/** What some systems make of Electron: in each weather a window is seen, or one sentence is said and the program ends. */
import type { Page } from '@playwright/test';
import type { Mode } from '#test/support/electron-fake/environment.ts';
import { Asking } from '../pages/asking.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from './fixtures.ts';
import type { Program, ProgramOptions } from './program.ts';

const inMode = (mode: Mode): Partial<ProgramOptions> => ({
  flags: ['--sample'],
  environment: { ELECTRON_FAKE_MODE: mode },
});

async function ask(page: Page): Promise<Results> {
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'rain' });
  await form.getFirstPage();
  await expect(results.grid).toBeVisible();
  return results;
}

test.beforeEach(({ kind }) => {
  // Reporters keep the reason to themselves.
  const reason = 'the weather is the fake’s';
  if (kind === 'electron') console.log(`Not run on real Electron: ${test.info().title}: ${reason}`);
  test.skip(kind === 'electron', reason);
});

const isSeen = (program: Program): Promise<boolean | undefined> =>
  program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible(), null);

for (const mode of ['wayland', 'stuck', 'lockError', 'noDocuments', 'encryptionGone'] as const) {
  test(`${mode}: a window is seen`, async ({ launch }) => {
    const program = await launch(inMode(mode));
    await expect(new Shell(await program.page()).endpoints).toBeVisible();
    await expect.poll(() => isSeen(program)).toBe(true);
  });
}

test('noScreen: one sentence is said, and the program ends', async ({ launch }) => {
  const program = await launch(inMode('noScreen'));
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain('The window could not be opened: there is no screen. ');
});

test('notifyFailed: the window asks for attention when long work ends', async ({ launch }) => {
  const program = await launch(inMode('notifyFailed'));
  const results = await ask(await program.page());
  await program.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('There is no window.');
    window.isFocused = () => false;
    window.flashFrame = (flashes) => void Object.assign(globalThis, { flashes });
  }, null);
  await results.getAll({ pages: '2' });
  const flashes = (): Promise<unknown> =>
    program.evaluate(() => Reflect.get(globalThis, 'flashes'), null);
  await expect.poll(flashes).toBe(true);
});

test('workerFatal: the window stays, and rows are sorted all the same', async ({ launch }) => {
  const program = await launch(inMode('workerFatal'));
  const page = await program.page();
  const [results, asking] = [await ask(page), new Asking(page)];
  await asking.sortBy('likeCount');
  await expect(asking.header('likeCount')).toHaveAttribute('aria-sort', 'descending');
  const likes = async (row: number): Promise<number> =>
    Number((await results.textOf(row, 'likeCount')).replaceAll(',', ''));
  await expect(async () => expect(await likes(0)).toBeGreaterThan(await likes(9))).toPass();
});
