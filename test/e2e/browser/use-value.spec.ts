/** *Use this value in…*: from an answer to the next question, with nothing asked on the way. */
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';

type Open = Omit<Explorer, 'service'>;

async function ask(
  { shell, form, results }: Open,
  id: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await shell.choose(id);
  await form.fillIn(values);
  await form.getFirstPage();
  await expect(results.status).toContainText('1 page');
}

const openTabs = ({ shell }: Open) => shell.tabs.getByRole('button', { name: /^(?!Close)/ });

test('a cell leads to the next question; nothing is asked for it', async ({ openExplorer }) => {
  const { service, ...explorer } = await openExplorer();
  const { page, form, results } = explorer;
  await ask(explorer, 'microblog.posts.search', { q: 'city trees' });
  const author = (await results.cell(3, 'authorUsername').innerText()).slice(1);
  const calls = service.requests.length;
  await results.cell(3, 'authorUsername').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Cell' });
  await expect(menu).toContainText(`Use ${author} in`);
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Posts by an account' }).click();

  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.by-user');
  await expect(form.input('username')).toHaveValue(author);
  await expect(form.input('username')).toBeFocused();
  await expect(page.getByText('Rows appear here')).toBeVisible();
  expect(service.requests.length).toBe(calls);

  await page.keyboard.press('Enter');
  await results.expectRows(20);
  await expect(results.cell(0, 'authorUsername')).toHaveText(`@${author}`);
  expect(service.requests.length).toBe(calls + 1);
});

test('the record pane asks about the item and its values, from one answer to the next', async ({
  openSample,
}) => {
  const explorer = await openSample();
  const { page, form, results, shell } = explorer;
  await ask(explorer, 'photoshare.posts.search', { q: 'street food' });
  await results.cell(1, 'caption').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const about = page.getByRole('region', { name: 'Ask about it' });
  const tabs = await openTabs(explorer).count();
  await about.getByRole('button', { name: 'Comments' }).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.posts.comments');
  await expect(openTabs(explorer)).toHaveCount(tabs + 1);
  const post = await form.input('id').inputValue();
  expect(post).toMatch(/^\d+_\d+$/);
  // The post says how many comments it has; asking for all of them says so before it costs a call.
  await form.several.click();
  const panel = page.getByRole('dialog', { name: 'Get several pages' });
  await expect(panel.getByRole('radio', { name: /^All, about [\d,]+$/ })).toBeAttached();
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(panel).toBeHidden();
  const calls = await shell.calls();
  await form.getFirstPage();
  await expect(results.status).toContainText('1 page');
  expect(await shell.calls()).toBe(calls + 1);

  // A comment is asked for by two ids: its own and that of its post.
  await results.cell(0, 'text').click();
  const comment = await page
    .getByRole('complementary', { name: 'Details' })
    .locator('[data-field="id"] dd')
    .innerText();
  await about.getByRole('button', { name: 'Replies' }).click();
  await expect(form.form).toHaveAttribute('data-endpoint', 'photoshare.comments.replies');
  await expect(form.input('id')).toHaveValue(post);
  await expect(form.input('commentId')).toHaveValue(comment);

  await test.step('a list is used value by value: a hashtag becomes a search for it', async () => {
    await ask(explorer, 'microblog.posts.search', { q: 'city trees' });
    await results.reveal('hashtags');
    const tagged = results.grid
      .locator('[data-row] [data-field="hashtags"]', { hasText: 'CityTrees' })
      .first();
    await tagged.click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Cell' });
    await expect(menu).toContainText('CityTrees');
    const nested = menu.getByRole('menuitem', { name: 'CityTrees', exact: true });
    if (await nested.isVisible()) await nested.hover();
    await page.getByRole('menuitem', { name: 'Search posts' }).filter({ visible: true }).click();
    await expect(form.input('q')).toHaveValue('#CityTrees');
  });

  await test.step('what is still to be chosen has the focus', async () => {
    await ask(explorer, 'microblog.posts.search', { q: 'city trees' });
    await results.cell(0, 'text').click();
    await page
      .getByRole('region', { name: 'Ask about it' })
      .getByRole('button', { name: 'Interactions' })
      .click();
    await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.interacting-users');
    await expect(form.input('id')).not.toHaveValue('');
    await expect(form.input('interactionType')).toBeFocused();
  });

  await test.step('a value has its own menu, by keys alone', async () => {
    await ask(explorer, 'shortvideo.sounds.search', { keyword: 'tide' });
    await results.cell(0, 'title').click();
    const title = await results.cell(0, 'title').innerText();
    await page.getByRole('button', { name: 'Use in… Title' }).focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: 'Videos using a sound' });
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(item).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(form.form).toHaveAttribute('data-endpoint', 'shortvideo.posts.by-sound');
    await expect(form.input('sound')).toHaveValue(title);
  });
});
