/** The same question again next week: what is new, what changed, and both weeks as one table. */
import { fixedDateScript, moveDate } from '#test/support/fixed-date.mjs';
import { expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { countClicks } from '../pages/clicks.ts';
import { HistoryPage } from '../pages/history.ts';

// What is new, changed and gone, and how it is saved: contract/comparing.
test('next week’s collection: what is new is got, both weeks are compared and become one table', async ({
  openSample,
  startHost,
  page,
}) => {
  const { shell, form, results, host } = await openSample();
  await shell.choose('microblog.posts.by-user');
  await form.fillIn({ username: 'mira_osei', since: '2026-11-01' });
  await form.getSeveral({});
  await expect(results.status).toContainText('complete');
  const before = await results.rowCount();

  await host.stop();
  moveDate(7);
  await page.addInitScript(fixedDateScript());
  const nextWeek = await startHost({ sample: true });
  await shell.open(nextWeek.url);
  await results.expectRows(before);
  const more = page.getByRole('button', { name: 'More with this run' });
  const head = page.getByRole('region', { name: 'What this table was made from' });

  await test.step('what is new is asked from the day before, once the person asks', async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Get what is new…' }).click();
    await expect(form.input('since')).toHaveValue('2026-11-17');
    await shell.expectCalls(0);
    await form.getSeveral({});
    await expect(results.status).toContainText('complete');
    await expect.poll(() => results.rowCount()).toBeLessThan(before);
  });

  await test.step('the same question again, compared by what is on this computer', async () => {
    const history = new HistoryPage(page);
    await history.open();
    await history.actOn(history.runs.last(), 'Run again…');
    await form.getSeveral({});
    await expect(results.status).toContainText('complete');
    await more.click();
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare' });
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await expect(dialog.getByText(/Columns to compare/)).toBeVisible();
    const calls = await shell.calls();
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(head).toContainText('Matched by Post ID');
    await shell.expectCalls(calls);
    // Off the rows, whose buttons explain themselves under it.
    await page.mouse.move(900, 64);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessibleInBoth(page, 'a comparison');
  });

  await test.step('a chip shows what it counts', async () => {
    // Posts of the last days before the first collection have more likes by now.
    const changed = await head.getByRole('button', { name: /changed$/ }).textContent();
    expect(Number(changed?.replace(/\D/g, ''))).toBeGreaterThan(0);
    const chip = head.getByRole('button', { name: /new$/ });
    const news = Number((await chip.textContent())?.replace(/\D/g, ''));
    expect(news).toBeGreaterThan(0);
    await chip.click();
    await results.expectRows(news);
  });

  await test.step('both weeks are one table', async () => {
    await head.getByTitle(/^Open/).last().click();
    await more.click();
    await page.getByRole('menuitem', { name: 'Show as one table…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show as one table' });
    await dialog.getByRole('button', { name: 'Show 2 runs as one table' }).click();
    await expect(head).toContainText('2 runs in one table');
    await results.reveal('collected_at');
  });
});

test('the posts of the last seven days, and a week later those since, in two clicks', async ({
  openSample,
  startHost,
  page,
}) => {
  const { shell, form, results, host } = await openSample();
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'heat pumps' });
  await form.input('since').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await form.getFirstPage();
  await results.expectRows(10);

  await host.stop();
  moveDate(7);
  await page.addInitScript(fixedDateScript());
  await shell.open((await startHost({ sample: true })).url);
  await results.expectRows(10);
  const note = page.getByRole('note');
  await expect(note).toHaveText(/^You asked for these rows on 18 November\. The days in the form/);

  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^The same days · 12–18 Nov/ })).toBeVisible();
  await expectAccessibleInBoth(page, 'the ways to run a question again');
  await shell.expectCalls(0);
  await page.getByRole('menuitem', { name: /^Last 7 days · 19–25 Nov/ }).click();
  await results.expectRows(10);
  await shell.expectCalls(1);
  expect(await clicks()).toBe(2);
  await expect(page.getByTitle('From: 2026-11-19')).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit question' }).click();
  await expect(form.input('since')).toHaveValue('6 days ago');
  await expect(form.form).toContainText('19 November 2026');
});
