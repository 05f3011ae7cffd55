/** A service that calls things otherwise: asked once, corrected by hand, shared with a colleague. */
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { addedPaths } from '#test/support/second-server/renaming.ts';
import { expectAccessible, expectAccessibleInBoth } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { downloaded } from '../pages/saving.ts';
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
    await expect(profile.description).toContainText(/assumptions, \d+ settled by the service\./);
    await expect(profile.row(nameOfName)).toContainText('displayName');
    await expect(profile.row(nameOfName)).toContainText('from the service');
    await shell.expectCalls(0);
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
    await expectAccessibleInBoth(page.getByRole('main'), 'the service profile');
    await shell.jump.click();
    await page.keyboard.type('people talk');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(form.form).toContainText('only the service’s own description has this question');
    await form.set('place', 'Lisbon');
    await form.param('kind').getByRole('combobox').click();
    await expectAccessibleInBoth(page.getByRole('listbox'), 'an open choice');
    await page.getByRole('option', { name: 'Rising' }).click();
    await expectAccessible(form.form, 'a discovered question');
    await form.getFirstPage();
    await results.expectRows(2);
    await results.nextPage();
    await results.expectRows(4);
    await shell.expectCalls(3);
  });
});

// What is tried, sent and taken back: unit/renderer/service-profile, contract/description-later.
test('by hand: a wrong value is refused in words, a right one can be tried, and goes into a file and back', async ({
  page,
  openExplorer,
}) => {
  const { form, service } = await openExplorer({ service: { renamed: true } });
  const profile = new ServiceProfilePage(page);
  const { corrections, dialog } = profile;
  const row = profile.row(nameOfName);
  await profile.open();
  await profile.edit(nameOfName, 'display name');
  await expect(dialog).toContainText('A name must begin with a letter');
  await expectAccessibleInBoth(dialog, 'a correction that is refused');
  await dialog.getByLabel('What is sent').fill('displayName');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: /^Try/ }).click();
  const request = form.form.getByRole('region', { name: 'Request' });
  await expect(request).toContainText('/api/data/photoshare/users/live?displayName=');
  await form.fillIn({ name: 'mira osei' });
  await expect(request).toContainText('displayName=mira%20osei');
  expect(service.requests.filter(({ path }) => path.startsWith('/api/data/'))).toEqual([]);
  await profile.open();

  const exporting = corrections.getByRole('button', { name: 'Export profile…' });
  const { name, bytes } = await downloaded(page, () => exporting.click());
  expect(JSON.parse(String(bytes))).toMatchObject({ corrections: { [nameOfName]: 'displayName' } });
  await row.getByRole('button', { name: /^Reset/ }).click();
  await expect(row).not.toContainText('yours');
  const choosing = page.waitForEvent('filechooser');
  await corrections.getByRole('button', { name: 'Import profile…' }).click();
  await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: bytes });
  await expect(dialog).toContainText('1 correction from the file applied.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText('yours');
});
