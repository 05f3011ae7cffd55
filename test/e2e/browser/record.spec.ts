/** The record pane beside the grid: its room and direction. Its fields, keys and dates: unit/renderer/results, keyboard; pictures: pictures. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const openDetails = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  return page.getByRole('complementary', { name: 'Details' });
};

test('a row in full takes room from the rows', async ({ openExplorer }) => {
  const { page, results, search } = await openExplorer();
  await search('city trees');
  await results.cell(2, 'retweetCount').click();
  const pane = await openDetails(page);
  await expect(pane).toContainText('Row 3');
  // It takes room from the rows, but not from the cell that was gone to.
  const left = (await pane.boundingBox())?.x ?? 0;
  const cellEnd = async (): Promise<number> => {
    const box = await results.cell(2, 'retweetCount').boundingBox();
    return (box?.x ?? Infinity) + (box?.width ?? 0);
  };
  await expect.poll(cellEnd).toBeLessThanOrEqual(left);
  await expectAccessibleInBoth(pane, 'fields of a row');
  await pane.getByText('JSON', { exact: true }).click();
  await expectAccessibleInBoth(pane, 'a row as JSON');
  await pane.getByText('Fields', { exact: true }).click();

  await test.step('texts from right to left stand at the right', async () => {
    const texts = results.grid.locator('[data-row] [data-field=text]');
    const text = texts.filter({ hasText: /^[\u0590-\u06FF]/ }).first();
    await text.click();
    const inPane = pane.locator('[data-field="text"] dd span').first();
    await expect(text).toHaveCSS('direction', 'rtl');
    await expect(inPane).toHaveCSS('direction', 'rtl');
    await expect(results.cell(0, 'authorUsername')).toHaveCSS('direction', 'ltr');
  });

  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
});
