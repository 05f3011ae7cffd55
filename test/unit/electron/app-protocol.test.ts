import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CustomScheme } from 'electron';
import type { Core } from '#main/core/core.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { appPath, isAppAddress } from '#main/electron/own-page.ts';
import { answerRequest, registerAppScheme, serveWindow } from '#main/electron/app-protocol.ts';
import { testFolder } from '#test/support/store/runs.ts';

let folder: string;
const files = {
  'window/index.html': 'document',
  'window/assets/index-a1B2.js': 'script',
  'window/.env': 'hidden',
  'window-sibling/x.txt': 'sibling',
  'secret.txt': 'secret',
};
beforeEach(async () => {
  asked = [];
  folder = testFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await symlink(join(folder, 'secret.txt'), join(folder, 'window', 'link.txt'));
});
/** What main was asked for. */
let asked: unknown[];
const media: Core['media'] = async (...one) => {
  asked.push(one);
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' };
  return { status: 206, headers, body: new Uint8Array([1, 2]) };
};
const ask = (url: string, method = 'GET', range?: string): Promise<Response> => {
  const headers = new Headers(range === undefined ? {} : { range });
  return answerRequest(join(folder, 'window'), media)({ url, method, headers });
};

describe('10 own scheme', () => {
  it('10 is registered with an origin of its own and without a way round the policy', () => {
    let registered: CustomScheme[] = [];
    registerAppScheme({ registerSchemesAsPrivileged: (schemes) => void (registered = schemes) });
    const privileges = {
      standard: true,
      secure: true,
      supportFetchAPI: true,
      codeCache: true,
      stream: true,
    };
    expect(registered).toEqual([{ scheme: 'app', privileges }]);
    const handled: string[] = [];
    serveWindow({ handle: (scheme) => void handled.push(scheme) }, folder, media);
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

  it.each([
    'app://bundle/../secret.txt',
    'app://bundle/%2E%2E%2Fsecret.txt',
    'app://bundle/..\\secret.txt',
    'app://bundle/../window-sibling/x.txt',
    'app://bundle/-sibling/x.txt',
    'app://bundle/.env',
    'app://bundle/index.html%00',
    'app://bundle/index.html\0',
    'app://bundle/assets',
    'app://bundle/link.txt',
    'app://bundle/missing.js',
  ])('18 does not serve %j', async (url) => {
    const answer = await ask(url);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });
});

it.each([
  ['', 'GET', 200],
  ['assets/index-a1B2.js', 'GET', 200],
  ['missing', 'GET', 404],
  ['', 'POST', 405],
  ['', 'HEAD', 405],
])(
  '5 10 the fence is exactly this, for the document, its files and refusals: %j %s',
  async (path, method, status) => {
    const answer = await ask(`app://bundle/${path}`, method);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      {
        'content-security-policy': [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self' 'unsafe-inline'",
          "img-src 'self' data:",
          "media-src 'self'",
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
      },
    ]);
  },
);

it('5 10 pictures and videos are main’s, a part at a time, behind the same fence', async () => {
  const fenced = (await ask('app://bundle/')).headers.get('content-security-policy');
  const answer = await ask('app://bundle/media/a.b.c', 'GET', 'bytes=0-');
  expect([answer.status, [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([206, [1, 2]]);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe(fenced);
  await ask('app://bundle/media/a.b.c');
  expect(asked).toEqual([
    ['a.b.c', 'bytes=0-'],
    ['a.b.c', null],
  ]);
});

it.each([
  ['app://bundle/media/a', 'POST'],
  ['app://bundle/media/a', 'HEAD'],
  ['app://bundle/media/', 'GET'],
  ['app://bundle/media/a/b', 'GET'],
  ['app://bundle//media/a', 'GET'],
  ['app://other/media/a', 'GET'],
  ['https://bundle/media/a', 'GET'],
])('10 main is asked for no media at %s (%s)', async (url, method) => {
  expect((await ask(url, method)).status).toBeGreaterThan(400);
  expect(asked).toEqual([]);
});

it.each([
  ['app://bundle/', true, 200],
  ['app://bundle/index.html?x#y', true, 200],
  ['app://bundle', true, 404],
  ['app:/bundle/', false, 404],
  ['app://bundle:80/', false, 404],
  ['app://user@bundle/', false, 404],
  ['app://:secret@bundle/', false, 404],
  ['app://bundle.evil/', false, 404],
  ['app://evil/bundle/', false, 404],
  ['app-evil://bundle/', false, 404],
  ['app2://bundle/', false, 404],
  ['https://bundle/', false, 404],
  ['about:blank', false, 404],
  ['javascript:alert(1)', false, 404],
  ['not an address', false, 404],
  ['', false, 404],
])(
  '10 the address %j is our page’s: %j; it is answered with %i',
  async (address, isOurs, status) => {
    expect([isAppAddress(address), (await ask(address)).status]).toEqual([isOurs, status]);
  },
);

it('the address of our page keeps a path as it is written', () => {
  expect(appPath('app://bundle/a/%2e%2e/b?c#d')).toBe('/a/%2e%2e/b');
  expect(appPath('app://bundle/')).toBe('/');
  expect(appPath('app://other/')).toBeNull();
});
