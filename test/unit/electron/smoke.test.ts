/** `--smoke` in Electron, over stand-ins: the hidden window must get as far as its first call. */
import { existsSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runElectronSmoke } from '#main/electron/smoke.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { makeSnapshot } from '#test/unit/renderer/make.ts';
import { createWorld, type OpenedWindow, type World } from './world.ts';

/** What is said of the window. The core is a fake that knows its snapshot only. */
async function smoke(load: (window: OpenedWindow) => unknown): Promise<World & { said: string }> {
  const world = createWorld({ load: (window) => void load(window) });
  const lines: string[] = [];
  const core = createFakeCore(async () => ({ ok: true, value: makeSnapshot() }));
  runElectronSmoke(world.electron, {
    dataDir: null,
    rendererDir: '/window',
    preload: '/preload.cjs',
    startCore: async () => core,
    print: (line) => void lines.push(line),
    patienceMs: 50,
  });
  await world.becomeReady();
  const hasEnded = (): boolean => world.seen.some((what) => what.startsWith('exit'));
  await vi.waitFor(() => expect(hasEnded()).toBe(true), { timeout: 20_000 });
  return { ...world, said: lines.find((line) => line.includes('Window: ')) ?? '' };
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

it.each<[string, (window: OpenedWindow) => void]>([
  ['it made no call', () => undefined],
  ['crashed', ({ emitPage }) => emitPage('render-process-gone', {}, { reason: 'crashed' })],
  ['no preload', ({ emitPage }) => emitPage('preload-error', {}, '/p', new Error('no preload'))],
])('fails when the window gets no further: %s', async (why, load) => {
  const { said, seen } = await smoke(load);
  expect(said).toBe(`FAILED  Window: ${why}`);
  expect(seen).toContain('exit 1');
});
