/** Pages go on coming in where nobody looks: that is said, and there is a way to stop them. */
import { expect, test } from '../fixtures.ts';
import type { Explorer } from '../fixtures.ts';
import { HistoryPage } from '../pages/history.ts';

async function collectSlowly({ shell, form, results, service }: Explorer, q: string) {
  // Long enough to look around in while a page is under way, on a busy computer too.
  service.fail({ kind: 'delay', ms: 2500 }, Infinity);
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q });
  await form.getSeveral({ pages: '' });
  await expect(results.status).toContainText('Getting page');
}

test('pages that come in are told of, and stopped, wherever the person went', async ({
  openExplorer,
}) => {
  const explorer = await openExplorer({ service: { pageSize: 5, totalRows: 200 } });
  const { page, shell, service } = explorer;
  const history = new HistoryPage(page);
  const link = page.getByRole('link', { name: 'History', exact: true });

  await test.step('a run that no tab shows is at work in History, which stops it', async () => {
    await collectSlowly(explorer, 'sea');
    await page.getByRole('button', { name: 'Close Search posts: sea' }).click();
    await expect(page.getByRole('alert')).toContainText('Its pages keep loading.');
    await expect(link).toHaveAttribute('title', '1 run in progress');
    await history.open();
    await history.choose('Search posts');
    await expect(history.pane.getByRole('button', { name: 'Run again…' })).toBeHidden();
    await history.pane.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(history.pane).toContainText('Stopped');
    await expect(link).not.toHaveAttribute('title');
  });

  await test.step('another service is chosen only after asking what becomes of them', async () => {
    await collectSlowly(explorer, 'moon');
    await shell.goTo('Account');
    const change = page.getByRole('button', { name: 'Use the sample service' });
    await change.click();
    const question = page.getByRole('dialog', { name: 'Pages are still being fetched' });
    await expect(question).toContainText('“Search posts: moon” is still being fetched from');
    await question.getByRole('button', { name: 'Cancel' }).click();
    const soFar = service.requests.length;
    await expect.poll(() => service.requests.length).toBeGreaterThan(soFar);
    await change.click();
    await question.getByRole('button', { name: 'Stop and change' }).click();
    await expect(page.getByRole('contentinfo', { name: 'In use' })).toContainText('Sample service');
    await shell.goTo('History');
    await history.showAllServices();
    await history.choose('moon');
    await expect(history.pane).toContainText('Stopped');
  });
});
