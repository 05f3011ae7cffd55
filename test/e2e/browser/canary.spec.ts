/** The key is typed once and never seen again: not in the page, its storage, its requests. */
import type { Page } from '@playwright/test';
import { readTree } from '#test/support/search-files.ts';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { QueryForm } from '../pages/form.ts';
import { Results } from '../pages/results.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

/** With characters that are spelled otherwise in addresses and in JSON. */
const canary = 'sk_canary/Hq3Z+8Wm5Rb1=k6D';
const secretPart = canary.slice(0, -4);
const spellings = [secretPart, encodeURIComponent(secretPart), secretPart.replace('/', '\\/')];
const holdsKey = (text: string): boolean => spellings.some((one) => text.includes(one));

/** Everything the page holds that a script or a person could read. */
async function pageContents(page: Page): Promise<string> {
  const held = await page.evaluate(async () => {
    const inputs = document.querySelectorAll<HTMLInputElement>('input, textarea');
    return JSON.stringify({
      inputs: [...inputs].map(({ value }) => value),
      databases: await indexedDB.databases(),
      caches: await globalThis.caches.keys(),
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

test('[17, 18] a key corrected on Welcome leads to rows, is replaced on Account, and stays in main', async ({
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
    if (holdsKey(text)) carrying.push(request.postData() ?? request.url());
  });
  page.on('console', (message) => heard.push(message.text()));
  page.on('response', (response) => {
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    );
  });

  await page.goto(host.url);
  await new Welcome(page).enterKey(service.address, 'not-the-right-key-1');
  await expect(page.getByText('The service does not accept this key.')).toBeVisible();
  await page.getByLabel('Access key', { exact: true }).fill(canary);
  await page.getByRole('button', { name: 'Save and test the key' }).click();
  const [shell, form, results] = [new Shell(page), new QueryForm(page), new Results(page)];
  await expect(shell.jump).toBeVisible();
  await shell.expectCalls(0);
  const screens = [await pageContents(page)];

  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await results.expectRows(20);
  await form.unfold();
  await form.form.getByRole('button', { name: 'Request', exact: true }).click();
  screens.push(await pageContents(page));
  service.fail({ kind: 'status', status: 401 });
  await results.nextPage();
  await expect(results.problem).toBeVisible();
  screens.push(await pageContents(page));
  await results.remedy('Try again').click();
  await expect(results.problem).toBeHidden();
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

  // Twice typed, twice sent: for the wrong one, and to replace it. Never asked back.
  expect(carrying.map((body) => JSON.parse(body) as unknown)).toEqual([
    { method: 'credential.replace', input: { id: expect.any(String), value: canary } },
    {
      method: 'credential.replace',
      input: { id: expect.any(String), value: canary, keep: 'keychain' },
    },
  ]);
  const bearers = service.requests.map(({ authorization }) => authorization);
  expect(bearers).toContain(`Bearer ${canary}`);
  await host.stop();
  const everything = [
    ...screens,
    ...heard,
    host.output(),
    bytes.toString('latin1'),
    ...(await readTree(host.dataDir)),
  ];
  expect(everything.filter(holdsKey)).toEqual([]);
});
