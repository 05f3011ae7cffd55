/** `--smoke` of what was built, and of what was packed: in plain Node, for want of Electron. */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '#test/e2e/built-file.ts';
import { z } from 'zod';
import { pack, root } from './pack.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sde-smoke-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, ...flags: string[]): { status: number | null; said: string[] } => {
  const { status, stdout } = spawnSync(process.execPath, [program, '--smoke', ...flags], {
    encoding: 'utf8',
    // So far from the project that nothing is found by accident.
    cwd: tmpdir(),
  });
  return { status, said: stdout.trim().split('\n') };
};

const works = {
  status: 0,
  said: [
    expect.stringMatching(/^Social Data Explorer /),
    expect.stringMatching(/^ok {6}Stores: opened; /),
    expect.stringMatching(/^ok {6}Sample query: \d+ rows$/),
    expect.stringMatching(/^ok {6}DuckDB: /),
    'ok      Service description: read',
    'ok      Closing: files closed',
    'ok      keytar: loaded',
    'Everything works.',
  ],
};

describe('--smoke', () => {
  it.each(['main/browser.js', 'main/launch.js'])('everything works in %s', (entry) => {
    expect(run(builtFile(entry))).toEqual(works);
  });

  it('says what does not work, and fails', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const { status, said } = run(builtFile('main/browser.js'), '--data-dir', file);
    expect(status).toBe(1);
    expect(said[1]).toMatch(/^FAILED {2}Stores: /);
    expect(said.at(-1)).toBe('Did not work: Stores.');
  });

  it.runIf(process.platform === 'linux')(
    'everything works with nothing but what was packed',
    async () => {
      const { dist } = await pack(join(folder, 'packed'), 'linux');
      const program = join(folder, 'program');
      extractAll(join(dist, 'linux-unpacked', 'resources', 'app.asar'), program);
      // The only entry that runs without Electron is not packed.
      await copyFile(builtFile('main/browser.js'), join(program, 'out', 'main', 'browser.js'));
      expect(run(join(program, 'out', 'main', 'browser.js'))).toEqual(works);
    },
  );
});

describe('the software bill of materials', () => {
  it('names what is shipped, Electron too, and no tool', async () => {
    const file = join(folder, 'sbom.json');
    const script = join(root, 'src-main', 'packaging', 'sbom.mjs');
    expect(spawnSync(process.execPath, [script, file]).status).toBe(0);
    const list = z
      .object({
        bomFormat: z.literal('CycloneDX'),
        metadata: z.object({ component: z.object({ name: z.literal('social-data-explorer') }) }),
        components: z.array(z.object({ name: z.string(), version: z.string() })),
      })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    const names = list.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['electron', 'react', 'zod', 'keytar', '@duckdb/node-bindings']),
    );
    for (const tool of ['vitest', 'vite', 'electron-builder', 'typescript']) {
      expect(names).not.toContain(tool);
    }
  });
});
