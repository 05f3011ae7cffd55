/** From an answer to the next question: by cells, rows, cards and values, each for one call. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Sample } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';

const openTabs = ({ shell }: Sample) => shell.tabs.getByRole('button', { name: /^(?!Close)/ });
const about = ({ page }: Sample) => page.getByRole('region', { name: /^Ask about this / });

/** The arrow of a cell, which the pointer brings up. */
async function arrowOf({ page, results }: Sample, row: number, field: string) {
  await results.reveal(field);
  await results.cell(row, field).hover();
  return page
    .getByRole('grid')
    .locator('..')
    .locator('..')
    .getByRole('button', { name: / · free$/ });
}

/** The first row whose count is no zero. */
async function rowWith({ results }: Sample, field: string): Promise<number> {
  await results.reveal(field);
  for (let row = 0; row < 12; row += 1) {
    if (/^[1-9]/.test(await results.textOf(row, field))) return row;
  }
  throw new Error(`no row has any ${field}`);
}

test('from an account to its posts, their comments and their replies in five clicks', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { page, form, results, shell } = explorer;
  const clicks = await countClicks(page);
  await shell.jump.click();
  // In the first moment of a window it isn’t there yet.
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.type('photoshare one account');
  await page.keyboard.press('Enter');
  await expect(form.input('identifier')).toBeFocused();
  await page.keyboard.type('birch_gardens');
  await form.ask.click();
  const card = page.getByRole('article', { name: 'The account' });
  await about(explorer)
    .getByRole('button', { name: /^Posts [\d,]+$/ })
    .click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.posts.by-user');
  await expect(results.status).toContainText('1 page');
  await (await arrowOf(explorer, await rowWith(explorer, 'commentCount'), 'commentCount')).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.posts.comments');
  await expect(results.status).toContainText('1 page');
  const replies = 'childCommentCount';
  await (await arrowOf(explorer, await rowWith(explorer, replies), replies)).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.comments.replies');
  await expect(results.status).toContainText('1 page');
  expect(await clicks()).toBe(5);
  await shell.expectCalls(4);

  await test.step('there the chain ends, and says so', async () => {
    await results.cell(0, 'text').dblclick();
    const menu = page.getByRole('menu', { name: 'Cell' });
    await expect(menu).toContainText('There’s nothing more to look up for this reply.');
    // No menu begins with what can’t be done.
    await expect(menu.getByRole('menuitem').first()).toBeEnabled();
    await page.keyboard.press('Escape');
  });

  await test.step('the way back survives a reload, tab by tab', async () => {
    await page.reload();
    for (const endpoint of ['posts.comments', 'posts.by-user', 'users.get']) {
      await form.form.getByRole('button', { name: /^from: / }).click();
      await expect(form.form).toHaveAttribute('data-endpoint', `photoshare.${endpoint}`);
    }
    await shell.expectCalls(4);
  });

  await test.step('one account is a card, and a table where it is wanted', async () => {
    await expect(card).toContainText('@birch_gardens');
    // 1280 × 800 with text at 200 %: no part lies over another.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 640, height: 400 });
    await expect(async () => {
      const asking = await about(explorer).boundingBox();
      const fields = await page.getByRole('region', { name: /^All fields/ }).boundingBox();
      expect(fields!.y).toBeGreaterThanOrEqual(asking!.y + asking!.height);
    }).toPass();
    await page.setViewportSize(size);
    await expect(card.getByRole('button', { name: 'Open original' })).toBeVisible();
    await expectAccessible(page, 'the card of an account');
    const views = page.getByRole('radiogroup', { name: 'View' });
    await expect(views.getByRole('radio')).toHaveCount(2);
    await views.getByText('Table', { exact: true }).click();
    await results.expectRows(1);
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Two lines' })).toBeVisible();
  });
});

// What ids each question takes from a row: unit/query/use-value.
test('the menu of a cell opens where it was asked for and leads to a form; the record pane asks about the item, and about its values with keys alone', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { page, form, results, shell, search } = explorer;
  await search('city trees');
  await test.step('the menu of a cell', async () => {
    const author = (await results.textOf(1, 'authorUsername')).slice(1);
    const menu = page.getByRole('menu', { name: 'Cell' });
    await results.cell(1, 'authorUsername').click({ button: 'right' });
    await expect(menu).toContainText(`Use ${author} in`);
    // Wherever it was open before.
    const place = async (): Promise<number> => Math.round((await menu.boundingBox())?.y ?? 0);
    const before = await place();
    await page.keyboard.press('Escape');
    await results.cell(3, 'authorUsername').click({ button: 'right' });
    await expect.poll(place).toBeGreaterThan(before);
    await page.keyboard.press('Escape');
    await results.cell(1, 'authorUsername').click({ button: 'right' });
    await expectAccessible(menu, 'the menu of a cell');
    const posts = menu.getByRole('menuitem', { name: 'Posts by an account free' });
    await posts.click({ modifiers: ['ControlOrMeta'] });
    await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.by-user');
    await expect(form.input('username')).toHaveValue(author);
    await expect(form.input('username')).toBeFocused();
    await expect(page.getByText('Rows appear here')).toBeVisible();
    await shell.expectCalls(1);
  });

  await shell.choose('photoshare.posts.search');
  await form.fillIn({ q: 'street food' });
  await form.getFirstPage();
  await results.cell(1, 'caption').click();
  const tabs = await openTabs(explorer).count();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await about(explorer).getByRole('button', { name: 'Comments' }).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.posts.comments');
  await expect(openTabs(explorer)).toHaveCount(tabs + 1);
  await expect(results.status).toContainText('1 page');
  await shell.expectCalls(3);
  // The post says how many comments it has; asking for all of them says so before it costs a call.
  await form.unfold();
  await page.getByRole('button', { name: 'How many comments' }).click();
  await expect(page.getByRole('menuitem', { name: /^All, about [\d,]+ comments…$/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await results.cell(0, 'text').click();
  await page.getByRole('button', { name: 'Use in… Author', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await shell.downTo(page.getByRole('menuitem', { name: 'One account' }));
  await page.keyboard.press('Enter');
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.users.get');
  await shell.expectCalls(4);
});
