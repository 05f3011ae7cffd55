import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openerCommand, type ProgramParts, startBrowserProgram } from '#main/browser/program.ts';
import { StoreError } from '#main/core/store/store-error.ts';
import type { ProgramOptions } from '#main/launch/start-options.ts';
import { testFolder } from '#test/support/store/runs.ts';
import { makeRun } from '#test/unit/renderer/make.ts';
import { createFakeCore } from './fake-core.ts';

let folder: string;
beforeEach(() => void (folder = testFolder()));

/** Starts it on the folder, and notes what it does. */
async function start(changes: Partial<ProgramOptions> = {}, startCore?: ProgramParts['startCore']) {
  const core = createFakeCore();
  const heard = { printed: [] as string[], complained: [] as string[], opened: [] as string[] };
  const program = await startBrowserProgram(
    {
      start: { sample: false, serviceAddress: null, accessKey: null },
      dataDir: folder,
      file: null,
      port: 0,
      open: true,
      allowHosts: [],
      smoke: false,
      show: false,
      ...changes,
    },
    {
      startCore: startCore ?? (async () => core),
      rendererDir: folder,
      print: (line) => heard.printed.push(line),
      complain: (line) => heard.complained.push(line),
      report: () => undefined,
      open: (url) => heard.opened.push(url),
    },
  );
  return { program, core, heard };
}

/** A download that an earlier process left, or another one offers. */
async function leaveDownload(): Promise<() => boolean> {
  const left = join(folder, 'tmp', 'downloads', 'left');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'posts.csv'), 'id');
  return () => existsSync(left);
}

describe('startBrowserProgram', () => {
  it('prints exactly the address, and opens one that does not carry the token', async () => {
    const { program, heard } = await start();
    expect(heard.printed).toEqual([
      expect.stringMatching(
        /^Social Data Explorer is running at http:\/\/127\.0\.0\.1:\d+\/#token=[A-Za-z0-9_-]{43}$/,
      ),
    ]);
    expect([heard.complained, heard.opened.length]).toEqual([[], 1]);
    const opening = await fetch(heard.opened[0] ?? '', { redirect: 'manual' });
    expect(heard.printed[0]).toContain(opening.headers.get('location'));
    expect(heard.opened[0]).not.toContain('token');
    await program?.close();
  });

  it('opens nothing with --no-open; sweeps at the start, and closes the core at the end', async () => {
    const isLeft = await leaveDownload();
    const { program, core, heard } = await start({ open: false });
    expect([heard.opened, core.closed, isLeft()]).toEqual([[], false, false]);
    await leaveDownload();
    await program?.close();
    expect([core.closed, isLeft()]).toEqual([true, false]);
  });

  it('names the runs that can’t be continued later when it ends', async () => {
    const { program, core, heard } = await start({ open: false });
    const limit = { pages: null, rows: null };
    const plan = { limit, startedAt: '', pagesBefore: 0, rowsBefore: 0 };
    const run = makeRun({ state: { kind: 'stopped' }, pageCount: 1200, plan, title: 'Followers' });
    core.tell({ kind: 'run.changed', run });
    await program?.close();
    expect(heard.complained).toEqual([
      'This run can’t be continued later: “Followers” (1,200 pages). Its rows are kept.',
    ]);
  });

  it('says that the data folder is in use, and which one; the other’s downloads stay', async () => {
    const isLeft = await leaveDownload();
    const message = 'Another program has the data folder.';
    const inUse = new StoreError('in_use', message);
    const { program, heard } = await start({}, () => Promise.reject(inUse));
    expect([program, isLeft()]).toEqual([null, true]);
    expect(heard).toEqual({
      printed: [],
      complained: [`${message} The folder: ${folder}`],
      opened: [],
    });
  });

  it('says that the port is taken, and gives the data folder back', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const bound = other.address();
    const port = bound !== null && typeof bound === 'object' ? bound.port : 0;
    const { program, core, heard } = await start({ port });
    expect([program, core.closed, heard.printed]).toEqual([null, true, []]);
    expect(heard.complained).toEqual([
      `Port ${port} is used by another program. Choose another with --port, or leave it out.`,
    ]);
    other.close();
  });
});

it('openerCommand hands the address over as one argument, through no shell', () => {
  const url = 'http://127.0.0.1:1/open/x?a&b^c';
  for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const) {
    const [command, args] = openerCommand(platform, url);
    expect(args.at(-1)).toBe(url);
    expect(command).not.toMatch(/cmd|sh$/);
  }
});
