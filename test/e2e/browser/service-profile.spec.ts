/** A service that calls things otherwise: asked once, corrected by hand, shared with a colleague. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { addedPaths } from '#test/support/second-server/renaming.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { ServiceProfilePage } from '../pages/service-profile.ts';

const nameOfName = 'name:photoshare.users.search:name';

test('one click, and every form uses the service’s names; what only it has is a question too', async ({
  page,
  openExplorer,
}) => {
  const selfDescription = describeSecondServer('renamed');
  const { shell, form, results, service } = await openExplorer({
    service: { renamed: true, selfDescription },
  });
  const profile = new ServiceProfilePage(page);
  await test.step('asked at first, forgotten, and asked with one click', async () => {
    await profile.open();
    // A new address was asked already; here it is one click.
    await expect(profile.description).toContainText('Second server 1.0.0');
    await profile.description.getByRole('button', { name: 'Forget' }).click();
    await expect(profile.description).toContainText('Not asked yet');
    await expect(profile.row(nameOfName)).toContainText('assumed');
    await profile.ask();
    await expect(profile.description).toContainText(/\d+ settled by the service, 0 by you/);
    await expect(profile.row(nameOfName)).toContainText('displayName');
    await expect(profile.row(nameOfName)).toContainText('from the service');
    expect(await shell.calls()).toBe(0);
  });
  await test.step('an ordinary form is sent under those names', async () => {
    await shell.choose('photoshare.users.search');
    await form.fillIn({ name: 'mira osei' });
    await form.getFirstPage();
    await expect(results.grid).toBeVisible();
    expect(service.requests.at(-1)?.query).toEqual({ displayName: 'mira osei' });
  });
  await test.step('a discovered question is marked, found, asked and paged', async () => {
    await profile.open();
    await expect(profile.discovered).toContainText(addedPaths.trends);
    // Its title had tags in it: text, and nothing ran.
    await expect(profile.discovered).toContainText('What people talk about alert(1)');
    await shell.filter.fill('discovered');
    await expect(shell.endpoints.getByText('discovered', { exact: true })).toHaveCount(2);
    await shell.filter.fill('people talk');
    await expect(shell.endpoints.locator('[data-endpoint]')).toHaveCount(1);
    await shell.filter.press('Enter');
    await expect(form.form).toContainText('only the service’s own description has this question');
    await form.set('place', 'Lisbon');
    await form.param('kind').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Rising' }).click();
    await expectAccessible(page);
    await form.getFirstPage();
    await results.expectRows(2);
    await results.nextPage();
    await results.expectRows(4);
    expect(await shell.calls()).toBe(3);
  });
  await test.step('once the service doesn’t say it any more, what is open stays, and says so', async () => {
    await shell.filter.fill('');
    await profile.open();
    await profile.description.getByRole('button', { name: 'Forget' }).click();
    await expect(profile.discovered).toBeHidden();
    await expect(shell.endpoints.getByText('discovered', { exact: true })).toHaveCount(0);
    await shell.goTo('Explore');
    await expect(results.grid).toBeVisible();
    await expect(page.getByRole('main')).toContainText('no longer includes this question');
  });
});

test('by hand: a wrong value is refused in words, a right one is tried before it costs, and goes into a file', async ({
  page,
  openExplorer,
}, info) => {
  const { shell, results, service } = await openExplorer({ service: { renamed: true } });
  const profile = new ServiceProfilePage(page);
  const row = profile.row(nameOfName);
  const dialog = profile.dialog;
  await profile.open();
  await test.step('corrected', async () => {
    await profile.edit(nameOfName, 'display name');
    await expect(dialog).toContainText('A name begins with a letter');
    await expectAccessible(page);
    await dialog.getByLabel('What is sent').fill('displayName');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('yours');
  });
  await test.step('tried: the request is shown first', async () => {
    await row.getByRole('button', { name: /^Try/ }).click();
    await expect(dialog).toContainText('/api/data/photoshare/users/live?displayName=');
    await dialog.getByRole('textbox').first().fill('mira osei');
    await expect(dialog).toContainText('displayName=mira%20osei');
    await expectAccessible(page);
    expect(service.requests.filter(({ path }) => path.startsWith('/api/data/'))).toEqual([]);
    await dialog.getByRole('button', { name: 'Send, one call' }).click();
    await expect(results.grid).toBeVisible();
    expect(service.requests.at(-1)?.query).toEqual({ displayName: 'mira osei' });
    expect(await shell.calls()).toBe(1);
  });
  const file = join(info.outputPath(), 'profile.json');
  await test.step('saved, and taken back: what was fetched under another name says so', async () => {
    await profile.open();
    const downloading = page.waitForEvent('download');
    await profile.corrections.getByRole('button', { name: 'Export profile…' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ corrections: { [nameOfName]: 'displayName' } });
    await writeFile(file, text);
    await row.getByRole('button', { name: /^Reset/ }).click();
    await expect(row).not.toContainText('yours');
    await shell.goTo('Explore');
    await expect(page.getByRole('main')).toContainText(
      'was sent as displayName; now it is sent as name',
    );
  });
  await test.step('opened again, and all of it reset', async () => {
    await profile.open();
    const choosing = page.waitForEvent('filechooser');
    await profile.corrections.getByRole('button', { name: 'Import profile…' }).click();
    await (await choosing).setFiles(file);
    await expect(dialog).toContainText('1 correction from the file applied.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row).toContainText('yours');
    await profile.corrections.getByRole('button', { name: 'Reset all…' }).click();
    await dialog.getByRole('button', { name: 'Reset all' }).click();
    await expect(profile.corrections).toContainText('No corrections yet');
  });
});
