/** `--smoke` in Electron, over stand-ins: the hidden window must get as far as its first call. */
import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runElectronSmoke } from '#main/electron/smoke.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { makeSnapshot } from '#test/unit/renderer/make.ts';
import { createWorld, type OpenedWindow, type World } from './world.ts';

/** What is said of the window. The core is a fake that knows its snapshot only. */
async function smoke(
  load: (window: OpenedWindow) => unknown,
  { show = false, change = (_world: World): void => undefined } = {},
): Promise<World & { said: string; lines: string[] }> {
  const world = createWorld({ load: (window) => void load(window) });
  change(world);
  const lines: string[] = [];
  const core = createFakeCore(async () => ({ ok: true, value: makeSnapshot() }));
  runElectronSmoke(world.electron, {
    dataDir: null,
    show,
    rendererDir: '/window',
    preload: '/preload.cjs',
    startCore: async () => core,
    print: (line) => void lines.push(line),
    patienceMs: 50,
  });
  await world.becomeReady();
  const hasEnded = (): boolean => world.seen.some((what) => what.startsWith('exit'));
  await vi.waitFor(() => expect(hasEnded()).toBe(true), { timeout: 20_000 });
  return { ...world, lines, said: lines.find((line) => line.includes('Window: ')) ?? '' };
}

it('[2] opens a hidden, sandboxed window, waits for its first call, and removes its folder', async () => {
  const { said, seen, windows } = await smoke((window) => void window.call('app.snapshot'));
  expect(said).toBe('ok      Window: loaded, and requested its snapshot');
  expect(windows.map(({ options }) => options)).toMatchObject([
    { show: false, webPreferences: { sandbox: true, contextIsolation: true, devTools: false } },
  ]);
  expect(seen).toContain('handle explorer:call');
  expect(seen).toContain('destroyed');
  const paths = seen.filter((what) => what.startsWith('path ')).map((what) => what.split(' '));
  expect(paths.map(([, name]) => name)).toEqual(['userData', 'sessionData']);
  for (const [, , path = ''] of paths) expect(existsSync(path)).toBe(false);
});

const shown = ({ emit, call }: OpenedWindow): void => {
  emit('ready-to-show');
  void call('app.snapshot');
};
const secret = Buffer.from('encrypted');

it('with --show says how the program fares on this desktop, and names nothing of a person’s', async () => {
  const { lines, windows } = await smoke(shown, {
    show: true,
    change({ electron }) {
      Object.assign(electron.app, { commandLine: { hasSwitch: () => false } });
      Object.assign(electron.session.defaultSession, { resolveProxy: async () => 'DIRECT' });
      Object.assign(electron.safeStorage, {
        isAsyncEncryptionAvailable: async () => true,
        getSelectedStorageBackend: () => 'kwallet6',
        encryptStringAsync: async () => secret,
        decryptStringAsync: async () => ({
          result: 'A secret to see whether it is kept.',
          shouldReEncrypt: false,
        }),
      });
    },
  });
  expect(lines.join('\n')).not.toMatch(
    /FAILED {2}(?!Stores|Sample|DuckDB|Service|Closing|Keychain)/,
  );
  for (const line of [
    /^ok {6}Window: loaded, and requested its snapshot; painted after \d+ ms; shown after \d+ ms$/,
    /^ok {6}Desktop: \S+ \S+, session .+, desktop .+, Chromium /,
    /^ok {6}Sandbox: on; kernel\/apparmor_restrict_unprivileged_userns \w+, .+, chrome-sandbox /,
    /^ok {6}Lock: given$/,
    /^ok {6}Encryption: (?:kwallet6|the system’s), returns what it encrypted$/,
    /^ok {6}Proxy: DIRECT$/,
    /^ok {6}Network: 9 calls arrived as 9, after 6 answers were given up$/,
    /^ok {6}Notifications: /,
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(line));
  }
  expect(windows.map((window) => window.shown)).toEqual([true]);
  expect(lines.join('\n')).not.toMatch(/\/home\/|\/root|Users/);
});

it('fails when something throws before anything is tried, and ends', async () => {
  const { lines, seen } = await smoke(() => undefined, {
    change({ electron }) {
      const setPermissionRequestHandler = (): never => {
        throw new Error('no session');
      };
      Object.assign(electron.session.defaultSession, { setPermissionRequestHandler });
    },
  });
  expect([lines, seen.at(-1)]).toEqual([['FAILED  Electron: Error: no session'], 'exit 1']);
});

it('with --show a window that is never seen, and no sandbox, are faults', async () => {
  const { said, lines } = await smoke((window) => void window.call('app.snapshot'), {
    show: true,
    change({ electron }) {
      Object.assign(electron.app, { commandLine: { hasSwitch: () => true } });
    },
  });
  expect(said).toBe('FAILED  Window: it was never shown');
  expect(lines).toContain('FAILED  Sandbox: it is off');
});

it.each<[string, (window: OpenedWindow) => void]>([
  ['it made no call', () => undefined],
  ['crashed', ({ emitPage }) => emitPage('render-process-gone', {}, { reason: 'crashed' })],
  ['no preload', ({ emitPage }) => emitPage('preload-error', {}, '/p', new Error('no preload'))],
])('fails when the window gets no further: %s', async (why, load) => {
  const { said, seen } = await smoke(load);
  expect(said).toBe(`FAILED  Window: ${why}`);
  expect(seen).toContain('exit 1');
});
