/** Everything by typing a word of it: Ctrl+K. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

class Palette {
  readonly page: Page;
  readonly box: Locator;
  readonly options: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.getByRole('combobox', { name: 'Find a command' });
    this.options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.box).toBeFocused();
  }

  /** Types, and waits for what Enter would do. */
  async type(text: string, best: string | RegExp): Promise<void> {
    await this.page.keyboard.type(text);
    await expect(this.options.and(this.page.locator('[aria-selected=true]'))).toHaveText(best);
  }

  async perform(text: string, best: string | RegExp): Promise<void> {
    await this.open();
    await this.type(text, best);
    await this.page.keyboard.press('Enter');
    await expect(this.box).toBeHidden();
  }
}

test('ask, go on, look and leave, by typing what to do', async ({ openExplorer }) => {
  const { page, form, results, service } = await openExplorer();
  const palette = new Palette(page);
  await palette.perform('posts micro', /^Search posts/);
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search');
  await expect(form.input('q')).toBeFocused();
  await page.keyboard.type('sea');

  await palette.perform('first', 'Get first pageEach page is one metered call.');
  await results.expectRows(20);
  await palette.perform('next', /^Next page/);
  await results.expectRows(40);
  expect(service.requests.length).toBe(2);

  await palette.perform('summary', /^Summaryview/);
  await expect(page.getByRole('radio', { name: 'Summary' })).toBeChecked();
  await palette.perform('save', 'Save…');
  await expect(page.getByRole('dialog', { name: 'Save' })).toBeVisible();
  // What lies over the window has the keys.
  await page.keyboard.press('Control+k');
  await expect(palette.box).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Save' })).toBeHidden();

  await palette.perform('support bundle', /^Service status/);
  await expect(page.getByRole('heading', { level: 1, name: 'Service status' })).toBeVisible();
  await palette.perform('hist', /^History/);
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  // What was fetched is found by what it was about, and nothing is asked.
  await palette.perform('posts: sea', /^Posts: sea/);
  await expect(results.status).toContainText('2 pages · 40 rows');
  await palette.perform('theme dark', 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Service status asks its own questions; none of them is metered.
  expect(service.requests.filter(({ path }) => path.startsWith('/api/data/')).length).toBe(2);
});

test('opened by mistake it does nothing, and the focus goes back', async ({ openExplorer }) => {
  const { page, shell, form, service } = await openExplorer();
  const palette = new Palette(page);
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await palette.open();
  await page.keyboard.press('Enter');
  await expect(palette.box).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette.box).toBeHidden();
  await expect(form.input('q')).toBeFocused();

  await page.getByRole('button', { name: 'Commands' }).click();
  await palette.box.fill('nothing like this');
  await expect(page.getByText('Nothing fits “nothing like this”.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette.box).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.box).toBeHidden();
  expect(service.requests.length).toBe(0);
});

test('while pages come in it can stop them, and offers nothing else of them', async ({
  openExplorer,
}) => {
  const { page, shell, form, results, service } = await openExplorer();
  const palette = new Palette(page);
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  service.fail({ kind: 'hang' });
  await results.nextPage();
  await expect(results.status).toContainText('Fetching page 2');
  await palette.open();
  await expect(palette.options.filter({ hasText: 'Next page' })).toHaveCount(0);
  await expect(palette.options.filter({ hasText: 'Get first page' })).toHaveCount(0);
  await palette.type('stop', /^Stop/);
  await page.keyboard.press('Enter');
  await expect(results.status).toContainText('stopped');
  await palette.open();
  await expect(palette.options.filter({ hasText: 'Stop' })).toHaveCount(0);
});
