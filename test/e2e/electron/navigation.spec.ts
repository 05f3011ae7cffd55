/** Attempts to get the window, or a new one, somewhere else (checklist 6, 9). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Program } from './program.ts';

const addresses = (program: Program): Promise<string[]> =>
  program.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
    null,
  );

/** What a page may try. Each leaves the page where it is. */
const attempts: Readonly<Record<string, (to: string) => void>> = {
  'an assigned address': (to) => window.location.assign(to),
  'a replaced address': (to) => window.location.replace(to),
  'a link': (to) => {
    const link = Object.assign(document.createElement('a'), { href: to });
    document.body.append(link);
    link.click();
  },
  'a link into a new window': (to) => {
    const link = Object.assign(document.createElement('a'), { href: to, target: '_blank' });
    document.body.append(link);
    link.click();
  },
  'window.open': (to) => void window.open(to),
  'window.open without a way back': (to) => void window.open(to, '_blank', 'noopener'),
  'a form': (to) => {
    const form = Object.assign(document.createElement('form'), { action: to, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  'a refreshing page': (to) =>
    document.head.append(
      Object.assign(document.createElement('meta'), {
        httpEquiv: 'refresh',
        content: `0;url=${to}`,
      }),
    ),
  'a frame': (to) =>
    document.body.append(Object.assign(document.createElement('iframe'), { src: to })),
};

test('[6] [9] nothing leads anywhere: what a page tries, a redirect where main is led astray, and calls of a page from elsewhere', async ({
  openProgram,
  complaints,
}) => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/redirects') response.writeHead(302, { location: '/there' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Elsewhere</h1>');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const { program, page } = await openProgram();
  const before = await addresses(program);
  for (const [name, attempt] of Object.entries(attempts)) {
    await test.step(name, async () => {
      await page.evaluate(attempt, `${address}/reached`);
      await settled(page);
      expect(asked).toEqual([]);
      expect(await addresses(program)).toEqual(before);
      // Playwright would wait for a navigation that never comes.
      expect(await page.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
    });
  }
  // What takes its time has had it by now.
  expect(asked).toEqual([]);

  // The fence around requests would not let main be led there.
  await program.evaluate(
    ({ session }) => session.defaultSession.webRequest.onBeforeRequest(null),
    null,
  );
  await program.evaluate(async ({ BrowserWindow }, to) => {
    await BrowserWindow.getAllWindows()[0]
      ?.loadURL(to)
      .catch(() => undefined);
  }, `${address}/redirects`);
  expect(asked).toEqual(['GET /redirects']);
  const answer = await program.evaluate(async ({ BrowserWindow }, to) => {
    const window = BrowserWindow.getAllWindows()[0];
    await window?.loadURL(to);
    return (await window?.webContents.executeJavaScript(
      `window.explorer.call('app.snapshot', {}).then(() => 'answered', (error) => error.message)`,
    )) as unknown;
  }, `${address}/foreign`);
  expect(answer).toContain('This sender is not answered.');
  complaints.length = 0;
  elsewhere.closeAllConnections();
  elsewhere.close();
});

/** After this, whatever the attempt set off has reached the network or never will. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Requests of our own, behind the attempt's in the same queues, with frames between them.
    for (let turn = 0; turn < 3; turn++) {
      await fetch('/index.html').then((answer) => answer.text());
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}
