/**
 * What Chromium does by itself, and Electron therefore too: why calls don't go through its network
 * (`core/service/network.ts`), and what guards the page in its place (`electron/own-page.ts`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import * as fc from 'fast-check';
import { findChromium } from '#test/support/find-chromium.mjs';
import { count } from '#test/support/thorough.ts';
import { countsAlike, startWeather } from '#test/support/weather.ts';
import { chromiumOptions } from '../chromium-options.ts';
import { expect, test } from '../fixtures.ts';

const { executablePath = '', args = [] } = chromiumOptions().launchOptions ?? {};

for (const isSecure of [false, true]) {
  test(`it sends a call again by itself when a connection breaks, by TLS: ${isSecure}`, async () => {
    const lax = ['--disable-web-security', '--ignore-certificate-errors'];
    const browser = await chromium.launch({ executablePath, args: [...args, ...lax] });
    const service = await startWeather(isSecure);
    const page = await browser.newPage();
    let asked = 0;
    const outcome = await fc.check(
      countsAlike(
        {
          async ask(questions) {
            for (let n = 0; n < questions; n++) {
              asked += 1;
              await page.evaluate(ask, `${service.address}/api/data/x?n=${asked}`);
            }
          },
          counted: async () => asked,
        },
        service,
        // One that found no service was asked, but never read: only more than were asked are wrong.
        (read, counted) => read <= counted,
      ),
      { numRuns: count(50, 500), endOnFailure: true },
    );
    // What is true of our network in `contract/sent-once.test.ts`.
    expect(outcome.failed, `after ${asked} calls`).toBe(true);
    await browser.close();
    await service.close();
  });
}

/** Runs in the page. */
async function ask(address: string): Promise<void> {
  await fetch(address, { method: 'POST', credentials: 'omit', cache: 'no-store' }).then(
    (response) => response.text(),
    () => null,
  );
}

/** A page whose scheme is secure without being https, as `app:` is; null where Chromium takes no extension. */
async function openSecureScheme(folder: string): Promise<Page | null> {
  const extension = join(folder, 'extension');
  await mkdir(extension, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Page',
    version: '1',
    background: { service_worker: 'worker.js' },
  };
  const files = {
    'manifest.json': JSON.stringify(manifest),
    'worker.js': '',
    'page.html': '<!doctype html><title>Page</title><script src="script.js"></script>',
    'script.js': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(extension, name), text);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    // The shell has no extensions.
    executablePath: findChromium(['chromium', 'chromium-browser']) ?? executablePath,
    args: [...args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  const [
    worker = await context.waitForEvent('serviceworker', { timeout: 10_000 }).catch(() => null),
  ] = context.serviceWorkers();
  if (worker === null) {
    await context.close();
    return null;
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await page.goto(new URL('page.html', worker.url()).href);
  return page;
}

test('on a secure scheme that isn’t https it lets in what isn’t encrypted, and times no request', async ({
  dataDir,
}) => {
  const page = await openSecureScheme(dataDir);
  if (page === null) console.log(`Not run: ${test.info().title}: this Chromium takes no extension`);
  test.skip(page === null, 'this Chromium takes no extension');
  if (page === null) return;
  await page.route('http://elsewhere.test/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.ran = ["script"]' }),
  );
  const seen = await page.evaluate(async () => {
    const script = Object.assign(document.createElement('script'), {
      src: 'http://elsewhere.test/script.js',
    });
    const loaded = new Promise((resolve) => {
      script.addEventListener('load', () => resolve(window.ran));
      script.addEventListener('error', () => resolve('refused'));
    });
    const isSecure = window.isSecureContext;
    const timed = performance.getEntriesByType('resource').map(({ name }) => name);
    document.head.append(script);
    return { isSecure, timed, ran: await loaded };
  });
  expect(seen).toEqual({ isSecure: true, timed: [], ran: ['script'] });
  await page.context().close();
});
