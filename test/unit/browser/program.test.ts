import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openerCommand } from '#main/browser/open-browser.ts';
import { type ProgramParts, startBrowserProgram } from '#main/browser/program.ts';
import type { ProgramOptions } from '#main/start-options.ts';
import { createFakeCore } from './fake-core.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-program-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const options = (changes: Partial<ProgramOptions> = {}): ProgramOptions => ({
  start: { sample: false, serviceAddress: null, accessKey: null },
  dataDir: folder,
  port: 0,
  open: true,
  allowHosts: [],
  smoke: false,
  ...changes,
});

interface Heard {
  printed: string[];
  complained: string[];
  opened: string[];
}

function parts(changes: Partial<ProgramParts> = {}): { heard: Heard; parts: ProgramParts } {
  const heard: Heard = { printed: [], complained: [], opened: [] };
  return {
    heard,
    parts: {
      startCore: async () => createFakeCore(),
      rendererDir: folder,
      print: (line) => heard.printed.push(line),
      complain: (line) => heard.complained.push(line),
      report: () => undefined,
      open: (url) => heard.opened.push(url),
      ...changes,
    },
  };
}

describe('startBrowserProgram', () => {
  it('prints exactly the address, and opens one that does not carry the token', async () => {
    const { heard, parts: given } = parts();
    const program = await startBrowserProgram(options(), given);
    expect(heard.printed).toHaveLength(1);
    expect(heard.printed[0]).toMatch(
      /^Social Data Explorer is at http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9_-]{43}$/,
    );
    expect(heard.complained).toEqual([]);
    expect(heard.opened).toHaveLength(1);
    const opening = await fetch(heard.opened[0] ?? '', { redirect: 'manual' });
    expect(heard.printed[0]).toContain(opening.headers.get('location'));
    expect(heard.opened[0]).not.toContain('token');
    await program?.close();
  });

  it('opens nothing with --no-open, and closes the core at the end', async () => {
    const core = createFakeCore();
    const { heard, parts: given } = parts({ startCore: async () => core });
    const program = await startBrowserProgram(options({ open: false }), given);
    expect(heard.opened).toEqual([]);
    expect(core.closed).toBe(false);
    await program?.close();
    expect(core.closed).toBe(true);
  });

  it('says that the data folder is in use, and which one it is', async () => {
    const message = 'Another program has the data folder.';
    const { heard, parts: given } = parts({
      startCore: () => Promise.reject(Object.assign(new Error(message), { code: 'in_use' })),
    });
    expect(await startBrowserProgram(options(), given)).toBeNull();
    expect(heard).toEqual({ printed: [], complained: [`${message} It is ${folder}.`], opened: [] });
  });

  it('says that the port is taken, and gives the data folder back', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const bound = other.address();
    const port = bound !== null && typeof bound === 'object' ? bound.port : 0;
    const core = createFakeCore();
    const { heard, parts: given } = parts({ startCore: async () => core });
    expect(await startBrowserProgram(options({ port }), given)).toBeNull();
    expect(heard.complained).toEqual([
      `Port ${port} is used by another program. Choose another with --port, or leave it out.`,
    ]);
    expect(heard.printed).toEqual([]);
    expect(core.closed).toBe(true);
    other.close();
  });
});

describe('openerCommand', () => {
  it('hands the address over as one argument, through no shell', () => {
    const url = 'http://127.0.0.1:1/open/x?a&b^c';
    for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const) {
      const [command, args] = openerCommand(platform, url);
      expect(args.at(-1)).toBe(url);
      expect(command).not.toMatch(/cmd|sh$/);
    }
  });
});
