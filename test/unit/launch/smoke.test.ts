/** `--smoke`: what it says, and that everything that does not work makes it fail. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runSmoke, type SmokeParts } from '#main/launch/smoke.ts';
import type { HostPorts } from '#main/launch/start-core.ts';
import { createFakeCore } from '#test/unit/browser/fake-core.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { sampleCore } from '#test/support/sample-core.ts';

async function smoke(parts: Partial<SmokeParts>) {
  const { startCore = sampleCore } = parts;
  const lines: string[] = [];
  let given: HostPorts | undefined;
  const code = await runSmoke({
    fetch: globalThis.fetch,
    encryption: null,
    dataDir: null,
    print: (line) => void lines.push(line),
    findKeychain: async () => ({ name: 'keyring' }),
    ...parts,
    startCore(ports) {
      given = ports;
      return startCore(ports);
    },
  });
  return { code, lines, ports: given };
}

describe('runSmoke', () => {
  it('opens the stores, asks the sample service, orders its rows, and leaves nothing behind', async () => {
    const { code, lines, ports } = await smoke({});
    expect(lines).toEqual([
      expect.stringMatching(/^Social Data Explorer \d.* on \w+ \w+: Node \d.*, no Electron$/),
      expect.stringMatching(/^ok {6}Stores: opened; place for keys: this session only/),
      expect.stringMatching(/^ok {6}Sample query: \d+ rows$/),
      expect.stringMatching(/^ok {6}DuckDB: \d+ rows sorted by text$/),
      'ok      Service description: read',
      'ok      Closing: files closed',
      'ok      Keychain module: keyring loaded',
      'Everything works.',
    ]);
    expect(code).toBe(0);
    expect(existsSync(ports?.dataDir ?? '/')).toBe(false);
  });

  it('says each thing that does not work, tries the rest all the same, and fails', async () => {
    const { code, lines } = await smoke({
      async startCore(ports) {
        const core = await sampleCore(ports);
        const error = { title: 'DuckDB does not load.', advice: 'Install it again.' };
        return {
          ...core,
          call: async (method, input) =>
            method === 'view.open' ? ({ ok: false, error } as never) : core.call(method, input),
        };
      },
      more: { Window: () => Promise.reject(new Error('it made no call')) },
      findKeychain: () => Promise.reject(new Error('libsecret is missing')),
    });
    expect([code, lines.slice(3)]).toEqual([
      1,
      [
        'FAILED  DuckDB: DuckDB does not load. Install it again.',
        'ok      Service description: read',
        'FAILED  Window: it made no call',
        'ok      Closing: files closed',
        'FAILED  Keychain module: libsecret is missing',
        'Did not work: DuckDB, Window, Keychain module.',
      ],
    ]);
  });

  it('fails when the stores don’t open, with the reason', async () => {
    const { code, lines } = await smoke({
      startCore: () => Promise.reject(new Error('The disk is full.')),
    });
    expect([code, lines.slice(1)]).toEqual([
      1,
      [
        'FAILED  Stores: The disk is full.',
        'ok      Keychain module: keyring loaded',
        'Did not work: Stores.',
      ],
    ]);
  });

  it('never asks a service that costs, and leaves a given folder where it is', async () => {
    const dataDir = testFolder();
    const { ports } = await smoke({ startCore: async () => createFakeCore(), dataDir });
    expect(ports?.start).toEqual({ sample: true, serviceAddress: null, accessKey: null });
    expect([ports?.dataDir, existsSync(dataDir)]).toEqual([dataDir, true]);
  });
});
