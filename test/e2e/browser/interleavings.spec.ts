/**
 * Two tabs, a stop before the next attempt, a tab closed in the middle: what the service received
 * is what the person is shown as counted (checklist 25).
 */
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { Account } from '../pages/account.ts';

const small = { pageSize: 5, totalRows: 83 };
/** Long enough to do something meanwhile, on a busy computer too. */
const slow = { kind: 'delay', ms: 2500 } as const;

async function askFirst({ shell, form, results }: Explorer): Promise<void> {
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(5);
}

/** At the foot of the sidebar and in Account. */
async function expectCounted({ page, shell, service }: Explorer, calls: number): Promise<void> {
  expect(service.requests.length).toBe(calls);
  await expect.poll(() => shell.calls()).toBe(calls);
  await shell.goTo('Account');
  await new Account(page).expectCalls(calls, calls);
}

test('[25] two tabs ask for the next page of a run at once: one call, seen in both', async ({
  openExplorer,
  openAnother,
}) => {
  const one = await openExplorer({ service: small });
  await askFirst(one);
  const other = await openAnother(one);
  await other.results.expectRows(5);
  one.service.fail(slow);
  // Without bringing either tab to the front first: that takes longer than a page.
  await Promise.all([one, other].map(({ results }) => results.next.dispatchEvent('click')));
  for (const { results } of [one, other]) {
    await results.expectRows(10);
    await expect(results.status).toContainText('2 pages');
  }
  await expectCounted(one, 2);
  await expectCounted(other, 2);
});

test('[25] what one tab collects, the other sees and stops', async ({
  openExplorer,
  openAnother,
}) => {
  const one = await openExplorer({ service: small });
  const { service } = one;
  await askFirst(one);
  const other = await openAnother(one);
  await other.results.expectRows(5);
  service.fail(slow, Infinity);
  await one.results.getAll({ pages: '10' });
  await expect(other.results.status).toContainText(/[2-9] of 11 pages/);
  await other.results.stop.click();
  for (const { results } of [one, other]) {
    await expect(results.status).toContainText('· stopped');
    await expect(results.next).toBeVisible();
  }
  const stopped = service.requests.length;
  const rows = await one.results.rowCount();
  service.recover();
  await one.results.nextPage();
  await one.results.expectRows(rows + 5);
  await other.results.expectRows(rows + 5);
  await expectCounted(one, stopped + 1);
  await expectCounted(other, stopped + 1);
});

test('[24] Stop ends the countdown to the next attempt; nothing more is sent', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: small });
  const { results, service } = explorer;
  await askFirst(explorer);
  service.fail({ kind: 'status', status: 429, retryAfter: 30 });
  await results.nextPage();
  await expect(results.status).toContainText(/Trying again in \d+ s \(attempt 2 of 3\)/);
  await results.stop.click();
  await expect(results.status).toContainText('1 page · 5 rows · stopped');
  await expect(results.problem).toBeHidden();
  await results.nextPage();
  await results.expectRows(10);
  await expectCounted(explorer, 3);
});

test('a tab closed while pages come: they go on coming, and the next tab shows them', async ({
  openExplorer,
  openAnother,
}) => {
  const explorer = await openExplorer({ service: small });
  const { page, shell, form, results, service } = explorer;
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  service.fail(slow, Infinity);
  await form.getSeveral({ pages: '12' });
  await expect(results.status).toContainText(/[2-9] of 12 pages/);
  await page.close();
  const closed = service.requests.length;
  await expect.poll(() => service.requests.length).toBeGreaterThan(closed);
  const next = await openAnother(explorer);
  await expect(next.results.status).toContainText(/\d+ of 12 pages/);
  await expect(next.page.getByRole('img', { name: /^\d+ of 12 pages fetched$/ })).toBeVisible();
  await expect(next.results.stop).toBeVisible();
  service.recover();
  await expect(next.results.status).toContainText('Stopped at 12 pages, as asked');
  await next.results.expectRows(60);
  await expectCounted(next, 12);
});
