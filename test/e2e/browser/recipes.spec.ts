/** A way through several questions, written down as a recipe and asked again for another topic. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readZip } from '#test/support/read-zip.ts';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { Asking } from '../pages/asking.ts';
import { countClicks } from '../pages/clicks.ts';
import { Lists } from '../pages/lists.ts';
import { Recipes } from '../pages/recipes.ts';
import { downloaded } from '../pages/saving.ts';

test('from posts to their comments, saved as a recipe: it asks for the topic, says what it costs, pauses and continues after a reload', async ({
  openSample,
}) => {
  test.slow();
  const { page, shell, form, results } = await openSample();
  const lists = new Lists(page);
  const dialog = page.getByRole('dialog');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'flood' });
  await form.getSeveral({ rows: '20' });
  await results.expectRows(20);
  await results.reveal('id');
  await lists.useColumnIn(new Asking(page).header('id'), 'Comments on a post');
  await lists.getAll(20);

  await page.getByRole('button', { name: 'More with this run' }).click();
  await page.getByRole('menuitem', { name: 'Save as recipe…' }).click();
  await expect(dialog.getByText('1 × 1 + 20 × 1 = 21 calls at most')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Replies to a topic');
  await dialog.getByRole('checkbox', { name: 'Ask for words to search for each time' }).check();
  await dialog.getByRole('textbox', { name: 'Inputs of step 2 at most' }).fill('4');
  await expectAccessibleInBoth(dialog, 'the form of a recipe');
  await dialog.getByRole('button', { name: 'Save recipe' }).click();
  await page.getByRole('button', { name: 'Show recipes' }).click();

  await page.getByRole('button', { name: 'Run Replies to a topic…' }).click();
  const run = dialog.getByRole('button', { name: 'Run recipe' });
  await expect(run).toBeDisabled();
  await dialog.getByLabel('Words to search for').fill('storm');
  await expect(dialog.getByText('1 × 1 + 4 × 1 = 5 calls at most')).toBeVisible();
  await expectAccessibleInBoth(dialog, 'a recipe before its first call');
  await shell.expectCalls(21);
  await run.click();

  const card = page.getByRole('region', { name: 'Replies to a topic' });
  await expect(card).toContainText('20 post IDs found. Step 2 asks for the first 4: 4 calls.');
  await expectAccessibleInBoth(page, 'a recipe that pauses');
  await shell.expectCalls(22);
  await page.reload();
  await card.getByRole('button', { name: 'Continue with step 2' }).click();
  await expect(card.getByRole('status')).toContainText('Done · 5 calls');
  await shell.expectCalls(26);

  // Everything in one archive, with what the posts link to; it makes no call.
  await card.getByRole('button', { name: /^Save everything/ }).click();
  await dialog.getByRole('checkbox', { name: 'Pictures and videos' }).check();
  await expectAccessibleInBoth(dialog, 'everything of a recipe');
  const { bytes } = await downloaded(page, () =>
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  );
  expect([...readZip(bytes).keys()]).toContain('media/step-1/media.csv');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await shell.expectCalls(26);

  // Each step is a run like any other, with the way back to the one before.
  await card.getByRole('button', { name: 'Open the rows of step 2' }).click();
  await lists.form.getByRole('button', { name: /^from: / }).click();
  await results.expectRows(20);
  await shell.goTo('History');
  await expect(page.getByText('Replies to a topic, step 2')).toBeVisible();
});

test('a run repeats every Monday in four clicks, and what is new the next time is one', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  const dialog = page.getByRole('dialog');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'flood' });
  await form.getFirstPage();
  await results.expectRows(20);
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'More with this run' }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  await expectAccessibleInBoth(dialog, 'when a recipe repeats');
  await dialog.getByText('Mon', { exact: true }).click();
  await expect(dialog.getByText(/^Mon \d+ \w+, 09:00 · Mon/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('repeats while the program is open')).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(4);
  await shell.expectCalls(1);

  await page.getByRole('button', { name: 'Show repeats' }).click();
  const card = page.getByRole('region', { name: 'Search posts: flood' });
  await expect(card).toContainText('Mondays at 09:00');
  for (const time of [1, 2]) {
    await card.getByRole('button', { name: /^Run now/ }).click();
    await shell.expectCalls(1 + time);
    await expect(card).toContainText(`${time} time`);
    await expect(card.getByRole('button', { name: /^Run now/ })).toBeVisible();
  }
  await expectAccessibleInBoth(page, 'recipes that repeat');
  await page.reload();
  await shell.goTo('Explore');
  await page.getByRole('button', { name: 'Choose a question' }).click();
  const news = page.getByRole('region', { name: 'New', exact: true });
  await expectAccessibleInBoth(page, 'the start page with what is new');
  const looked = await countClicks(page);
  await news.getByRole('button').click();
  await results.expectRows(20);
  expect(await looked()).toBe(1);
  await page.getByRole('button', { name: 'Choose a question' }).click();
  await expect(page.getByRole('textbox', { name: /^Words, an account/ })).toBeVisible();
  await expect(news).toBeHidden();

  // Both times, compared: nothing was posted in between.
  await page.getByRole('link', { name: 'Recipes', exact: true }).click();
  await card.getByRole('button', { name: 'Compare' }).click();
  await expect(shell.tabs.getByText(/Nothing new since/).first()).toBeVisible();
  await shell.expectCalls(3);
});

test('pictures are saved as the steps of a recipe end, also of one that repeats, into one folder; no call more', async ({
  openSample,
}) => {
  const { page, host, shell, form, results } = await openSample();
  const recipes = new Recipes(page);
  await shell.choose('photoshare.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(12);
  await recipes.add('Pictures of the sea');
  await page.getByRole('button', { name: 'Run Pictures of the sea…' }).click();
  await recipes.choose('pictures');
  await expectAccessibleInBoth(recipes.dialog, 'a recipe that saves pictures');
  await recipes.dialog.getByRole('button', { name: 'Run recipe' }).click();
  const card = recipes.card('Pictures of the sea');
  await expect(card.getByRole('status')).toContainText('Done · 1 call');
  await expect(card).toContainText(/Pictures and videos of \d+ links saved\./);
  await expectAccessibleInBoth(page, 'a recipe that has saved pictures');
  await shell.expectCalls(2);
  const folder = join(host.dataDir, 'saved', 'Pictures-of-the-sea');
  await expect(card).toContainText(folder);
  const media = join(folder, 'media', 'step-1');
  const saved = (await readdir(media)).length;
  expect(await readFile(join(media, 'media.csv'), 'utf8')).toContain(',saved,');

  await page.getByRole('button', { name: 'More for Pictures of the sea' }).click();
  await page.getByRole('menuitem', { name: 'Repeat…' }).click();
  await recipes.dialog.getByText('Mon', { exact: true }).click();
  await recipes.choose('pictures', 'rows');
  await expectAccessibleInBoth(recipes.dialog, 'a repeat that saves pictures and rows');
  await recipes.dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const repeat = card.filter({ hasText: 'Mondays at 09:00' });
  await repeat.getByRole('button', { name: /^Run now/ }).click();
  await expect(repeat).toContainText('rows added to the dataset. Pictures and videos of');
  await shell.expectCalls(3);
  // What was there is not there twice.
  expect(await readdir(media)).toHaveLength(saved);
  expect(await readdir(join(folder, '_complete'))).toHaveLength(1);
});
