/** The key is typed once and never seen again: not in the page, its storage, its requests. */
import type { Page } from '@playwright/test';
import { readTree } from '#test/support/search-files.ts';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

const canary = 'sk_canary_Hq3Zt8Wm5Rb1Xk6D';
const secretPart = canary.slice(0, -4);

/** Everything the page holds that a script or a person could read. */
async function pageContents(page: Page): Promise<string> {
  const held = await page.evaluate(async () => {
    const inputs = [...document.querySelectorAll('input, textarea')].map(
      (input) => (input as HTMLInputElement).value,
    );
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches.keys();
    return JSON.stringify({
      inputs,
      databases,
      caches,
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      cookie: document.cookie,
      history: history.state as unknown,
      title: document.title,
      address: location.href,
    });
  });
  return `${held}\n${await page.content()}\n${await page.locator('body').innerText()}`;
}

test('[17, 18] a key typed on Welcome and replaced on Account stays in main', async ({
  page,
  startHost,
  startService,
}) => {
  const service = await startService({ accessKey: canary });
  const host = await startHost({});
  const carrying: string[] = [];
  const heard: string[] = [];
  page.on('request', (request) => {
    const text = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
    if (text.includes(secretPart)) carrying.push(request.postData() ?? request.url());
  });
  page.on('console', (message) => heard.push(message.text()));
  page.on('response', (response) => {
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    );
  });

  await page.goto(host.url);
  await new Welcome(page).enterKey(service.address, canary);
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
  await expect(shell.filter).toBeVisible();
  const screens = [await pageContents(page)];

  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  await form.form.getByRole('button', { name: 'Request', exact: true }).click();
  screens.push(await pageContents(page));
  for (const status of [401, 403, 500] as const) {
    service.fail({ kind: 'status', status }, 3);
    await results.nextPage();
    await expect(results.problem).toBeVisible({ timeout: 20_000 });
    screens.push(await pageContents(page));
    service.recover();
    await results.remedy('Try again').click();
    await expect(results.problem).toBeHidden();
    if (await results.next.isHidden()) break;
  }
  const { bytes } = await results.save();
  await shell.goTo('Account');
  const account = new Account(page);
  await account.testKey();
  await expect(account.key).toContainText('The service accepts this key.');
  await expect(account.key).toContainText(canary.slice(-4));
  screens.push(await pageContents(page));
  await account.replaceKey(canary);
  await expect(page.getByRole('dialog')).toBeHidden();
  screens.push(await pageContents(page));
  await page.reload();
  await expect(shell.endpoints).toBeVisible();
  screens.push(await pageContents(page));
  await shell.goTo('Account');
  await account.removeKey();
  await expect(page.getByRole('dialog')).toBeHidden();

  // Twice typed, twice sent: to add it, and to replace it. Never asked back.
  expect(carrying.map((body) => JSON.parse(body) as unknown)).toEqual([
    { method: 'credential.add', input: { value: canary, as: 'key' } },
    {
      method: 'credential.replace',
      input: { id: expect.any(String), value: canary, keep: 'keychain' },
    },
  ]);
  expect(service.requests.some(({ authorization }) => authorization === `Bearer ${canary}`)).toBe(
    true,
  );
  await host.stop();
  const everything = [
    ...screens,
    ...heard,
    host.output(),
    bytes.toString('latin1'),
    ...(await readTree(host.dataDir)),
  ];
  expect(everything.filter((text) => text.includes(secretPart))).toEqual([]);
});
