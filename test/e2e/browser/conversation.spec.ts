/** Conversations in a browser: read, folded and searched by keys, saved in their order. Rules: unit/renderer/results. */
import { parse } from 'csv-parse/sync';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { SaveDialog } from '../pages/saving.ts';

test('a conversation is read, folded and searched by keys, and saved as it is', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  await shell.choose('microblog.posts.comments');
  await form.useExample();
  await form.getSeveral({ rows: '400' });
  await results.expectRows(400);
  await results.lookAt('Conversation');
  const tree = page.getByRole('tree', { name: 'Conversation' });
  await expect(tree.locator('[aria-level="3"]').first()).toBeVisible();
  await expectAccessibleInBoth(page.getByRole('main'), 'a conversation');

  // The focus stays on the tree; what is active has its name from the row.
  await tree.focus();
  const active = tree.locator('[data-active]');
  await tree.press('Home');
  const parent = tree.locator('[aria-level="1"][aria-expanded="true"]').first();
  const below = Number(await parent.getAttribute('data-row'));
  for (let row = 0; row < below; row++) await tree.press('ArrowDown');
  await expect(active).toHaveAttribute('data-row', String(below));
  await tree.press('ArrowRight');
  await expect(active).toHaveAttribute('aria-level', '2');
  await expect(active).toContainText(' later');
  await tree.press('ArrowUp');
  await tree.press('ArrowLeft');
  await expect(active).toHaveAttribute('aria-expanded', 'false');
  await expect(active).toContainText(/\d repl(y|ies) hidden/);
  await expect(tree.locator(`[data-row="${below + 1}"]`)).toHaveCount(0);
  await expect(tree).toBeFocused();
  await expectAccessibleInBoth(page.getByRole('main'), 'a folded conversation');
  await tree.press('*');
  await expect(tree.locator(`[data-row="${below + 1}"]`)).toBeVisible();
  await tree.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  await expectAccessibleInBoth(page.getByRole('main'), 'a conversation beside Details');
  await details.getByRole('button', { name: 'Close details' }).click();

  // What matches, and what that answers.
  const search = page.getByLabel('Search in results');
  await search.fill('weekend');
  const context = tree.locator('[data-context]');
  await expect(context.first()).toContainText('doesn’t match');
  const words = page.getByRole('region', { name: 'Shown rows' }).getByText(/ rows$/);
  await expect(words).toHaveText(/^\d+ of 400 rows$/);
  const matches = Number((await words.innerText()).split(' ')[0]);
  await expectAccessibleInBoth(page.getByRole('main'), 'matches in a conversation');

  const dialog = new SaveDialog(page);
  await dialog.open();
  await dialog.choose('Any program');
  const [file] = await dialog.save();
  const saved: Record<string, string>[] = parse(file!.bytes, { bom: true, columns: true });
  expect(saved).toHaveLength(matches);
  expect(saved.every(({ text }) => text!.toLowerCase().includes('weekend'))).toBe(true);
  for (const { depth, thread, id } of saved) expect(depth === '0').toBe(thread === id);
  expect(saved.some(({ depth }) => Number(depth) > 1)).toBe(true);
  const seen = await tree
    .locator('[role=treeitem]:not([data-context])')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-level')) - 1));
  expect(saved.slice(0, seen.length).map(({ depth }) => Number(depth))).toEqual(seen);

  // The table has its own order, and the same search.
  await results.lookAt('Table');
  await results.expectRows(matches);
});

test('the post is shown on top once it is here', async ({ openSample }) => {
  const { page, shell, form, results } = await openSample();
  await shell.choose('microblog.posts.comments');
  await form.useExample();
  await form.getSeveral({ rows: '60' });
  await results.lookAt('Conversation');
  await page.getByRole('button', { name: 'Show the post · free' }).click();
  await expect(page.getByRole('article', { name: 'The post' })).toBeVisible();
  await shell.tabs.getByRole('listitem').first().getByRole('button').first().click();
  const post = page.getByRole('region', { name: 'The post' });
  await expect(post).toContainText('@mira_osei');
  await expect(page.getByRole('button', { name: /^Show the post/ })).toBeHidden();
});
