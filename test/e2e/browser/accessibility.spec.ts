/** axe finds nothing, on every screen, in light and in dark; what is chosen shows in any colours. */
import type { Locator, Page } from '@playwright/test';
import { changeLook, expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { Asking } from '../pages/asking.ts';
import { RequestPage } from '../pages/request.ts';
import { SaveDialog } from '../pages/saving.ts';
import { ServiceProfilePage } from '../pages/service-profile.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

function looksAt(page: Page) {
  const fine = (screen: string): Promise<void> => expectAccessibleInBoth(page, screen);
  /** Once it is there. */
  const see = async (part: Locator, screen: string): Promise<void> => {
    await expect(part).toBeVisible();
    await fine(screen);
  };
  return { fine, see };
}

test('getting in, Account and Settings', async ({ page, startHost, startService }) => {
  const service = await startService();
  const host = await startHost({});
  const { fine, see } = looksAt(page);
  await page.goto(`http://127.0.0.1:${host.port}/`);
  await see(page.getByRole('heading', { level: 1 }), 'a window without its token');
  await page.goto(host.url);
  await see(page.getByRole('button', { name: /^Explore sample data/ }), 'Welcome');
  const welcome = new Welcome(page);
  await welcome.enterKey('not an address', 'some-key-000001');
  const address = page.getByRole('textbox', { name: 'Service address' });
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await fine('Welcome with a wrong address');
  await page.reload();
  await welcome.enterKey(service.address, service.accessKey);

  const shell = new Shell(page);
  await expect(shell.filter).toBeVisible();
  await shell.goTo('Account');
  const account = new Account(page);
  await account.testKey();
  await expect(account.key).toContainText('The service accepts this key.');
  await fine('Account');
  await account.choose(account.key, 'Replace…');
  const dialog = page.getByRole('dialog');
  await see(dialog, 'key dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Change address…' }).click();
  await see(dialog, 'address dialog');
  await page.keyboard.press('Escape');
  await shell.goTo('Settings');
  await see(page.getByRole('heading', { name: 'Settings' }), 'Settings');
});

test('the palette and the form', async ({ openSample }) => {
  const { page, shell, form } = await openSample();
  const { fine, see } = looksAt(page);
  await fine('start page');
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await fine('palette');
  await page.keyboard.type('nothing like this');
  await fine('palette with nothing found');
  await page.keyboard.press('Escape');
  await shell.filter.fill('nothing like this');
  await fine('nothing found');
  await shell.filter.fill('');
  for (const id of ['forum.comments.by-user', 'forum.posts.by-ids', 'microblog.posts.search']) {
    await shell.choose(id);
    await expect(form.form).toHaveAttribute('data-endpoint', id);
    await form.getFirstPage();
    await expect(form.form.locator('[aria-invalid=true]').first()).toBeVisible();
    await fine(`${id} with a complaint`);
  }
  await shell.choose('microblog.posts.interacting-users');
  await form.input('interactionType').click();
  await see(page.getByRole('listbox'), 'open choice');
  await page.keyboard.press('Escape');
  await shell.choose('microblog.posts.by-user');
  await form.input('since').click();
  await see(page.getByRole('dialog', { name: 'Calendar' }), 'calendar');
  await page.keyboard.press('Escape');
  await form.param('fields').getByRole('button').click();
  await see(page.getByRole('dialog', { name: 'Field picker' }), 'field picker');
  await page.keyboard.press('Escape');
  await form.form.getByRole('button', { name: 'Request', exact: true }).click();
  await fine('request');
});

// Eight rows: axe looks at each cell, and each is like the one above it.
const small = { pageSize: 8, totalRows: 23 };

test('results, while fetching, and when there are none', async ({ openExplorer }) => {
  const { page, shell, form, results, service } = await openExplorer({ service: small });
  const { fine, see } = looksAt(page);
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  service.fail({ kind: 'hang' });
  await form.getFirstPage();
  await see(page.getByText('The question is locked'), 'fetching');
  await results.stop.click();
  await expect(results.status).toContainText('Stopped');
  service.fail({ kind: 'status', status: 402 });
  await results.nextPage();
  await expect(results.problem).toBeVisible();
  await page.getByRole('button', { name: 'What happened' }).click();
  await fine('problem without rows');
  await results.remedy('Try again').click();
  await results.expectRows(8);
  await results.cell(3, 'text').click();
  await fine('results');

  // Other sizes have the same colours.
  await page.setViewportSize({ width: 1024, height: 700 });
  await shell.expectNothingBeside();
  await expectAccessible(page, 'narrow results');
  await page.setViewportSize({ width: 800, height: 600 });
  await expectAccessible(page, 'results beside the rail');
  await page.setViewportSize({ width: 1280, height: 800 });

  const asking = new Asking(page);
  await asking.sortBy('likeCount');
  await asking.openFilter('Likes');
  await asking.input('From').fill('many');
  await expect(asking.panel).toContainText('Enter a number');
  await fine('sorted, and a filter with a complaint');
  await page.keyboard.press('Escape');
  await asking.openFilter('Language');
  await see(asking.panel.getByRole('checkbox').first(), 'filter of values');
  await page.keyboard.press('Escape');
  await asking.openFilter('Text');
  await asking.input('Text to find').fill('nothing is written like this');
  await asking.apply();
  await see(
    page.getByRole('heading', { name: 'No rows match the filters' }),
    'filters that leave nothing',
  );
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();

  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await see(page.getByRole('complementary', { name: 'Details' }), 'details');
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await see(page.getByRole('menuitemradio', { name: 'Page by page' }), 'display');
  await page.keyboard.press('Escape');
  await results.display('Page by page');
  await see(page.getByText('Page 1 of 1'), 'pages');
  await form.form.getByRole('button', { name: 'Collapse the question' }).click();
  await fine('collapsed query');
});

