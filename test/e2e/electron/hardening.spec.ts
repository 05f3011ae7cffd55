/** The window's fences as a hostile page would feel them (safety checklist, items in brackets). */
import type { ExplorerBridge } from '#shared/contract/bridge.ts';
import { expectInjectionsFail } from '../injection.ts';
import { expect, test } from './fixtures.ts';

declare global {
  interface Window {
    heard?: number[];
  }
}

/** The page's own way to main, as the preload gave it. */
type WithBridge = Window & { explorer: ExplorerBridge };

test('[1] [10] the window shows our page and nothing from elsewhere', async ({ openSample }) => {
  const { program, page } = await openSample();
  const address = await program.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
    null,
  );
  expect(address).toEqual([expect.stringMatching(/^app:\/\/bundle\//)]);
  const origins = await page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ protocol }) => protocol !== 'data:')
        .map(({ protocol, host }) => `${protocol}//${host}`),
    ),
  ]);
  expect(origins).toEqual([
    await page.evaluate(() => `${window.location.protocol}//${window.location.host}`),
  ]);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(true);
});

test('[2] the page has no Node', async ({ openSample }) => {
  const { page } = await openSample();
  const names = ['process', 'require', 'module', 'Buffer', 'global'];
  const reach = await page.evaluate(
    (asked) => asked.filter((name) => Reflect.get(window, name) !== undefined),
    names,
  );
  expect(reach).toEqual([]);
});

test('[13] an installed program has no way to developer tools', async ({ launch }) => {
  const program = await launch({ flags: ['--sample'], packaged: true });
  // The menu is there before the window.
  await program.page();
  const [packaged, roles] = await program.evaluate(({ app, Menu }) => {
    const rolesOf = (menu: Electron.Menu | null | undefined): string[] =>
      (menu?.items ?? []).flatMap(({ role, submenu }) => rolesOf(submenu).concat(String(role)));
    return [app.isPackaged, rolesOf(Menu.getApplicationMenu())] as const;
  }, null);
  expect(roles.map((role) => role.toLowerCase())).toContain('editmenu');
  const tools = roles.filter((role) => /devtools|reload/i.test(role));
  expect(tools.length > 0).toBe(!packaged);
});

test('[12] the page gets two functions by name, and can’t change them', async ({ openSample }) => {
  const { page } = await openSample();
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

test('[12] events come without Electron’s event object', async ({ openSample }) => {
  const { program, page } = await openSample();
  await page.evaluate(() => {
    window.heard = [];
    const { explorer } = window as unknown as WithBridge;
    explorer.subscribe((...given: unknown[]) => window.heard?.push(given.length));
  });
  await program.evaluate(({ BrowserWindow }) => {
    const told = { kind: 'calls.changed', calls: { session: 0, total: 0 } };
    BrowserWindow.getAllWindows()[0]?.webContents.send('explorer:event', told, 'more');
  }, null);
  await expect.poll(() => page.evaluate(() => window.heard)).toEqual([1]);
});

test('[3] every permission is denied', async ({ openSample }) => {
  const { page } = await openSample();
  const names = ['geolocation', 'notifications', 'midi', 'camera', 'microphone', 'clipboard-read'];
  const states = await page.evaluate(
    (asked) =>
      Promise.all(
        asked.map(async (name) => {
          const query = { name: name as PermissionName };
          return (await navigator.permissions.query(query)).state;
        }),
      ),
    names,
  );
  expect(states).toEqual(names.map(() => 'denied'));
  const position = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(code),
        );
      }),
  );
  expect(position).toBe(1);
  expect(await page.evaluate(() => Notification.permission)).toBe('denied');
});

test('[5] injected scripts, eval and foreign requests all fail', async ({
  openSample,
  startService,
  complaints,
}) => {
  const { page } = await openSample();
  await expectInjectionsFail(page, await startService());
  expect(complaints.filter((text) => /Content Security Policy/.test(text))).not.toEqual([]);
  complaints.length = 0;
});

test('[10] the scheme answers GET inside the window’s folder only', async ({ openSample }) => {
  const { page } = await openSample();
  const statuses = await page.evaluate(async () => {
    const ask = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(path, { method })).status;
    return {
      page: await ask('/index.html'),
      missing: await ask('/missing.js'),
      dots: await ask('/assets/%2e%2e%2f%2e%2e%2fmain%2felectron.js'),
      backslash: await ask('/..%5c..%5cmain%5celectron.js'),
      nul: await ask('/index.html%00'),
      post: await ask('/index.html', 'POST'),
      put: await ask('/index.html', 'PUT'),
    };
  });
  expect(statuses).toEqual({
    page: 200,
    missing: 404,
    dots: 404,
    backslash: 404,
    nul: 404,
    post: 405,
    put: 405,
  });
});

test('[7] a link is opened after a yes, as https only, and written anew', async ({
  openSample,
}) => {
  const { program, page } = await openSample();
  await program.evaluate(({ dialog, shell }) => {
    const seen = { asked: [] as string[], opened: [] as string[] };
    Object.assign(globalThis, { seen });
    dialog.showMessageBox = async (...given: unknown[]) => {
      seen.asked.push((given.at(-1) as { message: string }).message);
      return { response: seen.asked.length === 1 ? 1 : 0, checkboxChecked: false };
    };
    shell.openExternal = async (url) => void seen.opened.push(url);
  }, null);
  const open = (url: string): Promise<boolean> =>
    page.evaluate(async (to) => {
      const { explorer } = window as unknown as WithBridge;
      return ((await explorer.call('link.open', { url: to })) as { ok: boolean }).ok;
    }, url);
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'http://example.test/']) {
    expect(await open(url), url).toBe(false);
  }
  expect(await open('https://example.test/no')).toBe(true);
  expect(await open('HTTPS://example.test/a b')).toBe(true);
  const seen = await program.evaluate(
    () => (globalThis as unknown as { seen: unknown }).seen,
    null,
  );
  expect(seen).toEqual({
    asked: ['Open example.test in your browser?', 'Open example.test in your browser?'],
    opened: ['https://example.test/a%20b'],
  });
});
