/** A service that calls things otherwise: asked once, corrected by hand, shared with a colleague. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveEndpoints } from '#test/support/facts/endpoints.ts';
import { questionFor } from '#test/support/questions.ts';
import { describeSecondServer } from '#test/support/second-server/describe.ts';
import { addedPaths, renamedPath } from '#test/support/second-server/renaming.ts';
import type { JsonValue } from '#test/support/second-server/types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { ServiceProfilePage } from '../pages/service-profile.ts';

const renamed = { renamed: true, selfDescription: describeSecondServer('renamed') } as const;
const nameOfName = 'name:photoshare.users.search:name';

test('one click, and every live question works through its ordinary form', async ({
  page,
  openExplorer,
}) => {
  test.setTimeout(300_000);
  const { shell, form, results, service } = await openExplorer({
    service: { ...renamed, pageSize: 3, totalRows: 5 },
  });
  const profile = new ServiceProfilePage(page);
  await profile.open();
  // A new address was asked already; here it is one click.
  await expect(profile.description).toContainText('Second server 1.0.0', { timeout: 30_000 });
  await profile.description.getByRole('button', { name: 'Forget' }).click();
  await expect(profile.description).toContainText('Not asked yet');
  await expect(profile.row(nameOfName)).toContainText('assumed');
  await expectAccessible(page);
  await profile.ask();
  await expect(profile.description).toContainText('Second server 1.0.0');
  await expect(profile.description).toContainText(/\d+ settled by the service, 0 by you/);
  await expect(profile.row(nameOfName)).toContainText('displayName');
  await expect(profile.row(nameOfName)).toContainText('from the service');
  await expectAccessible(page);
  expect(await shell.calls()).toBe(0);

  for (const { id } of liveEndpoints) {
    await shell.choose(id);
    await expect(form.form).toHaveAttribute('data-endpoint', id);
    await form.fillIn(questionFor(id).values);
    await form.getFirstPage();
    await expect(results.grid, id).toBeVisible();
    await expect(page.getByRole('alert'), id).toHaveCount(0);
  }
  const data = service.requests.filter(({ path }) => path.startsWith('/api/data/'));
  expect(data.length).toBe(liveEndpoints.length);
  expect(data.filter(({ status }) => status !== 200)).toEqual([]);
  for (const [at, fact] of liveEndpoints.entries()) {
    const shape = renamedPath(fact).replaceAll(/\{\w+\}/g, '[^/]+');
    expect(data[at]?.path).toMatch(new RegExp(`^${shape}$`));
  }
});

test('discovered questions are marked, found, asked and paged like any other', async ({
  page,
  openExplorer,
}) => {
  const { shell, form, results, service } = await openExplorer({ service: renamed });
  const profile = new ServiceProfilePage(page);
  await profile.open();
  await profile.ask();
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
  expect(await shell.calls()).toBe(2);
  expect(service.requests.at(-1)?.query).toMatchObject({ kind: 'rising', cursor: 'at-2' });
  await shell.goTo('History');
  await expect(page.getByRole('main')).toContainText('What people talk about alert(1)');

  // The group of no platform.
  await shell.filter.fill('weather');
  await shell.choose('discovered:weather/stations/live');
  await form.getFirstPage();
  await results.expectRows(2);

  // Once the service doesn't say it any more, what is open stays, and says so.
  await shell.filter.fill('');
  await profile.open();
  await profile.description.getByRole('button', { name: 'Forget' }).click();
  await expect(profile.discovered).toBeHidden();
  await expect(shell.endpoints.getByText('discovered', { exact: true })).toHaveCount(0);
  await shell.goTo('Explore');
  await expect(results.grid).toBeVisible();
  await expect(page.getByRole('main')).toContainText('no longer names this endpoint');
});

test('by hand: a wrong value is refused in words, a right one is tried before it costs, and goes into a file', async ({
  page,
  openExplorer,
}, info) => {
  const { shell, results, service } = await openExplorer({ service: { renamed: true } });
  const profile = new ServiceProfilePage(page);
  await profile.open();
  await profile.edit(nameOfName, 'display name');
  await expect(profile.dialog).toContainText('A name begins with a letter');
  await expectAccessible(page);
  await profile.dialog.getByLabel('What is sent').fill('displayName');
  await page.keyboard.press('Enter');
  await expect(profile.dialog).toBeHidden();
  await expect(profile.row(nameOfName)).toContainText('yours');

  await profile.row(nameOfName).getByRole('button', { name: /^Try/ }).click();
  await expect(profile.dialog).toContainText('/api/data/photoshare/users/live?displayName=');
  await expect(profile.dialog).toContainText('This is one metered call.');
  await profile.dialog.getByRole('textbox').first().fill('');
  await expect(profile.dialog.getByRole('button', { name: /one metered call/ })).toBeDisabled();
  await profile.dialog.getByRole('textbox').first().fill('mira osei');
  await expect(profile.dialog).toContainText('displayName=mira%20osei');
  await expectAccessible(page);
  expect(service.requests.filter(({ path }) => path.startsWith('/api/data/'))).toEqual([]);
  await profile.dialog.getByRole('button', { name: 'Send, one metered call' }).click();
  await expect(results.grid).toBeVisible();
  expect(service.requests.at(-1)?.query).toEqual({ displayName: 'mira osei' });
  expect(await shell.calls()).toBe(1);

  await profile.open();
  const downloading = page.waitForEvent('download');
  await profile.corrections.getByRole('button', { name: 'Export profile…' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ corrections: { [nameOfName]: 'displayName' } });
  await profile
    .row(nameOfName)
    .getByRole('button', { name: /^Reset/ })
    .click();
  await expect(profile.row(nameOfName)).not.toContainText('yours');
  // What was fetched under another name says so.
  await shell.goTo('Explore');
  await expect(page.getByRole('main')).toContainText(
    'was sent as displayName; now it is sent as name',
  );

  const file = join(info.outputPath(), 'profile.json');
  await writeFile(file, text);
  await profile.open();
  const choosing = page.waitForEvent('filechooser');
  await profile.corrections.getByRole('button', { name: 'Import profile…' }).click();
  await (await choosing).setFiles(file);
  await expect(profile.dialog).toContainText('1 correction of the file in force now.');
  await profile.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(profile.row(nameOfName)).toContainText('yours');
  await profile.corrections.getByRole('button', { name: 'Reset all…' }).click();
  await profile.dialog.getByRole('button', { name: 'Reset all' }).click();
  await expect(profile.corrections).toContainText('No corrections yet');
});

test('what the specification says stays in force until a difference is accepted', async ({
  page,
  openExplorer,
}) => {
  const plain = JSON.stringify(describeSecondServer('plain'));
  const selfDescription: JsonValue = JSON.parse(plain.replace('"maximum":100', '"maximum":50'));
  const { shell, form, service } = await openExplorer({ service: { selfDescription } });
  const profile = new ServiceProfilePage(page);
  await profile.open();
  await profile.ask();
  const limits = profile.row('limits:forum.comments.by-user:limit');
  await expect(limits).toContainText('1–100');
  await expect(limits).toContainText('1–50');
  await expectAccessible(page);

  const sendSixty = async () => {
    await shell.choose('forum.comments.by-user');
    await form.fillIn({ username: 'mira', limit: '60' });
    await form.getFirstPage();
  };
  await sendSixty();
  await expect.poll(() => service.requests.at(-1)?.query).toEqual({ limit: '60' });
  await profile.open();
  await limits.getByRole('switch').focus();
  await page.keyboard.press('Space');
  await expect(limits.getByRole('switch')).toBeChecked();
  const before = service.requests.length;
  await sendSixty();
  await expect(form.param('limit')).toContainText('50');
  await expect(form.input('limit')).toHaveAttribute('aria-invalid', 'true');
  expect(service.requests.length).toBe(before);
});

test('a description that is missing or broken is said, and changes nothing', async ({
  page,
  openExplorer,
}) => {
  const { shell, form, results, service } = await openExplorer();
  const profile = new ServiceProfilePage(page);
  await profile.open();
  await profile.ask();
  const note = profile.description.getByRole('note');
  await expect(note).toContainText('Nothing has changed.');
  await expectAccessible(page);
  service.fail({ kind: 'html', path: '/openapi' }, 2);
  const before = await note.innerText();
  await profile.ask();
  await expect(note).not.toHaveText(before);
  await expect(note).toContainText('Nothing has changed.');
  await expect(profile.description.getByRole('button', { name: 'Ask the service' })).toBeEnabled();
  await expect(profile.row(nameOfName)).toContainText('assumed');
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: 'harbour' });
  await form.getFirstPage();
  await expect(results.grid).toBeVisible();
});
