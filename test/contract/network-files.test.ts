/** The two files of a network: both are new, or both as they were. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { world } from '#test/support/derived-world.ts';
import { exportOf } from '#test/support/saving.ts';

it('40 edges that can’t be replaced (open in Excel) leave the nodes that were saved before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sde-nodes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'posts.edges.csv');
  const nodes = join(folder, 'posts.nodes.csv');
  await writeFile(nodes, 'Id,Label\nold,old\n');
  // What can't be replaced on every system.
  await mkdir(join(path, 'open'), { recursive: true });
  const { core, collect } = await world({
    chooseSaveTarget: async () => ({
      path,
      finish: async () => ({ name: basename(path), download: null }),
    }),
  });
  const run = await collect([{ id: 'p1', authorUsername: 'mira', mentions: ['jo'] }]);
  const column = (field: string) => ({ kind: 'column' as const, field });
  const { state } = await exportOf(core, {
    runIds: [run.id],
    format: { kind: 'edges' },
    methods: false,
    network: { source: column('authorUsername'), target: column('mentions') },
  });
  expect(state.kind).toBe('failed');
  expect(await readFile(nodes, 'utf8')).toBe('Id,Label\nold,old\n');
});
