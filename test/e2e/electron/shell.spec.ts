/** What the desktop adds to the window: menu, progress, notifications, leaving. */
import type { Page } from '@playwright/test';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from './fixtures.ts';

test('the menu leads to pages, tabs and commands', async ({ openProgram }) => {
  const { program, page } = await openProgram();
  const choose = (label: string): Promise<void> =>
    program.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const item = items?.find((one) => one.label === wanted);
      if (item === undefined) throw new Error(`There is no ${wanted}.`);
      item.click();
    }, label);
  await choose('History');
  const history = page.getByRole('link', { name: 'History', exact: true });
  await expect(history).toHaveAttribute('aria-current', 'page');
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

/** What the test's own functions in the main process noted. */
interface Noted {
  asked: number;
  bars: number[];
  told: string[];
}

test('a long run shows how far it is and tells that it ended; leaving during a request asks first', async ({
  launch,
  startService,
}) => {
  const service = await startService();
  const ask = async (page: Page, q: string): Promise<Results> => {
    await new Shell(page).choose('microblog.posts.search');
    const form = new QueryForm(page);
    await form.fillIn({ q });
    await form.getFirstPage();
    const results = new Results(page);
    await results.expectRows(20);
    return results;
  };
  const program = await launch({
    flags: ['--service', service.address],
    environment: { SOCIAL_DATA_API_KEY: service.accessKey },
  });
  const results = await ask(await program.page(), 'sea');
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
    const busy = await ask(await program.page(), 'lake');
    service.fail({ kind: 'hang' });
    await busy.nextPage();
    await expect(busy.status).toContainText('Getting page 2');
    await program.evaluate(({ app }) => app.quit(), null);
    await expect.poll(async () => (await noted()).asked).toBe(1);
    await expect(busy.status).toContainText('Getting page 2');
    await program.quit();
    expect(await program.exited).toBe(0);
  });
});
