import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomScheme } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appPath, isAppAddress } from '#main/electron/app-address.ts';
import { answerRequest, registerAppScheme, serveWindow } from '#main/electron/app-protocol.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-window-'));
  await mkdir(join(folder, 'window', 'assets'), { recursive: true });
  await mkdir(join(folder, 'window-sibling'));
  await writeFile(join(folder, 'window', 'index.html'), 'document');
  await writeFile(join(folder, 'window', 'assets', 'index-a1B2.js'), 'script');
  await writeFile(join(folder, 'window', '.env'), 'hidden');
  await writeFile(join(folder, 'window-sibling', 'x.txt'), 'sibling');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(folder, 'window', 'link.txt'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (url: string, method = 'GET', withPictures = false): Promise<Response> =>
  answerRequest(join(folder, 'window'), async () => withPictures)({ url, method });

describe('10 own scheme', () => {
  it('10 is registered with an origin of its own and without a way round the policy', () => {
    let registered: CustomScheme[] = [];
    registerAppScheme({
      registerSchemesAsPrivileged: (schemes) => {
        registered = schemes;
      },
    });
    expect(registered).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('10 is handled for that scheme only', () => {
    const handled: string[] = [];
    serveWindow({ handle: (scheme) => void handled.push(scheme) }, folder, async () => false);
    expect(handled).toEqual(['app']);
  });

  it('10 serves the document and its files, with type and cache', async () => {
    const page = await ask('app://bundle/');
    expect([page.status, await page.text()]).toEqual([200, 'document']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const script = await ask('app://bundle/assets/index-a1B2.js?v=1#x');
    expect([script.status, await script.text()]).toEqual([200, 'script']);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each(['POST', 'HEAD', 'PUT', 'OPTIONS'])('10 refuses %s', async (method) => {
    expect((await ask('app://bundle/', method)).status).toBe(405);
  });

  it.each([
    'app://other/',
    'app://bundle.evil/',
    'app://bundle:1/',
    'app://x@bundle/',
    'app://BUNDLE/',
    'https://bundle/',
    'file:///etc/passwd',
    'app:/bundle/',
    'app:bundle/',
    'app://bundle',
    '',
  ])('10 refuses another host: %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });

  it.each([
    'app://bundle/../secret.txt',
    'app://bundle/assets/../../secret.txt',
    'app://bundle/%2e%2e/secret.txt',
    'app://bundle/%2E%2E%2Fsecret.txt',
    'app://bundle/..%5csecret.txt',
    'app://bundle/..\\secret.txt',
    'app://bundle/%252e%252e/secret.txt',
    'app://bundle/../window-sibling/x.txt',
    'app://bundle/-sibling/x.txt',
    'app://bundle//secret.txt',
    'app://bundle/.env',
    'app://bundle/index.html%00',
    'app://bundle/index.html\0',
    'app://bundle/assets',
    'app://bundle/assets/',
    'app://bundle/link.txt',
    'app://bundle/missing.js',
  ])('18 does not serve %j', async (url) => {
    const answer = await ask(url);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it('5 every answer carries the policy, refusals too', async () => {
    for (const [url, method] of [
      ['app://bundle/', 'GET'],
      ['app://bundle/assets/index-a1B2.js', 'GET'],
      ['app://bundle/missing', 'GET'],
      ['app://bundle/', 'POST'],
    ] as const) {
      const policy = (await ask(url, method)).headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
    }
  });
});

describe('5 the fence', () => {
  it('5 is exactly this, for the document, its files and refusals', async () => {
    const fence = {
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    };
    for (const path of ['', 'assets/index-a1B2.js', 'missing']) {
      const headers = Object.fromEntries((await ask(`app://bundle/${path}`)).headers);
      expect(headers, path).toMatchObject(fence);
    }
  });
});

describe('5 pictures from elsewhere', () => {
  const policyOf = async (url: string, withPictures: boolean): Promise<string[]> =>
    ((await ask(url, 'GET', withPictures)).headers.get('content-security-policy') ?? '').split(
      '; ',
    );

  it('5 are let in over https where the person wants them, and nothing else is', async () => {
    const strict = await policyOf('app://bundle/', false);
    const open = await policyOf('app://bundle/', true);
    expect(strict).toContain("img-src 'self' data:");
    expect(open.filter((part) => !strict.includes(part))).toEqual(["img-src 'self' data: https:"]);
    expect(open).toHaveLength(strict.length);
  });

  it('5 come without cookies', async () => {
    const page = await ask('app://bundle/', 'GET', true);
    expect(page.headers.get('cross-origin-embedder-policy')).toBe('credentialless');
  });

  it('5 other files stay fenced in', async () => {
    const script = 'app://bundle/assets/index-a1B2.js';
    expect(await policyOf(script, true)).toEqual(await policyOf(script, false));
  });
});

describe('the address of our page', () => {
  it.each([
    ['app://bundle/', true],
    ['app://bundle/index.html?x#y', true],
    ['app://bundle', true],
    ['app://bundle:80/', false],
    ['app://user@bundle/', false],
    ['app://:secret@bundle/', false],
    ['app://bundle.evil/', false],
    ['app://evil/bundle/', false],
    ['app-evil://bundle/', false],
    ['https://bundle/', false],
    ['about:blank', false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%j: %j', (address, expected) => {
    expect(isAppAddress(address)).toBe(expected);
  });

  it('keeps a path as it is written', () => {
    expect(appPath('app://bundle/a/%2e%2e/b?c#d')).toBe('/a/%2e%2e/b');
    expect(appPath('app://bundle/')).toBe('/');
    expect(appPath('app://other/')).toBeNull();
  });
});
