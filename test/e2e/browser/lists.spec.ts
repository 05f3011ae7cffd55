/** Lists as a person uses them: pasted, from a file, and from rows to the next question. */
import { parse } from 'csv-parse/sync';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { pick } from '../pages/clicks.ts';
import { Asking } from '../pages/asking.ts';
import { HistoryPage } from '../pages/history.ts';
import { Lists } from '../pages/lists.ts';
import type { SavedFile } from '../pages/saving.ts';

const linesOf = ({ bytes }: SavedFile): Record<string, string>[] =>
  parse(bytes, { bom: true, columns: true });
const different = (lines: Record<string, string>[], column: string): Set<string> =>
  new Set(lines.map((line) => line[column] ?? ''));

test('twelve accounts are pasted and asked with one click, also after a reload; of a file with names first, the column of accounts is chosen', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  const lists = new Lists(page);
  const names = Array.from({ length: 12 }, (_, at) => `reader_${at + 1}`);
  await shell.choose('microblog.posts.by-user');
  await form.fillIn({ username: 'typed_before' });
  await lists.open('username');
  await lists.paste([...names.map((name) => `@${name}`), 'reader_3', 'two words', '']);
  await expect(lists.found).toContainText('14 lines · 12 different · 1 invalid line');
  await expectAccessibleInBoth(lists.dialog, 'the dialog with a list');
  await lists.use(12);
  // What opened the dialog is gone.
  await expect(page.getByRole('button', { name: 'Change…' })).toBeFocused();
  await lists.expectCost(12);
  // Another option is another question: the list is checked for it before it is asked.
  await form.fillIn({ until: '2026-11-18' });
  await shell.expectCalls(0);
  await page.reload();
  await lists.expectCost(12);
  await lists.getAll(12);
  await shell.expectCalls(12);

  await page.getByText('Inputs', { exact: true }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '13');
  await results.expectCell(0, 'status', 'Has more');
  await expectAccessibleInBoth(page.getByRole('main'), 'the inputs of a list');

  // From History: the same inputs in a form, and nothing is asked.
  const history = new HistoryPage(page);
  await history.open();
  await history.act('12 accounts', 'Run again…');
  await lists.expectCost(12);
  await shell.expectCalls(12);

  await shell.choose('microblog.users.get');
  await lists.open('username');
  const unusable = lists.dialog.getByRole('button', { name: 'Use the list' });
  await lists.paste(['mira_osei']);
  await expect(lists.found).toContainText('1 different');
  await lists.paste([]);
  await expect(unusable).toBeDisabled();
  await lists.chooseFile(
    'people.csv',
    'Name;Account\nMira Osei;mira_osei\nLev Adler;lev_adler\nGone Fishing;gone_fishing\n',
  );
  await expect(lists.found).toContainText('3 lines · 0 different · 3 invalid lines');
  await expect(unusable).toBeDisabled();
  await pick(lists.dialog.getByRole('combobox', { name: 'Column with accounts' }), 'Account');
  await expect(lists.found).toHaveText('3 lines · 3 different');
  await lists.use(3);
  await expect(lists.form.getByText('From people.csv')).toBeVisible();
  await lists.getAll(3);
  await results.expectRows(2);
  await results.expectCell(1, '_input', 'lev_adler');
});

// What becomes of the values: contract/lists.
test('from filtered posts to their comments, and from those to their replies', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  const lists = new Lists(page);
  const asking = new Asking(page);
  await shell.choose('photoshare.posts.search');
  await form.fillIn({ q: 'flood' });
  await form.getSeveral({ rows: '50' });
  await results.expectRows(50);
  await asking.openFilter('Comments');
  await asking.input('From').fill('10');
  await asking.apply();
  const posts = different(linesOf(await results.save()), 'id');
  expect(posts.size).toBeGreaterThan(20);

  await results.reveal('id');
  await lists.useColumnIn(asking.header('id'), 'Comments on a post');
  await expect(lists.form.getByRole('button', { name: 'from: Search posts: flood' })).toBeVisible();
  await lists.expectCost(posts.size);
  await shell.expectCalls(5);
  await lists.getAll(posts.size);
  await shell.expectCalls(5 + posts.size);

  const comments = linesOf(await results.save());
  expect([...different(comments, 'input')].filter((id) => !posts.has(id))).toEqual([]);
  // Replies need the post and the comment, both from the same row.
  await lists.useRowsIn('Comment ID', 'Replies to a comment');
  await lists.expectCost(different(comments, 'id').size);
  await expect(lists.form.getByText(/^\d+ post IDs: /)).toBeVisible();
  await expect(lists.form.getByText(/^\d+ comment IDs: /)).toBeVisible();
});
