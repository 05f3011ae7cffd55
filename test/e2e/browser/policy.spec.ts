/** The page's fence (checklist 5): what is injected does not run, what is foreign is not reached. */
import { expect, test } from '../fixtures.ts';
import { expectInjectionsFail } from '../injection.ts';

test('[5] injected scripts, eval and foreign requests all fail', async ({
  openExplorer,
  startService,
  complaints,
}) => {
  const { page } = await openExplorer();
  await expectInjectionsFail(page, await startService());
  complaints.length = 0;
});

test('[5] markup in data is text', async ({ openExplorer }) => {
  const { page, shell, form, results } = await openExplorer();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await shell.choose('microblog.posts.search');
  await form.fillIn({ q: '<img src=x onerror=alert(2)>' });
  await form.getFirstPage();
  await results.expectRows(20);
  await expect(results.grid.getByText('<script>alert(1)</script>').first()).toBeVisible();
  await results.grid.getByText('<script>alert(1)</script>').first().click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('<script>');
  expect(dialogs).toEqual([]);
  expect(await page.locator('script:not([src])').count()).toBe(0);
});

test('[5] the policy comes as a header with every answer', async ({ request, startHost }) => {
  const host = await startHost({ sample: true });
  for (const path of ['/', '/index.html', '/nothing', '/api/call']) {
    const answer = await request.get(`http://127.0.0.1:${host.port}${path}`);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(policy.split(';').find((part) => part.trim().startsWith('script-src'))).not.toMatch(
      /unsafe|\*|http|data/,
    );
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
  }
});
