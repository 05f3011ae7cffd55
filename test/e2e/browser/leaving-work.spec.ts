/** Pages go on coming in where nobody looks: that is said, and there is a way to stop them. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';
import { Shell } from '../pages/shell.ts';

/** Long enough to look around in while a page is under way, on a busy computer too. */
const slow = { kind: 'delay', ms: 2500 } as const;

async function collectSlowly({ shell, form, results, service }: Explorer): Promise<void> {
  service.fail(slow, Infinity);
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getSeveral({ pages: '' });
  await expect(results.grid).toBeVisible();
}

/** What main says of the run, in History. */
async function expectStopped(page: Page, ofAnotherService = false): Promise<void> {
  const history = new HistoryPage(page);
  await new Shell(page).goTo('History');
  if (ofAnotherService) await history.showAllServices();
  await history.choose('Search posts');
  await expect(history.pane).toContainText('Stopped');
}

test('a closed tab whose pages come in says so, and is stopped by its message', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 200 } });
  const { page } = explorer;
  await collectSlowly(explorer);
  await page.getByRole('button', { name: 'Close Posts: sea' }).click();
  const message = page.getByRole('alert').filter({ hasText: 'Its pages go on coming in.' });
  await expect(message).toBeVisible();
  const history = page.getByRole('link', { name: 'History', exact: true });
  await expect(history).toHaveAttribute('title', '1 run at work');
  await expectAccessible(page);
  await message.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(history).not.toHaveAttribute('title');
  await expectStopped(page);
});

test('History stops a run that no tab shows', async ({ openExplorer }) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 200 } });
  const { page } = explorer;
  await collectSlowly(explorer);
  await page.getByRole('button', { name: 'Close Posts: sea' }).click();
  const history = new HistoryPage(page);
  await history.open();
  await history.choose('Search posts');
  await expect(history.pane.getByRole('button', { name: 'Run again…' })).toBeHidden();
  await history.pane.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(history.pane).toContainText('Stopped');
});

test('another service is chosen only after asking what becomes of the pages', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 200 } });
  const { page, shell, service } = explorer;
  await collectSlowly(explorer);
  await shell.goTo('Account');
  await page.getByRole('button', { name: 'Use the sample service' }).click();
  const question = page.getByRole('dialog', { name: 'Pages are still coming in' });
  await expect(question).toContainText('“Posts: sea” is still being fetched from');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  const soFar = service.requests.length;
  await expect.poll(() => service.requests.length).toBeGreaterThan(soFar);
  await page.getByRole('button', { name: 'Use the sample service' }).click();
  await question.getByRole('button', { name: 'Stop and change' }).click();
  await expect(page.getByRole('contentinfo', { name: 'In use' })).toContainText('Sample service');
  await expectStopped(page, true);
});
