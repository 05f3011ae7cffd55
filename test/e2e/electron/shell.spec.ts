/** What the desktop adds to the window: files it is opened with, a second start, menu, progress, notifications, leaving. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { exampleSheet } from '#test/support/method-examples.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from './fixtures.ts';

/** What the test's own functions in the main process noted. */
interface Noted {
  asked: number;
  bars: number[];
  told: string[];
}

test('a methods sheet opens as forms, a second start brings the first to the front, the menu leads everywhere, and a long run tells that it ended and asks before leaving', async ({
  launch,
  startService,
  dataDir,
}) => {
  const file = join(dataDir, 'posts.csv.methods.json');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(exampleSheet('run-example-1')));
  const service = await startService();
  const program = await launch({
    flags: ['--service', service.address, file],
    environment: { SOCIAL_DATA_API_KEY: service.accessKey },
  });
  const page = await program.page();
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];

  await test.step('a methods sheet, at the start and at a second one, which leaves', async () => {
    const dialog = page.getByRole('dialog', { name: 'Recipe' });
    await expect(dialog).toContainText('made from 1 question');
    await dialog.getByRole('button', { name: 'Open the form' }).click();
    await expect(dialog).toBeHidden();
    await expect(form.form).toHaveAttribute('data-endpoint', /^microblog\.posts/);
    await program.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(),
      null,
    );
    expect(await program.startAgain()).toBe(0);
    await expect(dialog).toContainText('made from 1 question');
    const isMinimised = await program.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized(),
      null,
    );
    expect(isMinimised).toBe(false);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the menu leads to pages, tabs and commands', async () => {
    const choose = (label: string): Promise<void> =>
      program.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(
          ({ submenu }) => submenu?.items ?? [],
        );
        const item = items?.find((one) => one.label === wanted);
        if (item === undefined) throw new Error(`There is no ${wanted}.`);
        item.click();
      }, label);
    await choose('History');
    const history = page.getByRole('link', { name: 'History', exact: true });
    await expect(history).toHaveAttribute('aria-current', 'page');
    await choose('Explore');
    await choose('New Tab');
    // Main's message may come after a click that was made later.
    await expect(page.getByRole('heading', { name: 'What would you like to know?' })).toBeVisible();
    const tabs = shell.tabs.getByRole('listitem');
    const before = await tabs.count();
    await shell.choose('microblog.users.get');
    await expect(tabs).toHaveCount(before + 1);
    await choose('Close Tab');
    await expect(tabs).toHaveCount(before);
    await choose('Commands…');
    const commands = page.getByRole('dialog', { name: 'Commands' });
    await expect(commands).toBeVisible();
    // Nothing is done behind a dialog's back.
    await choose('New Tab');
    await expect(commands).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const ask = async (q: string): Promise<void> => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q });
    await form.getFirstPage();
    await results.expectRows(20);
  };
  await ask('sea');
  await program.evaluate(({ BrowserWindow, Notification, dialog }) => {
    const noted: Noted = { asked: 0, bars: [], told: [] };
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
    // No at first, then yes.
    dialog.showMessageBox = async () => {
      noted.asked += 1;
      return { response: noted.asked === 1 ? 1 : 0, checkboxChecked: false };
    };
  }, null);
  const noted = (): Promise<Noted> =>
    program.evaluate(() => (globalThis as unknown as { noted: Noted }).noted, null);

  await test.step('progress, and a notification to who looks elsewhere', async () => {
    await results.getAll({ pages: '2' });
    await results.expectRows(47);
    await expect.poll(async () => (await noted()).told).toEqual(['Search posts: sea | 47 rows.']);
    const { bars } = await noted();
    expect(bars.length).toBeGreaterThan(1);
    expect(bars.at(-1)).toBe(-1);
  });

  await test.step('leaving asks, stays after a no, and leaves after a yes', async () => {
    await ask('lake');
    service.fail({ kind: 'hang' });
    await results.nextPage();
    await expect(results.status).toContainText('Getting page 2');
    await program.evaluate(({ app }) => app.quit(), null);
    await expect.poll(async () => (await noted()).asked).toBe(1);
    await expect(results.status).toContainText('Getting page 2');
    await program.quit();
    expect(await program.exited).toBe(0);
  });
});

test('an icon in the tray, once chosen, keeps the program running without its window, opens it and quits', async ({
  openProgram,
  launch,
}) => {
  const { program, page } = await openProgram();
  await page.getByRole('link', { name: 'Settings' }).click();
  const icon = page.getByRole('radiogroup', { name: 'Keep running in the tray' });
  await expect(icon.getByRole('radio', { name: 'Off' })).toBeChecked();
  await icon.getByText('On').click();
  await expect(icon.getByRole('radio', { name: 'On' })).toBeChecked();
  await expect(page.getByText('Start when you sign in')).toBeHidden();
  await program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null);
  const windows = (): Promise<number> =>
    program.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null);
  await expect.poll(windows).toBe(0);
  // As a person does whose desktop shows no icons.
  expect(await program.startAgain()).toBe(0);
  await expect.poll(windows).toBe(1);
  await program.quit();
  expect(await program.exited).toBe(0);

  const hidden = await launch({ flags: ['--sample', '--hidden'] });
  const count = ({ BrowserWindow }: typeof Electron): number =>
    BrowserWindow.getAllWindows().length;
  await expect.poll(() => hidden.evaluate(({ app }) => app.isReady(), null)).toBe(true);
  expect(await hidden.evaluate(count, null)).toBe(0);
  await hidden.quit();
});
