/** `--smoke`: what it says, and that everything that does not work makes it fail. */
import { describe, expect, it } from 'vitest';
import { runSmoke, type SmokeParts } from '#main/smoke.ts';
import type { HostPorts } from '#main/start-core.ts';
import { type FakeCore, createFakeCore } from '#test/unit/browser/fake-core.ts';
import { sampleCore } from '#test/support/sample-core.ts';

interface Smoked {
  code: 0 | 1;
  lines: string[];
  ports: HostPorts | null;
}

async function smoke(parts: Partial<SmokeParts> & Pick<SmokeParts, 'startCore'>): Promise<Smoked> {
  const lines: string[] = [];
  let given: HostPorts | null = null;
  const code = await runSmoke({
    fetch: globalThis.fetch,
    encryption: null,
    dataDir: null,
    print: (line) => void lines.push(line),
    loadKeytar: async () => ({}),
    ...parts,
    startCore: (ports) => {
      given = ports;
      return parts.startCore(ports);
    },
  });
  return { code, lines, ports: given };
}

describe('runSmoke', () => {
  it('opens the stores, asks the sample service and orders its rows', async () => {
    const { code, lines } = await smoke({ startCore: sampleCore });
    expect(lines).toEqual([
      expect.stringMatching(/^Social Data Explorer \d.* on \w+ \w+: Node \d.*, no Electron$/),
      expect.stringMatching(/^ok {6}Stores: opened; keys would be kept in this session only/),
      expect.stringMatching(/^ok {6}Sample query: \d+ rows$/),
      expect.stringMatching(/^ok {6}DuckDB: \d+ rows in order of their text$/),
      'ok      Service description: read',
      'ok      Closing: files closed',
      'ok      keytar: loaded',
      'Everything works.',
    ]);
    expect(code).toBe(0);
  });

  it('fails when keytar does not load, and tries the rest all the same', async () => {
    const { code, lines } = await smoke({
      startCore: sampleCore,
      loadKeytar: () => Promise.reject(new Error('libsecret is missing')),
    });
    expect([code, lines.slice(-2)]).toEqual([
      1,
      ['FAILED  keytar: libsecret is missing', 'Did not work: keytar.'],
    ]);
    expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(5);
  });

  it('fails when the stores don’t open, with the reason', async () => {
    const { code, lines } = await smoke({
      startCore: () => Promise.reject(new Error('The disk is full.')),
    });
    expect([code, lines.slice(1)]).toEqual([
      1,
      ['FAILED  Stores: The disk is full.', 'ok      keytar: loaded', 'Did not work: Stores.'],
    ]);
  });

  it('fails when rows can’t be put in order', async () => {
    const { code, lines } = await smoke({
      startCore: async (ports) => {
        const core = await sampleCore(ports);
        const broken = { title: 'DuckDB does not load.', advice: 'Install it again.' };
        return {
          ...core,
          call: async (method, input) =>
            method === 'view.open'
              ? ({ ok: false, error: broken } as never)
              : core.call(method, input),
        };
      },
    });
    expect([code, lines]).toEqual([
      1,
      expect.arrayContaining(['FAILED  DuckDB: DuckDB does not load. Install it again.']),
    ]);
  });

  it('fails when the host finds something', async () => {
    const { code, lines } = await smoke({
      startCore: sampleCore,
      more: { Window: () => Promise.reject(new Error('it asked for nothing')) },
    });
    expect([code, lines]).toEqual([
      1,
      expect.arrayContaining(['FAILED  Window: it asked for nothing']),
    ]);
  });

  it('never asks a service that costs', async () => {
    const core: FakeCore = createFakeCore();
    const { ports } = await smoke({ startCore: async () => core });
    expect(ports?.start).toEqual({ sample: true, serviceAddress: null, accessKey: null });
  });
});
