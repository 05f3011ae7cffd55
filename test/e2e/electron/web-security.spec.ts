/**
 * What the window's options hold where our policy (`hardening.spec.ts`) would not: it is switched
 * off here.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The same page without its Content Security Policy. */
async function withoutPolicy(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Endpoints' })).toBeVisible();
}

test('[4] what another address answers is not for our page', async ({ openSample, complaints }) => {
  const { page } = await openSample();
  await withoutPolicy(page);
  let asked = 0;
  await page.route('https://elsewhere.test/**', (route) => {
    asked += 1;
    // Playwright would let every origin read it if this did not name one.
    const headers = { 'access-control-allow-origin': 'https://elsewhere.test' };
    return route.fulfill({ headers, body: 'not for you' });
  });
  const answer = await page.evaluate(() =>
    fetch('https://elsewhere.test/').then(
      (response) => response.text(),
      (error: unknown) => String(error),
    ),
  );
  expect(answer).toBe('TypeError: Failed to fetch');
  expect(asked).toBe(1);
  expect(complaints).toEqual([expect.stringContaining('blocked by CORS policy')]);
  complaints.length = 0;
});

test('[4] nothing without encryption is loaded into our page', async ({
  openSample,
  complaints,
}) => {
  const { page } = await openSample();
  await withoutPolicy(page);
  await page.route('http://elsewhere.test/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.ran = ["script"]' }),
  );
  const ran = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = 'http://elsewhere.test/script.js';
        script.addEventListener('load', () => resolve(window.ran));
        script.addEventListener('error', () => resolve('refused'));
        document.head.append(script);
      }),
  );
  expect(ran).toBe('refused');
  expect(complaints).toEqual([expect.stringContaining('Mixed Content')]);
  complaints.length = 0;
});

test('[4] a <webview> is an element like any other', async ({ openSample }) => {
  const { page } = await openSample();
  const can = await page.evaluate(() => 'loadURL' in document.createElement('webview'));
  expect(can).toBe(false);
});
