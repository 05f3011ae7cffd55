/** The window's fences as a hostile page would feel them (safety checklist, items in brackets). */
import type { ExplorerBridge } from '#shared/contract/event.ts';
import { expectInjectionsFail } from '../injection.ts';
import { expect, test } from './fixtures.ts';

/** The page's own way to main, as the preload gave it. */
type WithBridge = Window & { explorer: ExplorerBridge };

test('[1] [2] [3] [4] [5] [10] [12] the window shows our page, which has no Node and no permission, and is fenced in', async ({
  openProgram,
  startService,
  complaints,
}) => {
  const { program, page } = await openProgram();

  await test.step('[1] nothing comes from elsewhere', async () => {
    const addresses = await program.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
      null,
    );
    expect(addresses).toEqual([expect.stringMatching(/^app:\/\/bundle\//)]);
  });

  await test.step('[2] [4] there is no Node and no <webview>', async () => {
    const reach = await page.evaluate(() => ({
      names: ['process', 'require', 'module', 'Buffer', 'global'].filter(
        (name) => Reflect.get(window, name) !== undefined,
      ),
      webview: 'loadURL' in document.createElement('webview'),
      secure: window.isSecureContext,
    }));
    expect(reach).toEqual({ names: [], webview: false, secure: true });
  });

  await test.step('[5] [10] the scheme answers GET inside its folder, with the policy', async () => {
    const answers = await page.evaluate(async () => {
      const ask = async (path: string, method = 'GET') => {
        const { status, headers } = await fetch(path, { method });
        return { status, policy: headers.get('content-security-policy') ?? '' };
      };
      return Promise.all([
        ask('/index.html'),
        ask('/missing.js'),
        ask('/assets/%2e%2e%2f%2e%2e%2fmain%2felectron.js'),
        ask('/..%5c..%5cmain%5celectron.js'),
        ask('/index.html%00'),
        ask('/index.html', 'POST'),
      ]);
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404, 405]);
    const [policy = '', ...others] = new Set(answers.map((answer) => answer.policy));
    expect([policy.split('; ').slice(0, 2), others]).toEqual([
      ["default-src 'none'", "script-src 'self'"],
      [],
    ]);
  });

  // Events and links through them: unit/electron/preload, unit/electron/host.
  await test.step('[12] it gets two functions, which can’t be changed', async () => {
    const seen = await page.evaluate(() => {
      const { explorer } = window as unknown as WithBridge;
      const attempt = (change: () => void): boolean => {
        try {
          change();
          return true;
        } catch {
          return false;
        }
      };
      return {
        kinds: Object.entries(explorer).map(([name, value]) => [name, typeof value]),
        frozen: Object.isFrozen(explorer),
        replaced: attempt(() => Object.assign(window, { explorer: null })),
        added: attempt(() => Object.assign(explorer, { more: 1 })),
      };
    });
    expect(seen).toEqual({
      kinds: [
        ['call', 'function'],
        ['subscribe', 'function'],
      ],
      frozen: true,
      replaced: false,
      added: false,
    });
  });

  await test.step('[3] every permission is denied', async () => {
    const names = ['geolocation', 'notifications', 'midi', 'camera', 'microphone'];
    const states = await page.evaluate(
      (asked) =>
        Promise.all(
          asked.map(
            async (name) =>
              (await navigator.permissions.query({ name: name as PermissionName })).state,
          ),
        ),
      [...names, 'clipboard-read'],
    );
    expect([...new Set(states)]).toEqual(['denied']);
    const position = await page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => resolve('given'),
            ({ code }) => resolve(code),
          );
        }),
    );
    expect([position, await page.evaluate(() => Notification.permission)]).toEqual([1, 'denied']);
  });

  await test.step('[5] injected scripts, eval and foreign requests all fail', async () => {
    await expectInjectionsFail(page, await startService());
    expect(complaints.filter((text) => /Content Security Policy/.test(text))).not.toEqual([]);
  });

  // The window's own options must hold where the policy would not.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Questions', exact: true })).toBeVisible();
  complaints.length = 0;

  await test.step('[4] nothing from elsewhere is loaded, its policy or not', async () => {
    const elsewhere = await startService();
    const outcome = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const script = Object.assign(document.createElement('script'), { src });
          script.addEventListener('load', () => resolve('loaded'));
          script.addEventListener('error', () => resolve('refused'));
          document.head.append(script);
        }),
      `${elsewhere.address}/script.js`,
    );
    expect([outcome, elsewhere.requests]).toEqual(['refused', []]);
    complaints.length = 0;
  });

  await test.step('[1] the page asks for nothing but what is ours', async () => {
    // In the place of the fence. Chromium itself times no request for our scheme.
    await program.evaluate(({ session }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) => {
        asked.push(url);
        decide({});
      });
    }, null);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Questions', exact: true })).toBeVisible();
    const asked = await program.evaluate(
      () => (globalThis as unknown as { asked: string[] }).asked,
      null,
    );
    const origins = new Set(asked.map((url) => /^[^/?#]*(?:\/\/[^/?#]*)?/.exec(url)?.[0]));
    expect([...origins].filter((origin) => origin?.startsWith('data:') !== true)).toEqual([
      'app://bundle',
    ]);
  });

  await test.step('[4] what another address answers is not for our page', async () => {
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
    expect([answer, asked]).toEqual(['TypeError: Failed to fetch', 1]);
    expect(complaints).toEqual([expect.stringContaining('blocked by CORS policy')]);
    complaints.length = 0;
  });
});
