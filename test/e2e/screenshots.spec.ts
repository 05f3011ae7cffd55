/**
 * Pictures of every screen in light and dark, on the sample service, into `screenshots/`. Not part
 * of `npm test`: a person looks at them.
 */
import { fileURLToPath } from 'node:url';
import { test } from './fixtures.ts';
import type { Explorer } from './fixtures.ts';
import { HistoryPage } from './pages/history.ts';
import { Welcome } from './pages/welcome.ts';
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

const pictureOf = (name: string): string =>
  fileURLToPath(new URL(`screenshots/${name}.png`, import.meta.url));

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`welcome-${colorScheme}`, async ({ page, startHost }) => {
      const host = await startHost({});
      await page.goto(host.url);
      await expect(new Welcome(page).page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.screenshot({ path: pictureOf(`welcome-${colorScheme}`) });
    });

    for (const [name, prepare] of Object.entries(screens)) {
      test(`${name}-${colorScheme}`, async ({ page, openSample }) => {
        await prepare(await openSample());
        await page.screenshot({
          path: pictureOf(`${name}-${colorScheme}`),
          animations: 'disabled',
        });
      });
    }

    test(`results-${colorScheme}-1024`, async ({ page, openSample }) => {
      const sample = await openSample();
      await page.setViewportSize({ width: 1024, height: 700 });
      await ask(sample);
      await page.screenshot({
        path: pictureOf(`results-${colorScheme}-1024`),
        animations: 'disabled',
      });
    });
  });
}
