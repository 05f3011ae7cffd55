/** Copying a project while somebody works in it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyProject } from '#main/core/project/copy-project.ts';
import { atomicWrite } from '#main/core/store/atomic-write.ts';

it('a small file that is replaced while the project is copied is whole in the copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sde-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const from = join(folder, 'from');
  const run = join(from, 'runs', 'run-12345678');
  await mkdir(run, { recursive: true });
  await writeFile(join(run, 'pages.jsonl'), '{}\n');
  await writeFile(join(run, 'meta.json'), `${JSON.stringify({ maxCalls: 5 })}\n`);
  const to = join(folder, 'to');
  await copyProject(from, to, {
    signal: new AbortController().signal,
    // The files have been listed: now the person names the run, as `updateMeta` does it.
    onPart: async () => {
      const meta = { maxCalls: 5, name: 'A name that the person gives', starred: true };
      await atomicWrite(join(run, 'meta.json'), `${JSON.stringify(meta)}\n`);
    },
    finish: async () => undefined,
  });
  const copied = await readFile(join(to, 'runs', 'run-12345678', 'meta.json'), 'utf8');
  expect(JSON.parse(copied)).toMatchObject({ maxCalls: 5 });
});
