/**
 * Pictures of every screen in every look, on the sample service (see `screenshots.config.ts`). Not
 * part of `npm test`: a person looks at them, and axe finds nothing on any.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeLook, expectAccessible } from './axe.ts';
import { test } from './fixtures.ts';
import type { Explorer } from './fixtures.ts';
import { HistoryPage } from './pages/history.ts';
import { expect } from '@playwright/test';

type Sample = Omit<Explorer, 'service'>;

async function ask({ page, shell, form, results }: Sample): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'city trees', lang: 'en', sortBy: 'latest' });
  await form.getFirstPage();
  await expect(results.status).toContainText('more available');
  await results.nextPage();
  await expect(results.status).toContainText('2 pages');
  // The look at each column comes a moment later; in a small window there is none.
  if ((page.viewportSize()?.height ?? 0) >= 800) {
    await expect(page.getByRole('button', { name: /^About Likes: \S/ })).toBeVisible();
  }
}

/** What is done before each picture. */
const screens: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
  welcome: async () => undefined,
  explore: async () => undefined,
  form: async ({ page, shell, form }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees', lang: 'en', since: '2026-01-01' });
    await form.form.getByRole('button', { name: 'Request', exact: true }).click();
    await page.mouse.move(0, 0);
  },
  results: async (sample) => {
    await ask(sample);
    await sample.results.cell(3, 'text').click();
  },
  record: async (sample) => {
    await ask(sample);
    await sample.results.cell(2, 'text').click();
    await sample.page.getByRole('button', { name: 'Details', exact: true }).click();
    await sample.page.mouse.move(0, 0);
  },
  error: async ({ page, shell, form, results }) => {
    await shell.choose('microblog.users.get');
    await form.fillIn({ username: 'nobody_here' });
    await form.getFirstPage();
    await expect(results.problem).toBeVisible();
    await page.getByRole('button', { name: 'What happened' }).click();
  },
  save: async (sample) => {
    await ask(sample);
    await sample.page.getByRole('button', { name: 'Save…', exact: true }).click();
    await expect(sample.page.getByRole('dialog')).toBeVisible();
  },
  several: async ({ page, shell, form }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.several.click();
    await expect(page.getByRole('dialog', { name: 'Get several pages' })).toBeVisible();
  },
  collected: async ({ shell, form, results }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.getSeveral({ pages: '12', rows: '210' });
    await expect(results.status).toContainText('Stopped at 210 rows');
  },
  stored: async ({ shell, form, results }) => {
    await shell.choose('microblog.posts.search');
    await form.fillIn({ q: 'city trees' });
    await form.takeFrom('Stored');
    await form.getFirstPage();
    await expect(results.status).toContainText('not all');
  },
  charts: async (sample) => {
    await ask(sample);
    await sample.page.getByText('Charts', { exact: true }).click();
    await expect(sample.page.getByRole('heading', { name: 'Posts over time' })).toBeVisible();
    await expect(sample.page.locator('svg[data-picture]').first()).toBeVisible();
  },
  summary: async (sample) => {
    await ask(sample);
    await sample.page.getByText('Summary', { exact: true }).click();
    await expect(sample.page.getByRole('heading', { name: 'Text', exact: true })).toBeVisible();
  },
  tabs: async (sample) => {
    const { shell, form } = sample;
    const questions = [
      ['microblog.posts.by-user', { username: 'mira_osei' }],
      ['photoshare.posts.by-user', { identifier: 'mira_osei' }],
      ['microblog.users.connections', { username: 'mira_osei', connectionType: 'followers' }],
      ['microblog.posts.search', { q: 'heat pumps' }],
      ['microblog.posts.search', { q: 'heat pumps', since: '2026-11-15' }],
      ['microblog.posts.get', { id: '1764290581163049310' }],
    ] as const;
    for (const [id, values] of questions) {
      await shell.choose(id);
      await form.fillIn(values);
    }
    await ask(sample);
  },
  palette: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  },
  history: async (sample) => {
    await ask(sample);
    const history = new HistoryPage(sample.page);
    await history.open();
    await history.choose('city trees');
  },
  account: async ({ page, shell }) => {
    await shell.goTo('Account');
    await expect(page.getByRole('region', { name: 'Usage', exact: true })).toContainText('Used');
  },
  status: async ({ page, shell }) => {
    await shell.goTo('Service status');
    await expect(page.getByRole('region', { name: 'Metrics', exact: true })).toContainText('Name');
  },
  settings: ({ shell }) => shell.goTo('Settings'),
};

const folder =
  process.env['SDE_PICTURES'] ?? fileURLToPath(new URL('screenshots', import.meta.url));

/** How a screen may look; the system's own colours only for review. */
const looks = ['light', 'dark', 'forced'] as const;
const isForReview = process.env['SDE_PICTURES'] !== undefined;

for (const [name, prepare] of Object.entries(screens)) {
  test(name, async ({ page, openSample, startHost }, { project }) => {
    test.skip(!isForReview && project.name !== '1280' && name !== 'results', 'in one size only');
    if (name === 'welcome') {
      await page.goto((await startHost({})).url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    } else {
      await prepare(await openSample());
    }
    const size = project.name === '1280' ? '' : `-${project.name}`;
    const wanted = looks.slice(0, isForReview ? 3 : 2);
    for (const look of wanted) {
      await changeLook(page, look);
      const path = join(folder, `${name}-${look}${size}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
    if (!isForReview) return;
    for (const look of wanted) {
      await changeLook(page, look);
      await expectAccessible(page, `${name}, ${look}${size}`);
    }
  });
}
