/** Two projects as a person has them, and one from somebody else. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) =>
  dialog(page, 'Projects').getByRole('list', { name: 'Projects' }).getByRole('button', { name });
const project = (page: Page, name: string) =>
  page.getByRole('button', { name: `Project: ${name}` });

// A copy of a project, and what opening a stranger’s one agrees to: contract/projects.
test('a second project begins empty, in every tab of the browser; the first comes back as it was', async ({
  page,
  dataDir,
  openExplorer,
  openAnother,
}) => {
  const address = 'https://collector.example';
  const gift = join(`${dataDir}-projects`, 'gift');
  await mkdir(join(gift, 'runs'), { recursive: true });
  const service = { kind: 'address', address };
  await writeFile(join(gift, 'settings.json'), JSON.stringify({ service }));
  await writeFile(join(gift, 'project.json'), JSON.stringify({ title: 'Gift' }));
  const explorer = await openExplorer();
  const { shell, results } = explorer;
  await explorer.search('sea');
  const other = await openAnother(explorer);

  await shell.goTo('Settings');
  await page.getByRole('button', { name: 'Project details…' }).click();
  const details = dialog(page, 'Project details');
  await details.getByLabel('Title').fill('Flood study');
  await details.getByRole('button', { name: 'Add creator' }).click();
  await details.getByLabel('Name of creator 1').fill('Ada Lovelace');
  await details.getByLabel('ORCID iD of creator 1').fill('0000-0002-1825-0098');
  await expect(details).toContainText('Check the digits');
  await details.getByLabel('ORCID iD of creator 1').fill('https://orcid.org/0000-0002-1825-0097');
  await details.getByLabel('Licence').click();
  await page.getByRole('option', { name: 'CC BY 4.0', exact: true }).click();
  await expect(details).toContainText('Anyone may use and share it if they credit you.');
  await expectAccessible(details, 'details of a project');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details).toBeHidden();

  await page.getByRole('button', { name: 'Projects…' }).click();
  await expect(row(page, 'Flood study')).toContainText('open now');
  await expectAccessible(dialog(page, 'Projects'), 'the list of projects');
  await test.step('one from somebody else says whom it asks before it is opened', async () => {
    await row(page, 'Gift').click();
    const ask = dialog(page, 'Open “Gift”?');
    await expect(ask).toContainText(address);
    await expect(ask).toContainText('None of your keys is for this service');
    await expectAccessible(ask, 'what opening a project agrees to');
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Projects…' }).click();
  });
  await dialog(page, 'Projects').getByRole('button', { name: 'New project…' }).click();
  await dialog(page, 'New project').getByLabel('Title').fill('Second wave');
  await dialog(page, 'New project').getByRole('button', { name: 'Create project' }).click();
  for (const window of [page, other.page]) {
    await expect(project(window, 'Second wave')).toBeVisible();
    await expect(
      window.getByRole('heading', { name: 'What would you like to know?' }),
    ).toBeVisible();
  }
  await shell.expectCalls(0);

  await project(page, 'Second wave').click();
  await row(page, 'Flood study').click();
  await expect(project(page, 'Flood study')).toBeVisible();
  await results.expectRows(20);
  await shell.goTo('Settings');
  await page.getByRole('button', { name: 'Project details…' }).click();
  await expect(details.getByLabel('ORCID iD of creator 1')).toHaveValue('0000-0002-1825-0097');
});
