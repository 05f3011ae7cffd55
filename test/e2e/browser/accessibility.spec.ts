/** axe finds nothing on the screens that no story leads to, in light and in dark; what is chosen shows in any colours. */
import type { Locator } from '@playwright/test';
import { changeLook, expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { pick } from '../pages/clicks.ts';
import { Account } from '../pages/account.ts';
import { Asking } from '../pages/asking.ts';
import { boxOf } from '../pages/page-object.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

/** Once it is there, and this part alone: the window around it is looked at elsewhere. */
async function see(part: Locator, screen: string): Promise<void> {
  await expect(part).toBeVisible();
  await expectAccessibleInBoth(part, screen);
}

test('getting in, and what Account opens', async ({ page, startHost, startService }) => {
  const service = await startService();
  const host = await startHost({});
  await page.goto(`http://127.0.0.1:${host.port}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBoth(page, 'a window without its token');
  await page.goto(host.url);
  await expect(page.getByRole('button', { name: /^Explore sample data/ })).toBeVisible();
  await expectAccessibleInBoth(page, 'Welcome');
  const welcome = new Welcome(page);
  await welcome.enterKey('not an address', 'some-key-000001');
  const address = page.getByRole('textbox', { name: 'Service address' });
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleInBoth(page, 'Welcome with a wrong address');
  await page.reload();
  await welcome.enterKey(service.address, service.accessKey);

  const shell = new Shell(page);
  await expect(shell.jump).toBeVisible();
  await shell.goTo('Account');
  const account = new Account(page);
  const dialog = page.getByRole('dialog');
  await account.choose(account.key, 'Replace…');
  await see(dialog, 'key dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Change address…' }).click();
  await see(dialog, 'address dialog');
});

test('the palette and the form', async ({ openSample }) => {
  const { page, shell, form } = await openSample();
  await expectAccessibleInBoth(page, 'start page');
  await shell.jump.click();
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await see(palette, 'palette');
  await page.keyboard.type('nothing like this');
  await see(palette, 'palette with nothing found');
  await page.keyboard.press('Escape');
  for (const id of ['forum.comments.by-user', 'forum.posts.by-ids', 'microblog.posts.search']) {
    await shell.choose(id);
    await expect(form.form).toHaveAttribute('data-endpoint', id);
    await form.getFirstPage();
    await expect(form.form.locator('[aria-invalid=true]').first()).toBeVisible();
    // Said even if the focus was there before.
    await expect(form.form.getByRole('alert').first()).toBeVisible();
    await see(form.form, `${id} with a complaint`);
  }
  await shell.choose('microblog.posts.by-user');
  await form.param('fields').getByRole('button').click();
  await see(page.getByRole('dialog', { name: 'Field picker' }), 'field picker');
  await page.keyboard.press('Escape');
  await form.form.getByRole('button', { name: 'Request', exact: true }).click();
  await expectAccessibleInBoth(page, 'a form with its request');
  await form.fillIn({ username: 'mira_osei' });
  await page.setViewportSize({ width: 640, height: 400 });
  await expectAccessible(page, 'what scrolls below a form with text at 200%');
});

test('results, while fetching, with a problem, and when there are none', async ({
  openExplorer,
}) => {
  // Eight rows: axe looks at each cell, and each is like the one above it.
  const { page, shell, form, results, service } = await openExplorer({
    service: { pageSize: 8, totalRows: 23 },
  });
  const main = page.getByRole('main');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'sea' });
  service.fail({ kind: 'hang' });
  await form.getFirstPage();
  await expect(page.getByText('The question is locked')).toBeVisible();
  await see(main, 'fetching');
  await results.stop.click();
  await expect(results.status).toContainText('Stopped');
  service.fail({ kind: 'status', status: 402 });
  await results.nextPage();
  await expect(results.problem).toBeVisible();
  await page.getByRole('button', { name: 'Error details' }).click();
  await see(main, 'problem without rows');
  await results.remedy('Try again').click();
  await results.expectRows(8);
  await results.cell(3, 'text').click();
  await expectAccessibleInBoth(page, 'results');

  // Other sizes have the same colours.
  await page.setViewportSize({ width: 1024, height: 700 });
  await shell.expectNothingBeside();
  await expectAccessible(page, 'narrow results');
  await page.setViewportSize({ width: 800, height: 600 });
  await expectAccessible(page, 'results beside the rail');
  // Text at 400%: only the rows are wider, and only the page is higher.
  await page.setViewportSize({ width: 320, height: 256 });
  await shell.expectNothingBeside();
  await expect.poll(async () => (await boxOf(results.grid)).height).toBeGreaterThan(60);
  const saveButton = page.getByRole('button', { name: 'Save…', exact: true });
  await page.getByRole('link', { name: 'Explore', exact: true }).hover();
  await page.mouse.wheel(0, 400);
  const questions = page.getByRole('button', { name: 'Questions', exact: true });
  await expect(questions).toBeInViewport({ ratio: 1 });
  for (const one of [saveButton, results.next]) {
    await one.hover();
    await expect(one).toBeInViewport({ ratio: 1 });
  }
  await shell.goTo('History');
  const open = await boxOf(page.getByRole('button', { name: 'Open a file…' }));
  expect(open.x + open.width).toBeLessThan(320);
  await shell.goTo('Explore');
  await page.setViewportSize({ width: 640, height: 400 });
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await expect(copy).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await changeLook(page, 'more');
  const [faint, plain] = await page.evaluate(() => {
    const { style } = document.body;
    return ['--text-3', '--text-1'].map((name) => {
      style.color = `var(${name})`;
      return getComputedStyle(document.body).color;
    });
  });
  expect(faint).toBe(plain);
  await expectAccessible(main, 'results with more contrast');
  await changeLook(page, 'light');

  const asking = new Asking(page);
  await asking.sortBy('likeCount');
  await asking.openFilter('Likes');
  await asking.input('From').fill('many');
  await expect(asking.panel).toContainText('Enter a number');
  await see(asking.panel, 'a filter with a complaint');
  await see(asking.bar, 'a chip of a sort');
  await page.keyboard.press('Escape');
  await asking.openFilter('Language');
  await expect(asking.panel.getByRole('checkbox').first()).toBeVisible();
  await see(asking.panel, 'filter of values');
  await page.keyboard.press('Escape');
  await asking.openFilter('Text');
  await asking.input('Text to find').fill('nothing is written like this');
  await asking.apply();
  await expect(page.getByRole('heading', { name: 'No rows match the filters' })).toBeVisible();
  await see(main, 'filters that leave nothing');
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click();

  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await see(page.getByRole('menu'), 'display');
  await page.keyboard.press('Escape');
  await form.form.getByRole('button', { name: 'Collapse the question' }).click();
  await see(main, 'rows under a collapsed question');

  const saving = new SaveDialog(page);
  await saving.open();
  await saving.choose('Network tables');
  const network = saving.dialog.getByRole('region', { name: 'Network' });
  await pick(network.getByRole('combobox', { name: 'To', exact: true }), 'Language');
  await expect(saving.dialog.getByText(/nodes? and \d+ edges? .*will be written/)).toBeVisible();
  const privacy = await saving.unfold('Privacy');
  await expect(privacy.getByRole('button', { name: /^Pseudonymise/ })).toBeVisible();
  await see(saving.dialog, 'a network to be saved, with Privacy');
  await page.keyboard.press('Escape');
  service.fail({ kind: 'html' });
  await results.nextPage();
  await expect(results.problem).toBeVisible();
  await page.getByRole('button', { name: 'Error details' }).click();
  await see(main, 'problem beside rows');
  await shell.choose('photoshare.comments.replies');
  await form.fillIn({ id: 'C9xQ2LmNp4R', commentId: '17851234567890123' });
  await form.getFirstPage();
  await see(page.getByRole('region', { name: 'Replying to' }), 'replies');
});

test('Request, and what a trial key gets', async ({ openSample }) => {
  const { page, shell, form } = await openSample();
  const main = page.getByRole('main');
  await shell.goTo('Service status');
  await page.getByRole('button', { name: 'Open Request' }).click();
  const request = page.getByRole('form', { name: 'Request' });
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  const send = async (to: string): Promise<void> => {
    const path = request.getByRole('combobox', { name: 'Path' });
    await path.fill(to);
    // The list of known paths closes.
    await path.press('Escape');
    await request.getByRole('button', { name: /^Send/ }).click();
  };
  await send('/api/usage');
  await expect(answer).toContainText('200');
  await see(main, 'Request with an answer');
  await send('/api/data/nothing');
  const asking = page.getByRole('dialog');
  await see(asking, 'a metered call asked for');
  await asking.getByRole('button', { name: /1 call/ }).click();
  await expect(answer.getByRole('alert')).toBeVisible();
  await see(answer, 'Request with a problem');

  await shell.goTo('Account');
  const account = new Account(page);
  await account.keys.getByRole('button', { name: 'Get a trial key…' }).click();
  await see(page.getByRole('dialog', { name: 'Get a trial key' }), 'trial dialog');
  await page.getByRole('button', { name: 'Get the key' }).click();
  await page.getByRole('button', { name: /^Use Trial key/ }).click();
  await see(account.keys, 'a trial key in use');
  await shell.choose('microblog.posts.search');
  await form.takeFrom('Live');
  await expect(page.getByText('A trial key can’t get live data.')).toBeVisible();
  await see(form.form, 'a live question with a trial key');
  await form.takeFrom('Stored');
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
  await see(main, 'stored data');
});

test('what is chosen shows in the system’s own colours, too', async ({ openSample }) => {
  const { page, shell, results, search } = await openSample();
  await search('sea');
  await results.cell(3, 'text').click();
  // The window follows the system.
  await changeLook(page, 'dark');
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
  const otherViews = page.getByRole('button', { name: /^(?:More views|View: .*)$/ });
  await otherViews.click();
  await page.getByRole('menuitem').first().click();
  await expect(otherViews).toHaveAccessibleName(/^View: /);
  const edit = page.getByRole('button', { name: 'Edit question' });
  await expectDiffers(otherViews, edit);
  await expectDiffers(results.next, edit);
  await view('Table').click();
  await page.getByRole('button', { name: 'Save…', exact: true }).click();
  const choice = (name: string) => page.getByRole('radio', { name });
  await expectDiffers(choice('Any program'), choice('Excel'));
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Tab');
  await expectDiffers(
    dialog.getByRole('button', { name: 'Save', exact: true }),
    dialog.getByRole('button', { name: 'Cancel' }),
  );
  // Its colour says whether the program is heard.
  const dot = page.getByRole('contentinfo', { name: 'In use' }).locator('[data-state]');
  await expect(dot).toHaveCSS('forced-color-adjust', 'none');
});

test('with text at 200% the buttons of dialogs and the whole of panels stay in sight', async ({
  openSample,
}) => {
  const { page, shell, form, results } = await openSample();
  await page.setViewportSize({ width: 640, height: 400 });
  const dialog = page.getByRole('dialog');
  const seeWhole = (part: Locator) => expect(part).toBeInViewport({ ratio: 1 });
  await shell.goTo('Settings');
  await page.getByRole('button', { name: 'Project details…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await seeWhole(dialog.getByRole('button', { name: 'Save', exact: true }));
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await note.fill('Nothing is under the buttons.');
  await note.click();
  await page.keyboard.press('Escape');

  await shell.choose('microblog.posts.search');
  await form.input('since').click();
  await seeWhole(page.getByRole('dialog', { name: 'Calendar' }));
  await page.keyboard.press('Escape');
  await form.fillIn({ q: 'city trees' });
  await form.getFirstPage();
  await results.expectRows(20);
  await (await results.tool('Columns')).click();
  const own = page.getByRole('button', { name: 'Add a column of your own…' });
  await seeWhole(own);
  expect((await boxOf(own)).height).toBe(28);
  await page.keyboard.press('Escape');
  await results.lookAt('Network');
  await page
    .getByRole('region', { name: 'Nodes' })
    .getByRole('row')
    .nth(2)
    .getByRole('button')
    .click();
  await expect(page.getByRole('button', { name: 'Keep these rows' })).toBeAttached();
});
