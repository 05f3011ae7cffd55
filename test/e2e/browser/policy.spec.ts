/** The page's fence (checklist 5): what is injected does not run, what is foreign is not reached. */
import { expect, test } from '../fixtures.ts';

declare global {
  interface Window {
    ran?: string[];
    violations?: string[];
  }
}

test('[5] injected scripts, eval and foreign requests all fail', async ({
  openExplorer,
  startService,
  complaints,
}) => {
  const { page } = await openExplorer();
  const elsewhere = await startService();
  await page.evaluate(() => {
    window.ran = [];
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      window.violations?.push(effectiveDirective),
    );
  });

  await page.evaluate((address) => {
    const script = (change: (element: HTMLScriptElement) => void): void => {
      const element = document.createElement('script');
      change(element);
      document.head.append(element);
    };
    script((one) => (one.textContent = 'window.ran.push("inline")'));
    script((one) => (one.src = 'data:text/javascript,window.ran.push("data")'));
    script((one) => (one.src = `${address}/health`));
    document.body.insertAdjacentHTML(
      'beforeend',
      `<img src="/nothing-here" onerror="window.ran.push('attribute')">
       <iframe src="${address}/health"></iframe>
       <object data="${address}/health"></object>`,
    );
  }, elsewhere.address);

  // Outside the debugger's own call, which Chromium exempts from the policy.
  const evaluated = await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          // oxlint-disable-next-line eslint/no-eval -- what the policy must refuse
          const attempts = [() => globalThis.eval('1'), () => Reflect.construct(Function, ['1'])];
          const outcomes = attempts.map((attempt) => {
            try {
              return attempt() as unknown;
            } catch (error) {
              return error instanceof Error ? error.name : 'thrown';
            }
          });
          resolve(outcomes);
        }, 0);
      }),
  );
  expect(evaluated).toEqual(['EvalError', 'EvalError']);

  const fetched = await page.evaluate(
    (address) =>
      fetch(`${address}/health`).then(
        () => 'answered',
        () => 'refused',
      ),
    elsewhere.address,
  );
  expect(fetched).toBe('refused');
  await expect
    .poll(() => page.evaluate(() => [...new Set(window.violations)].toSorted()))
    .toEqual([
      'connect-src',
      'frame-src',
      'object-src',
      'script-src',
      'script-src-attr',
      'script-src-elem',
    ]);
  expect(await page.evaluate(() => window.ran)).toEqual([]);
  expect(elsewhere.requests).toEqual([]);
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
