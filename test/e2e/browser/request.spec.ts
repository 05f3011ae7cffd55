/** Any path of the service, as support staff use it. */
import { expect, test } from '../fixtures.ts';
import { RequestPage } from '../pages/request.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';

const search = '/api/data/microblog/posts/live';
/** Metered requests that arrived: Service status asks for pages of its own. */
const metered = ({ requests }: SecondServer) =>
  requests.filter(({ path }) => path.startsWith('/api/data/'));

// What is kept of it: contract/request.
test('a metered path asks first, by keyboard alone', async ({ page, openExplorer }) => {
  const { shell, service } = await openExplorer();
  await page.getByRole('link', { name: 'Service status', exact: true }).focus();
  await page.keyboard.press('Enter');
  const openIt = page.getByRole('button', { name: 'Open Request' });
  await openIt.focus();
  await page.keyboard.press('Enter');
  const request = new RequestPage(page);
  await request.path.focus();
  // An address that was copied somewhere else comes apart.
  await page.keyboard.insertText(`${service.address}${search}?q=sea%20%26%20sand&sortBy=latest`);
  await expect(request.path).toHaveValue(search);
  await expect(request.form.getByLabel('Value of parameter 1')).toHaveValue('sea & sand');
  await expect(request.form).toContainText('One call.');
  await expect(request.form).toContainText('Access key ending 0001 is sent.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(request.dialog).toContainText('Send one call?');
  await expect(request.dialog).toContainText('q=sea%20%26%20sand&sortBy=latest');
  await page.keyboard.press('Escape');
  await expect(request.dialog).toBeHidden();
  expect(metered(service)).toEqual([]);

  await request.path.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(request.dialog.getByRole('button', { name: /one call/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(request.answer).toContainText('counted as one call');
  await expect(request.answer).toContainText('<cursor>');
  expect(await shell.calls()).toBe(1);
  expect(metered(service).map(({ query }) => query)).toEqual([
    { q: 'sea & sand', sortBy: 'latest' },
  ]);
});
