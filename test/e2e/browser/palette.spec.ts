/** Everything by typing a word of it: Ctrl+K. */
import { expect, test } from '../fixtures.ts';

test('ask, go on, look and leave, by typing what to do', async ({ openExplorer }) => {
  const { page, form, results, service } = await openExplorer();
  const box = page.getByRole('combobox', { name: 'Find a command' });
  const best = page.getByRole('listbox').getByRole('option', { selected: true });
  const perform = async (text: string, expected: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused();
    await page.keyboard.type(text);
    await expect(best).toHaveText(expected);
    await page.keyboard.press('Enter');
    await expect(box).toBeHidden();
  };

  await perform('posts micro', /^Search posts/);
  await expect(form.input('q')).toBeFocused();
  await page.keyboard.type('sea');
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.input('q')).toBeFocused();

  await perform('first', 'Get first pageEach page is one call.');
  await results.expectRows(20);
  await perform('next', /^Next page/);
  await results.expectRows(40);
  await perform('summary', /^Summaryview/);
  await expect(page.getByRole('radio', { name: 'Summary' })).toBeChecked();
  await perform('save', 'Save…');
  await expect(page.getByRole('dialog', { name: 'Save' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Save' })).toBeHidden();

  await perform('hist', /^History/);
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  // What was fetched is found by what it was about, and nothing is asked.
  await perform('search posts: sea', /^Search posts: sea/);
  await expect(results.status).toContainText('2 pages · 40 rows');
  await perform('theme dark', 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(service.requests.length).toBe(2);
});
