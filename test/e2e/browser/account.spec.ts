/** Keys, trial, status and the support bundle, as newcomers and support staff meet them. */
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { countClicks } from '../pages/clicks.ts';
import { downloaded } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

// What it can’t have: unit/renderer/explore/asking. What it is used for: contract/account.
test('two clicks lead to a trial key, also after a refusal', async ({
  page,
  startHost,
  startService,
}) => {
  const service = await startService();
  const host = await startHost({ service: service.address });
  await page.goto(host.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const clicks = await countClicks(page);
  service.fail({ kind: 'status', status: 429, retryAfter: 20, path: '/api/trial/token' });
  await new Welcome(page).getTrialKey();
  await expect(page.getByRole('alert')).toContainText('20 seconds');
  expect(await clicks()).toBe(2);
  await page.getByRole('button', { name: 'Get the key' }).click();
  await expect(new Shell(page).jump).toBeVisible();
  await expect(page.getByText(/Trial key · (4 days 23 hours|5 days) left/)).toBeVisible();
});

test('what is left of the plan is one click away, why a key is refused two; the status leads to a support bundle saved as it was read', async ({
  page,
  openExplorer,
}) => {
  const { shell, service } = await openExplorer();
  const account = new Account(page);
  await shell.goTo('Account');
  await account.keys.getByRole('button', { name: 'Add…' }).click();
  await account.pasteToken(service.sessionToken);
  await shell.goTo('Explore');

  const clicks = await countClicks(page);
  await shell.goTo('Account');
  await expect(account.usage.getByText('23,766')).toBeInViewport({ ratio: 1 });
  expect(await clicks()).toBe(1);
  service.fail({ kind: 'status', status: 401, path: '/api/data/operations/op_check' });
  await account.testKey();
  await expect(account.key.getByText('refused', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(account.key).toContainText(
    'It answered 401 at 10:20: “Missing or invalid credentials”',
  );
  expect(await clicks()).toBe(2);
  await expectAccessibleInBoth(page, 'Account with plan, usage and a refused key');
  await account.usage.getByText('Raw', { exact: true }).click();
  await expectAccessible(account.usage, 'usage as it arrived');

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await test.step('what was known stays when the status can’t be read again', async () => {
    await shell.goTo('Service status');
    await expect(section('Now').getByRole('row', { name: /^forum degraded/ })).toBeVisible();
    await expect(section('History')).toContainText('2026-01-15T08:00:00.000Z');
    await expect(section('Response times')).toContainText(/\d+ ms/);
    await page.getByRole('button', { name: 'Technical details' }).click();
    await expect(section('Health')).toContainText('86,400');
    await section('Metrics').getByText('Raw', { exact: true }).click();
    await expect(section('Metrics')).toContainText('# TYPE http_requests_total counter');
    service.fail({ kind: 'status', status: 503, path: '/health' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(section('Health')).toContainText('The service could not answer (503)');
    await expect(section('Health')).toContainText('86,400');
    await section('Health').getByRole('button', { name: 'Error details' }).click();
    await expect(section('Health')).toContainText('The request could not be fulfilled');
    await expectAccessibleInBoth(page.getByRole('main'), 'Service status');
  });

  await test.step('the support bundle, one click from what happened', async () => {
    await section('Health').getByRole('button', { name: 'Support bundle…' }).click();
    await expect(page.getByRole('button', { name: 'Preview…' })).toBeFocused();
    await page.getByRole('button', { name: 'Preview…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Support bundle' });
    const text = await dialog.getByLabel('The support bundle’s text').innerText();
    await expectAccessibleInBoth(dialog, 'a support bundle');
    const save = dialog.getByRole('button', { name: 'Save…' });
    const { name, bytes } = await downloaded(page, () => save.click());
    expect(name).toMatch(/^social-data-explorer-support-.*\.json$/);
    expect(String(bytes).trim()).toBe(text.trim());
  });
});
