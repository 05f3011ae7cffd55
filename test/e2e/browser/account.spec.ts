/** Keys, trial, session token, plan, usage and status, as newcomers and support staff meet them. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

test('with an address given, two clicks lead to a trial key, and its limits are said where they bite', async ({
  page,
  startHost,
  startService,
}) => {
  const service = await startService();
  const host = await startHost({ service: service.address });
  await page.goto(host.url);
  // The two clicks.
  await new Welcome(page).getTrialKey(null);
  const shell = new Shell(page);
  await expect(shell.filter).toBeVisible();
  await expect(page.getByText(/Trial key · (4 days 23 hours|5 days) left/)).toBeVisible();
  expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/trial/token', '{"source":"Social Data Explorer"}'],
  ]);

  await shell.choose('microblog.posts.search');
  const form = new QueryForm(page);
  // What it can't ask live begins on stored data.
  await expect(form.form).toHaveAttribute('data-endpoint', 'microblog.posts.search.stored');
  await form.takeFrom('Live');
  await expect(page.getByRole('button', { name: 'Get first page' })).toBeHidden();
  await expect(page.getByText('A trial key can’t fetch live data.')).toBeVisible();
  await expectAccessible(page);
  // Enter is no way round: it presses the button that is there, “Use stored data”.
  await form.fillIn({ q: 'harbour' });
  await form.input('q').press('Enter');
  await expect(page.getByText('A trial key gets 5 posts at most.')).toBeVisible();
  await form.getFirstPage();
  await new Results(page).expectRows(5);
  expect(service.requests.at(-1)?.authorization).toBe(`Bearer ${service.trialKey}`);

  expect(service.requests.filter(({ path }) => path.endsWith('/live'))).toEqual([]);
  await form.fillIn({ responseType: 'csv' });
  await expect(page.getByText('A trial key can’t have a CSV made by the service.')).toBeVisible();
  await page.getByRole('button', { name: 'Take the first page at once' }).click();
  await expect(page.getByRole('button', { name: 'Get first page' })).toBeVisible();

  // No stored form of it: the one way out is a full key.
  await shell.choose('microblog.posts.get');
  await expect(page.getByText('This needs a full key.')).toBeVisible();
  await page.getByRole('button', { name: 'Add an access key…' }).click();
  const account = new Account(page);
  await account.addKey(service.accessKey);
  await expect(account.row('Access key ending 0001')).toContainText('in use');
  await expect(account.row('Access key ending 0001')).toContainText('The service accepts this key');
  await shell.goTo('Explore');
  await expect(page.getByRole('button', { name: 'Get first page' })).toBeVisible();
});

test('a trial key that is refused leaves the person where they were, with a way on', async ({
  page,
  startHost,
  startService,
}) => {
  const service = await startService();
  const host = await startHost({});
  await page.goto(host.url);
  service.fail({ kind: 'status', status: 429, retryAfter: 20, path: '/api/trial/token' });
  const welcome = new Welcome(page);
  await welcome.getTrialKey(service.address);
  await expect(page.getByRole('alert')).toContainText('The service asks for fewer requests');
  await expect(page.getByRole('alert')).toContainText('20 seconds');
  await page.getByRole('button', { name: 'Get the key' }).click();
  await expect(new Shell(page).filter).toBeVisible();
});

test('several keys: named, chosen, removed; each is sent only while it is in use', async ({
  page,
  openExplorer,
}) => {
  const { shell, form, results, service } = await openExplorer();
  await shell.goTo('Account');
  const account = new Account(page);
  await expect(account.row('Access key ending 0001')).toContainText('SOCIAL_DATA_API_KEY');
  await account.addKey('another-key-for-me-7f3a', 'Mine');
  const mine = account.row('Mine ending 7f3a');
  await expect(mine).toContainText('The service does not accept this key.');
  // The environment goes before what is stored, until the person says otherwise.
  await expect(mine).not.toContainText('in use');
  await mine.getByRole('button', { name: 'Use Mine ending 7f3a' }).click();
  await expect(mine).toContainText('in use');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'harbour' });
  await form.getFirstPage();
  await expect(page.getByRole('alert')).toContainText('The service did not accept the key');
  expect(service.requests.at(-1)?.authorization).toBe('Bearer another-key-for-me-7f3a');

  await shell.goTo('Account');
  await account.choose(mine, 'Name…');
  await page.getByRole('dialog').getByLabel('Name').fill('Old one');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await account.choose(account.row('Old one ending 7f3a'), 'Remove…');
  await page.getByRole('button', { name: 'Remove the key' }).click();
  await expect(account.row('Old one ending 7f3a')).toBeHidden();
  await shell.goTo('Explore');
  await page.getByRole('button', { name: 'Try again' }).click();
  await results.expectRows(20);
});

test('plan and usage: a session token, its end, and a new one without losing what is shown', async ({
  page,
  openExplorer,
}) => {
  const { shell, service } = await openExplorer();
  await shell.goTo('Account');
  const account = new Account(page);
  await expect(account.plan).toContainText('people who are signed in to its dashboard');
  await account.plan.getByRole('button', { name: 'Add dashboard sign-in…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Session token', { exact: true }).fill('no-token-at-all');
  await dialog.getByRole('button', { name: 'Save and test the token' }).click();
  await expect(dialog).toContainText('This is no session token');
  await account.pasteToken(`  ${service.sessionToken}\n`);
  await expect(account.session).toContainText('user_second');
  await expect(account.session).toContainText('The service accepts this session token.');
  await expect(account.plan).toContainText('25,000 credits');
  await expect(account.plan).toContainText('49.90 EUR');
  await expect(account.plan).toContainText('renewed monthly');
  await expect(account.plan).toContainText('1,000 more credits: 5.00 EUR');
  await expect(account.plan).toContainText('100,000 more rows: 10.00 EUR');
  await expect(account.usage).toContainText('23,766');
  await expectAccessible(page);
  await account.usage.getByText('Tree', { exact: true }).click();
  await expect(account.usage).toContainText('remaining');
  await account.usage.getByText('Raw', { exact: true }).click();
  await expect(account.usage).toContainText('"remaining":23766');

  service.fail({ kind: 'status', status: 401, path: '/api/plan' });
  await account.plan.getByRole('button', { name: 'Read the plan again' }).click();
  await expect(account.plan.getByRole('alert')).toContainText(
    'The service did not accept your dashboard sign-in',
  );
  await expect(account.plan.getByRole('alert')).toContainText('No metered call was made.');
  await expect(account.plan).toContainText('25,000 credits');
  await account.plan.getByRole('button', { name: 'Renew the sign-in…' }).click();
  await account.pasteToken(service.sessionToken);
  await expect(account.plan.getByRole('alert')).toBeHidden();
  // Never with a key, and no key ever with the session.
  for (const { path, authorization } of service.requests) {
    expect(authorization === `Bearer ${service.sessionToken}`).toBe(
      path === '/api/plan' || path === '/api/usage',
    );
  }
});

test('a session token warns before it ends', async ({ page, openExplorer }) => {
  const soon = Math.floor(Date.now() / 1000) + 20 * 60;
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sessionToken = `${part({ alg: 'RS256' })}.${part({ email: 'mira@example.org', exp: soon })}.c2ln`;
  const { shell } = await openExplorer({ service: { sessionToken } });
  await shell.goTo('Account');
  const account = new Account(page);
  await account.keys.getByRole('button', { name: 'Add…' }).click();
  await account.pasteToken(sessionToken);
  await expect(account.session).toContainText('mira@example.org');
  await expect(account.session).toContainText(/Ends at \d\d:\d\d, in (19|20) min/);
  await expect(account.session.getByRole('button', { name: 'Renew…' })).toBeVisible();
});

const accountFaults = [
  ['400', { kind: 'status', status: 400 }, 'The service did not accept the question'],
  ['402', { kind: 'status', status: 402 }, 'The plan’s limit is reached'],
  ['403', { kind: 'status', status: 403 }, 'The service does not show this to you'],
  ['404', { kind: 'status', status: 404 }, 'The service found no such page'],
  ['429', { kind: 'status', status: 429 }, 'The service asks for fewer requests'],
  ['503', { kind: 'status', status: 503 }, 'The service could not answer (503)'],
  ['HTML', { kind: 'html' }, 'The service’s answer was not data'],
] as const;

test('service status: readable, raw, searchable; each failure in the same words', async ({
  page,
  openExplorer,
}) => {
  const { shell, service } = await openExplorer();
  await shell.goTo('Service status');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('Now')).toContainText('Operational');
  await expect(section('Now')).toContainText('Degraded');
  await expect(section('History')).toContainText('15 January');
  await expect(section('Health')).toContainText('86,400');
  await expect(section('From here')).toContainText(/\d+ ms/);
  const metrics = section('Metrics');
  await metrics.getByLabel('Search metrics').fill('route /health');
  await expect(metrics).toContainText('1 of 1 metric');
  await metrics.getByLabel('Search metrics').fill('nowhere');
  await expect(metrics).toContainText('0 of 1 metric');
  await metrics.getByText('Raw', { exact: true }).click();
  await expect(metrics).toContainText('# TYPE http_requests_total counter');
  await expectAccessible(page);

  for (const [, fault, words] of accountFaults) {
    for (const path of ['/api/status', '/api/status/history', '/health', '/metrics']) {
      service.fail({ ...fault, path });
    }
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(4);
    for (const alert of await page.getByRole('alert').all()) {
      await expect(alert).toContainText(words);
      await expect(alert).toContainText('No metered call was made.');
    }
    // What was known stays.
    await expect(section('Health')).toContainText('86,400');
    service.recover();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  service.fail({ kind: 'status', status: 500, path: '/health' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await section('Health').getByRole('button', { name: 'What happened' }).click();
  await expect(section('Health')).toContainText('The request could not be fulfilled');
  expect(service.requests.every(({ authorization }) => authorization === undefined)).toBe(true);
});

test('Explore says when the service reports trouble on the platform being used', async ({
  page,
  openExplorer,
}) => {
  const { shell } = await openExplorer();
  const banner = page.getByRole('status', { name: 'Service trouble' });
  await shell.choose('microblog.posts.search');
  await expect(banner).toBeEmpty();
  await shell.choose('forum.posts.by-ids');
  await expect(banner).toContainText('The service reports Forum as “degraded”.');
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'See the service’s status' }).click();
  await expect(page.getByRole('heading', { name: 'Service status' })).toBeVisible();
  await shell.goTo('Explore');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toBeEmpty();
});

test('[17] the support bundle is read before it is saved, and is saved as it was read', async ({
  page,
  openExplorer,
}) => {
  const accessKey = 'sk_canary_Wd4Yh8Jc2Qz6';
  const { shell, form, service } = await openExplorer({ service: { accessKey } });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'a very private search' });
  service.fail({ kind: 'status', status: 402 });
  await form.getFirstPage();
  await expect(page.getByRole('alert')).toBeVisible();
  await shell.goTo('Service status');
  const section = page.getByRole('region', { name: 'Support bundle' });
  await section.getByRole('button', { name: 'Preview…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support bundle' });
  const text = dialog.getByLabel('The support bundle’s text');
  await expect(text).toContainText('"status": 402');
  await expect(text).not.toContainText('private search');
  await expect(text).not.toContainText(accessKey.slice(0, 10));
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^social-data-explorer-support-.*\.json$/);
  const saved = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(saved)).toMatchObject({ questionsLeftOut: true });
  expect(saved).not.toContain(accessKey);

  await section.getByLabel(/^With what was asked/).check();
  await section.getByRole('button', { name: 'Preview…' }).click();
  await expect(text).toContainText('private%20search');
});

test('the sample service shows all of it at once', async ({ page, openSample }) => {
  const { shell } = await openSample();
  await shell.goTo('Account');
  const account = new Account(page);
  await expect(account.plan).toContainText('50,000 credits');
  await account.keys.getByRole('button', { name: 'Get a trial key…' }).click();
  await page.getByRole('button', { name: 'Get the key' }).click();
  await page.getByRole('button', { name: /^Use Trial key/ }).click();
  await expect(page.getByText(/^Trial key · /)).toBeVisible();
  await shell.goTo('Service status');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Outage');
});
