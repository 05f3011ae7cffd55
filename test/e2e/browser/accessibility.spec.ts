/** axe finds nothing, on every screen, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { Account } from '../pages/account.ts';
import { QueryForm } from '../pages/form.ts';
import { RequestPage } from '../pages/request.ts';
import { Results } from '../pages/results.ts';
import { ServiceProfilePage } from '../pages/service-profile.ts';
import { SaveDialog } from '../pages/saving.ts';
import { Shell } from '../pages/shell.ts';
import { Welcome } from '../pages/welcome.ts';

async function expectNoFindings(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
  expect(findings, screen).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    // axe looks at every element of every screen.
    test.slow();

    test('Welcome, and a window without its token', async ({ page, startHost }) => {
      const host = await startHost({});
      await page.goto(`http://127.0.0.1:${host.port}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFindings(page, 'without token');
      await page.goto(host.url);
      await expect(page.getByRole('button', { name: /^Explore sample data/ })).toBeVisible();
      await expectNoFindings(page, 'Welcome');
      await new Welcome(page).enterKey('not an address', 'some-key-000001');
      await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await expectNoFindings(page, 'Welcome with a key');
    });

    test('Explore and the form', async ({ openSample }) => {
      const { page, shell, form } = await openSample();
      await expectNoFindings(page, 'start page');
      await page.getByRole('button', { name: 'Commands' }).click();
      await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expectNoFindings(page, 'palette');
      await page.keyboard.type('nothing like this');
      await expectNoFindings(page, 'palette with nothing found');
      await page.keyboard.press('Escape');
      await shell.filter.fill('nothing like this');
      await expectNoFindings(page, 'nothing found');
      await shell.filter.fill('');
      for (const id of ['microblog.posts.search', 'forum.comments.by-user', 'forum.posts.by-ids']) {
        await shell.choose(id);
        await expect(form.form).toHaveAttribute('data-endpoint', id);
        await form.getFirstPage();
        await expect(form.form.locator('[aria-invalid=true]').first()).toBeVisible();
        await expectNoFindings(page, `${id} with a complaint`);
      }
      await shell.choose('microblog.posts.interacting-users');
      await form.input('interactionType').click();
      await expect(page.getByRole('listbox')).toBeVisible();
      await expectNoFindings(page, 'open choice');
      await page.keyboard.press('Escape');
      await shell.choose('microblog.posts.by-user');
      await form.input('since').click();
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
      await expectNoFindings(page, 'calendar');
      await page.keyboard.press('Escape');
      await form.param('fields').getByRole('button').click();
      await expect(page.getByRole('dialog', { name: 'Field picker' })).toBeVisible();
      await expectNoFindings(page, 'field picker');
      await page.keyboard.press('Escape');
      await form.form.getByRole('button', { name: 'Request', exact: true }).click();
      await expectNoFindings(page, 'request');
    });

    test('results', async ({ openExplorer }) => {
      const { page, shell, form, results } = await openExplorer();
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'sea' });
      await form.getFirstPage();
      await results.expectRows(20);
      await results.cell(3, 'text').click();
      await expectNoFindings(page, 'results');
      await page.getByRole('button', { name: 'Details', exact: true }).click();
      await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
      await expectNoFindings(page, 'details');
      await page.getByText('Pages', { exact: true }).click();
      await expect(page.getByText('Page 1 of 1')).toBeVisible();
      await expectNoFindings(page, 'pages');
      await form.form.getByRole('button', { name: 'Collapse the question' }).click();
      await expectNoFindings(page, 'collapsed query');
      await page.getByRole('button', { name: 'Save…', exact: true }).click();
      const saving = new SaveDialog(page);
      await expect(saving.preview.getByRole('table')).toBeVisible();
      await expectNoFindings(page, 'Save dialog');
      await page.keyboard.press('Escape');
      await shell.choose('photoshare.comments.replies');
      await form.fillIn({ id: 'C9xQ2LmNp4R', commentId: '17851234567890123' });
      await form.getFirstPage();
      await expect(page.getByRole('region', { name: 'Replying to' })).toBeVisible();
      await expectNoFindings(page, 'replies');
    });

    test('while fetching and when something went wrong', async ({ openExplorer }) => {
      const { page, shell, form, results, service } = await openExplorer();
      await shell.choose('microblog.posts.search');
      await form.fillIn({ q: 'sea' });
      service.fail({ kind: 'hang' });
      await form.getFirstPage();
      await expect(results.stop).toBeVisible();
      await expect(page.getByText('The question is locked')).toBeVisible();
      await expectNoFindings(page, 'fetching');
      await results.stop.click();
      await expect(results.status).toContainText('Stopped');
      service.fail({ kind: 'status', status: 402 });
      await results.nextPage();
      await expect(results.problem).toBeVisible();
      await page.getByRole('button', { name: 'What happened' }).click();
      await expectNoFindings(page, 'problem without rows');
      await results.remedy('Try again').click();
      await results.expectRows(20);
      service.fail({ kind: 'html' });
      await results.nextPage();
      await expect(results.problem).toBeVisible();
      await page.getByRole('button', { name: 'What happened' }).click();
      await expectNoFindings(page, 'problem beside rows');
    });

    test('Account and Settings', async ({ page, startHost, startService }) => {
      const service = await startService();
      const host = await startHost({});
      await page.goto(host.url);
      await new Welcome(page).enterKey(service.address, service.accessKey);
      const shell = new Shell(page);
      await expect(shell.filter).toBeVisible();
      await shell.goTo('Account');
      const account = new Account(page);
      await account.testKey();
      await expect(account.key).toContainText('The service accepts this key.');
      await expectNoFindings(page, 'Account');
      await account.choose(account.key, 'Replace…');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFindings(page, 'key dialog');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('button', { name: 'Change address…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFindings(page, 'address dialog');
      await page.keyboard.press('Escape');
      await shell.goTo('Settings');
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      await expectNoFindings(page, 'Settings');
    });

    test('trial, plan, usage, status and the support bundle', async ({ page, openSample }) => {
      const { shell } = await openSample();
      await shell.goTo('Account');
      const account = new Account(page);
      await account.keys.getByRole('button', { name: 'Get a trial key…' }).click();
      await expect(page.getByRole('dialog', { name: 'Get a trial key' })).toBeVisible();
      await expectNoFindings(page, 'trial dialog');
      await page.getByRole('button', { name: 'Get the key' }).click();
      await page.getByRole('button', { name: /^Use Trial key/ }).click();
      await expect(account.usage).toContainText('Used');
      await expectNoFindings(page, 'Account with a trial key, plan and usage');
      await account.usage.getByText('Tree', { exact: true }).click();
      await expectNoFindings(page, 'usage as a tree');
      await shell.choose('microblog.posts.search');
      await new QueryForm(page).takeFrom('Live');
      await expect(page.getByText('A trial key can’t fetch live data.')).toBeVisible();
      await expectNoFindings(page, 'a live question with a trial key');
      await shell.goTo('Service status');
      await expect(page.getByLabel('Search metrics')).toBeVisible();
      await expectNoFindings(page, 'Service status');
      await page.getByRole('button', { name: 'Preview…' }).click();
      await expect(page.getByRole('dialog', { name: 'Support bundle' })).toBeVisible();
      await expectNoFindings(page, 'support bundle');
    });

    test('Request and the service profile', async ({ page, openSample }) => {
      await openSample();
      const request = new RequestPage(page);
      await request.open();
      await request.write('/api/usage');
      await request.send();
      await expect(request.answer).toContainText('200');
      await expectNoFindings(page, 'Request with an answer');
      await request.write('/api/data/nothing');
      await request.send();
      await expectNoFindings(page, 'a metered call asked for');
      await request.dialog.getByRole('button', { name: /one metered call/ }).click();
      await expect(request.answer.getByRole('alert')).toBeVisible();
      await expectNoFindings(page, 'Request with a problem');
      const profile = new ServiceProfilePage(page);
      await profile.open();
      await profile.ask();
      await expect(profile.description).toContainText('Read at', { timeout: 30_000 });
      await expectNoFindings(page, 'service profile');
      const row = profile.row('name:photoshare.users.search:name');
      await row.getByRole('button', { name: /^Edit/ }).click();
      await expect(profile.dialog).toBeVisible();
      await expectNoFindings(page, 'a correction by hand');
    });
  });
}

test('a narrow window and large text lose nothing', async ({ openSample }) => {
  const { page, shell } = await openSample();
  await page.setViewportSize({ width: 1024, height: 700 });
  await shell.choose('microblog.posts.search');
  const form = new QueryForm(page);
  await form.fillIn({ q: 'sea' });
  await form.getFirstPage();
  await expect(new Results(page).grid).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await expectNoFindings(page, 'narrow');
});
