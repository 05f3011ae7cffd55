/** What the desktop adds to the window: saving where the person says, menu, progress, leaving. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from './fixtures.ts';
import type { Program } from './program.ts';

/** What the test's own functions in the main process noted. */
interface Noted {
  asked: string[];
  bars: number[];
  told: string[];
  shown: string[];
}

/** Puts notes in the place of what the operating system would show. */
async function note(program: Program): Promise<() => Promise<Noted>> {
  await program.evaluate(({ BrowserWindow, Notification, shell }) => {
    const noted: Noted = { asked: [], bars: [], told: [], shown: [] };
    Object.assign(globalThis, { noted });
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('There is no window.');
    window.setProgressBar = (bar) => void noted.bars.push(bar);
    window.isFocused = () => false;
    // Machines that run tests may have nobody who would show any.
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: { title: string; body: string }) {
      noted.told.push(`${this.title} | ${this.body}`);
    };
    shell.showItemInFolder = (path) => void noted.shown.push(path);
  }, null);
  return () => program.evaluate(() => (globalThis as unknown as { noted: Noted }).noted, null);
}

interface Asked {
  program: Program;
  page: Page;
  results: Results;
  service: SecondServer;
}

/** A question asked of a service that this test holds in its hands: two pages are there. */
async function ask(
  launch: (options: { flags: string[]; environment: Record<string, string> }) => Promise<Program>,
  service: SecondServer,
): Promise<Asked> {
  const program = await launch({
    flags: ['--service', service.address],
    environment: { SOCIAL_DATA_API_KEY: service.accessKey },
  });
  const page = await program.page();
  const results = new Results(page);
  await new Shell(page).choose('microblog.posts.search');
  const form = new QueryForm(page);
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  return { program, page, results, service };
}

test('what was found is saved where the person chose, and shown there', async ({
  launch,
  startService,
  dataDir,
}) => {
  const { program, page } = await ask(launch, await startService());
  const noted = await note(program);
  const path = join(dataDir, '..', 'posts.csv');
  await program.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.saveButton.click();
  const show = page.getByRole('button', { name: 'Show in folder' });
  await show.click();
  await expect.poll(async () => (await noted()).shown).toEqual([path]);
  // A header, 20 rows, and nothing after the last line's end.
  expect((await readFile(path, 'utf8')).split('\r\n').length).toBeGreaterThanOrEqual(22);
  const folders = await program.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    const recent = file?.submenu?.items.find(({ label }) => label === 'Recent Folders');
    return recent?.submenu?.items.map(({ label }) => label);
  }, null);
  expect(folders).toEqual([join(dataDir, '..')]);
});

test('the menu leads to pages, tabs and commands', async ({ openSample }) => {
  const { program, page } = await openSample();
  const choose = (label: string): Promise<void> =>
    program.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const item = items?.find((one) => one.label === wanted);
      if (item === undefined) throw new Error(`There is no ${wanted}.`);
      item.click();
    }, label);
  await choose('History');
  await expect(page.getByRole('link', { name: 'History', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await choose('Settings…');
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await choose('Explore');
  await choose('New Tab');
  const tabs = page.getByRole('navigation', { name: 'Open questions' }).getByRole('listitem');
  const before = await tabs.count();
  await new Shell(page).choose('microblog.users.get');
  await expect(tabs).toHaveCount(before + 1);
  await choose('Close Tab');
  await expect(tabs).toHaveCount(before);
  await choose('Commands…');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await expect(commands).toBeVisible();
  // Nothing is done behind a dialog's back.
  await choose('New Tab');
  await expect(commands).toBeVisible();
});

test('a long run shows how far it is, and tells who looks elsewhere that it ended', async ({
  launch,
  startService,
}) => {
  const { program, results } = await ask(launch, await startService());
  const noted = await note(program);
  await results.getAll({ pages: '2' });
  await results.expectRows(47);
  await expect.poll(async () => (await noted()).told).toEqual(['Posts: sea | 47 rows.']);
  const { bars } = await noted();
  expect(bars.at(-1)).toBe(-1);
  expect(bars.slice(0, -1).every((bar) => bar >= 0 && bar <= 1)).toBe(true);
  expect(bars.length).toBeGreaterThan(1);
});

test('leaving while a request is under way asks, stays after a no, and leaves after a yes', async ({
  launch,
  startService,
}) => {
  const { program, results, service } = await ask(launch, await startService());
  service.fail({ kind: 'hang' });
  await results.nextPage();
  await expect(results.status).toContainText('Fetching page 2');
  const questions = (): Promise<number> =>
    program.evaluate(() => (globalThis as unknown as { questions: number }).questions, null);
  await program.evaluate(({ app, dialog }) => {
    Object.assign(globalThis, { questions: 0 });
    const counting = globalThis as unknown as { questions: number };
    dialog.showMessageBox = async () => {
      counting.questions += 1;
      return { response: counting.questions === 1 ? 1 : 0, checkboxChecked: false };
    };
    app.quit();
  }, null);
  await expect.poll(questions).toBe(1);
  await expect(results.status).toContainText('Fetching page 2');
  await program.quit();
  expect(await program.exited).toBe(0);
  // It stopped by itself: the run says so, and what was fetched is there.
  const again = await launch({
    flags: ['--service', service.address],
    environment: { SOCIAL_DATA_API_KEY: service.accessKey },
  });
  await new Results(await again.page()).expectRows(20);
});