test('saving, a problem beside rows, and replies', async ({ openExplorer }) => {
  const { page, shell, form, results, service, search } = await openExplorer({ service: small });
  const { fine, see } = looksAt(page);
  await search('sea', 8);
  const saving = new SaveDialog(page);
  await saving.open();
  await see(saving.preview.getByRole('table'), 'Save dialog');
  await saving.choose('Network tables');
  const network = saving.dialog.getByRole('region', { name: 'Network' });
  await network.getByLabel('To', { exact: true }).selectOption('Language');
  await see(saving.dialog.getByText(/nodes? and \d+ edges? .*will be written/), 'network');
  const privacy = await saving.unfold('Privacy');
  await see(privacy.getByRole('button', { name: /^Pseudonymise/ }), 'Privacy');
  await page.keyboard.press('Escape');
  service.fail({ kind: 'html' });
  await results.nextPage();
  await expect(results.problem).toBeVisible();
  await page.getByRole('button', { name: 'What happened' }).click();
  await fine('problem beside rows');
  await shell.choose('photoshare.comments.replies');
  await form.fillIn({ id: 'C9xQ2LmNp4R', commentId: '17851234567890123' });
  await form.getFirstPage();
  await see(page.getByRole('region', { name: 'Replying to' }), 'replies');
});

test('a trial key, plan and usage, status, Request and the profile', async ({ openSample }) => {
  const { page, shell, form } = await openSample();
  const { fine, see } = looksAt(page);
  const request = new RequestPage(page);
  await request.open();
  await request.write('/api/usage');
  await request.send();
  await expect(request.answer).toContainText('200');
  await fine('Request with an answer');
  await request.write('/api/data/nothing');
  await request.send();
  await fine('a metered call asked for');
  await request.dialog.getByRole('button', { name: /one call/ }).click();
  await see(request.answer.getByRole('alert'), 'Request with a problem');

  const profile = new ServiceProfilePage(page);
  await profile.open();
  await profile.ask();
  await expect(profile.description).toContainText('Read at');
  await fine('service profile');
  const row = profile.row('name:photoshare.users.search:name');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await see(profile.dialog, 'a correction by hand');
  await page.keyboard.press('Escape');

  await shell.goTo('Account');
  const account = new Account(page);
  await account.keys.getByRole('button', { name: 'Get a trial key…' }).click();
  await see(page.getByRole('dialog', { name: 'Get a trial key' }), 'trial dialog');
  await page.getByRole('button', { name: 'Get the key' }).click();
  await page.getByRole('button', { name: /^Use Trial key/ }).click();
  await expect(account.usage).toContainText('Used');
  await fine('Account with a trial key, plan and usage');
  await account.usage.getByText('Tree', { exact: true }).click();
  await fine('usage as a tree');
  await shell.choose('microblog.posts.search');
  await form.takeFrom('Live');
  await see(page.getByText('A trial key can’t get live data.'), 'a live question with a trial key');
  await form.takeFrom('Stored');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await see(page.getByRole('grid', { name: 'Results' }), 'stored data');
  await shell.goTo('Service status');
  await see(page.getByLabel('Search metrics'), 'Service status');
  await page.getByRole('button', { name: 'Preview…' }).click();
  await see(page.getByRole('dialog', { name: 'Support bundle' }), 'support bundle');
});

test('what is chosen shows in the system’s own colours, too', async ({ openSample }) => {
  const { page, shell, results, search } = await openSample();
  await search('sea');
  await results.cell(3, 'text').click();
  await changeLook(page, 'forced');
  const look = (part: Locator): Promise<string[]> =>
    part.evaluate((element) => {
      const { backgroundColor, outlineStyle } = getComputedStyle(element);
      return [backgroundColor, outlineStyle];
    });
  /** It looks otherwise than one like it that is not chosen. */
  const expectDiffers = async (chosen: Locator, other: Locator): Promise<void> =>
    expect(async () => {
      expect(await look(chosen), String(chosen)).not.toEqual(await look(other));
    }).toPass();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const view = (name: string) =>
    page.getByText(name, { exact: true }).locator('xpath=ancestor::label');
  const rowOf = (row: number) => results.cell(row, 'text').locator('xpath=..');
  for (const [chosen, other] of [
    [link('Explore'), link('History')],
    [view('Table'), view('Charts')],
    [shell.entry('microblog.posts.search'), shell.entry('microblog.posts.get')],
    [
      shell.tabs.locator('button[aria-current]'),
      shell.tabs.getByRole('button', { name: /^Close/ }),
    ],
    [rowOf(3), rowOf(5)],
  ] as const) {
    await expectDiffers(chosen, other);
  }
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  const choice = (name: string) => page.getByRole('radio', { name });
  await expectDiffers(choice('Any program'), choice('Excel'));
  // Its colour says how the service is.
  const dot = page.getByRole('contentinfo', { name: 'In use' }).locator('[data-state]');
  await expect(dot).toHaveCSS('forced-color-adjust', 'none');
});
