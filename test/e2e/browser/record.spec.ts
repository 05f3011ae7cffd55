/** The record pane beside the grid: its room, direction and dates, and pictures. Its fields: unit/renderer/results. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

type Open = Omit<Explorer, 'service'>;

const details = ({ page }: Pick<Open, 'page'>) =>
  page.getByRole('complementary', { name: 'Details' });

async function openRow(
  { page, shell, form, results }: Open,
  [id, values]: readonly [string, Readonly<Record<string, string>>],
  row: number,
  field: string,
): Promise<void> {
  await shell.choose(id);
  await form.fillIn(values);
  await form.getFirstPage();
  await expect(results.status).toContainText('1 page');
  await results.cell(row, field).click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
}

const search = ['microblog.posts.search', { q: 'city trees' }] as const;

test('a row in full, by mouse and by keys, keeps nobody out', async ({ openExplorer }) => {
  const { service, ...explorer } = await openExplorer();
  const { page, results } = explorer;
  const path = '/api/data/microblog/posts/live';
  const items = service.itemsFor(path, search[1]) as { id: string; text: string }[];
  await openRow(explorer, search, 2, 'retweetCount');
  const pane = details(explorer);
  await expect(pane).toContainText('Row 3');
  // It takes room from the rows, but not from the cell that was gone to.
  const left = (await pane.boundingBox())?.x ?? 0;
  const cellEnd = async (): Promise<number> => {
    const box = await results.cell(2, 'retweetCount').boundingBox();
    return (box?.x ?? Infinity) + (box?.width ?? 0);
  };
  await expect.poll(cellEnd).toBeLessThanOrEqual(left);
  const accessible = async (): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  };
  await accessible();
  await pane.getByText('JSON', { exact: true }).click();
  await accessible();
  await pane.getByText('Fields', { exact: true }).click();
  await pane.getByRole('region', { name: 'Fields of the row' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(pane).toContainText('Row 4');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(pane).toContainText('Row 3');

  await test.step('texts from right to left stand at the right', async () => {
    const row = items.findIndex(({ text }) => /^[\u0590-\u06FF]/.test(text));
    await results.cell(row, 'text').click();
    const direction = (element: Element): string => getComputedStyle(element).direction;
    expect(await results.cell(row, 'text').evaluate(direction)).toBe('rtl');
    const main = pane.locator('[data-field="text"] dd span').first();
    expect(await main.evaluate(direction)).toBe('rtl');
    expect(await results.cell(row, 'authorUsername').evaluate(direction)).toBe('ltr');
  });

  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
});

test.describe('dates', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });
  test('by this computer’s clock or in UTC, here and after a restart', async ({ openExplorer }) => {
    const { service, ...explorer } = await openExplorer();
    const { page, results } = explorer;
    await openRow(explorer, search, 0, 'text');
    const [item] = service.itemsFor('/api/data/microblog/posts/live', search[1]) as [
      { createdAt: string },
    ];
    const utc = item.createdAt.slice(0, 16).replace('T', ' ');
    const local = new Date(Date.parse(item.createdAt) + 5.5 * 3_600_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');
    const cell = results.cell(0, 'createdAt');
    await expect(cell).toHaveText(local);
    await expect(cell).toHaveAttribute('title', new RegExp(`${local}.*UTC.05:30\nSent as`));
    await expect(details(explorer)).toContainText(local);

    const clock = page.getByRole('region', { name: 'Shown rows' });
    await expect(clock).toContainText('(UTC+05:30)');
    await results.display('UTC');
    await expect(clock).toContainText('Times in UTC');
    await expect(cell).toHaveText(utc);
    await expect(details(explorer)).toContainText(`${utc} UTC`);
    await page.reload();
    await expect(cell).toHaveText(utc);
  });
});

/** A site with pictures. Answers from the test itself: none is asked in the world. */
async function pictureSite(page: Page): Promise<{ asked: string[]; cookies: (string | null)[] }> {
  const seen = { asked: [] as string[], cookies: [] as (string | null)[] };
  await page.context().route(/^https:/, async (route) => {
    seen.asked.push(route.request().url());
    seen.cookies.push(await route.request().headerValue('cookie'));
    await route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="teal"/></svg>',
    });
  });
  return seen;
}

test('[5] pictures load only once they are turned on, in Details only', async ({
  openExplorer,
}) => {
  const { service: _service, ...explorer } = await openExplorer();
  const { page, shell } = explorer;
  const site = await pictureSite(page);
  const pane = details(explorer);
  await openRow(explorer, ['photoshare.posts.search', { q: 'bread' }], 1, 'caption');
  await expect(pane).toContainText('Pictures are not loaded');
  await expect(pane.locator('img')).toHaveCount(0);
  expect(site.asked).toEqual([]);

  await pane.getByRole('button', { name: 'Settings', exact: true }).click();
  const choice = page.getByRole('radiogroup', { name: 'Pictures from the internet' });
  await choice.getByText('On', { exact: true }).click();
  const loadAgain = page.getByRole('button', { name: 'Reload' });
  await expect(loadAgain).toBeVisible();
  // Until then the policy of the window stands, and nothing tries it.
  await shell.goTo('Explore');
  await expect(pane).toBeVisible();
  expect(site.asked).toEqual([]);

  await shell.goTo('Settings');
  await loadAgain.click();
  await expect(loadAgain).toBeHidden();
  await shell.goTo('Explore');
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
  expect(site.asked).toEqual([]);
  await explorer.results.cell(1, 'caption').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const picture = pane.locator('img').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(60);
  expect(site.cookies.every((cookie) => cookie === null)).toBe(true);
  await expectAccessible(page);

  await shell.goTo('Settings');
  await choice.getByText('Off', { exact: true }).click();
  await shell.goTo('Explore');
  await expect(pane.locator('img')).toHaveCount(0);
});
