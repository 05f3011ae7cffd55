/** Summaries of columns: read, kept as filters, under the names in the table; never a call. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test('the strip under the names opens a column’s card, from which the column is arranged', async ({
  openSample,
}) => {
  const { page, results, shell, search } = await openSample();
  await search('city trees');
  const strip = page.getByRole('button', { name: /^About Likes: / });
  await expect(strip).toBeVisible();
  await strip.click();
  const card = page.getByRole('dialog');
  await expect(card.getByRole('heading', { name: 'Likes' })).toBeVisible();
  await expectAccessible(card, 'the card of a column');

  // Keys in the card are the card's: the grid stays where it is.
  await card.getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('button', { name: 'Keep these rows' })).toBeVisible();
  const kept = Number(/(\d+) rows?/.exec((await card.textContent()) ?? '')?.[1]);
  await card.getByRole('button', { name: 'Keep these rows' }).click();
  await expect(card).toBeHidden();
  await results.expectRows(kept);

  await strip.click();
  const menu = card.getByRole('button', { name: 'Column menu: Likes' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Make a chart' }).click();
  await expect(page.getByRole('region', { name: 'Likes per post' })).toBeInViewport();
  await shell.expectCalls(1);

  await page.getByText('Table', { exact: true }).click();
  await results.display('Names only');
  await expect(strip).toBeHidden();
  await page.reload();
  await results.expectRows(kept);
  await expect(strip).toBeHidden();
  await results.display('Names and summaries');
  await expect(strip).toBeVisible();

  // The card has the column's menu.
  const header = page.locator('[role=columnheader][data-field="likeCount"]');
  const press = async (name: string): Promise<void> => {
    await strip.click();
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(card).toBeHidden();
  };
  await press('Sort descending');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await press('Pin at the left');
  await expect(header).toHaveAttribute('aria-colindex', '2');
  await expect(results.grid).toBeFocused();

  await header.hover();
  await header.getByRole('button', { name: /^Column menu/ }).click();
  await page.getByRole('menuitem', { name: 'Filter…', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await expect(panel.getByRole('heading', { name: 'Likes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  await press('Hide');
  await expect(header).toHaveCount(0);
  await expect(results.grid).toBeFocused();
  await shell.expectCalls(1);
});
