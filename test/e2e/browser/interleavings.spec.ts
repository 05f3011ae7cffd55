/**
 * Two tabs, one closed in the middle: what the service received
 * is what the person is shown as counted (checklist 25).
 */
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { Account } from '../pages/account.ts';

const small = { pageSize: 5, totalRows: 163 };
/** Long enough to do something meanwhile, on a busy computer too. */
const slow = { kind: 'delay', ms: 1500 } as const;

/** At the foot of the sidebar and in Account. */
async function expectCounted({ page, shell, service }: Explorer, calls: number): Promise<void> {
  expect(service.requests.length).toBe(calls);
  await shell.expectCalls(calls);
  await shell.goTo('Account');
  await new Account(page).expectCalls(calls);
}

test('[25] tabs on one run: one call at once, stopped from the other, going on without either', async ({
  openExplorer,
  openAnother,
}) => {
  const one = await openExplorer({ service: small });
  const { service } = one;
  await one.search('sea', 5);
  const other = await openAnother(one);
  await other.results.expectRows(5);

  await test.step('what one collects, the other sees and stops', async () => {
    service.fail(slow, Infinity);
    await one.results.getAll({ pages: '10' });
    await expect(other.results.status).toContainText(/[3-9] of 11 pages/);
    await other.results.stop.click();
    for (const { results } of [one, other]) {
      await expect(results.status).toContainText('· stopped');
      await expect(results.next).toBeVisible();
    }
  });
  for (const { shell } of [one, other]) {
    await shell.expectCalls(service.requests.length);
  }

  await test.step('both closed while pages come: they go on coming, and the next tab shows them', async () => {
    await one.results.getAll({ pages: '12' });
    await expect(one.results.stop).toBeVisible();
    await Promise.all([one, other].map(({ page }) => page.close()));
    const closed = service.requests.length;
    await expect.poll(() => service.requests.length).toBeGreaterThan(closed);
    const next = await openAnother(one);
    await expect(next.page.getByRole('img', { name: /^\d+ of \d+ pages here$/ })).toBeVisible();
    await expect(next.results.stop).toBeVisible();
    service.recover();
    await expect(next.results.status).toContainText(/Stopped at \d+ pages, as asked/);
    await expectCounted(next, service.requests.length);
  });
});
