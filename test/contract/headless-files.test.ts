/**
 * The files of collecting without a window: nobody's name once people are replaced, one dataset of
 * several parts, and the same however often it was killed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { columnsWorker } from '#test/support/columns/worker-pool.ts';
import { readParquet } from '#test/support/export/read-parquet.ts';
import {
  eachTestHasFolder,
  files,
  flagsOf,
  folder,
  key,
  recipe,
  run,
  service,
  steps,
  writeRecipe,
  written,
} from '#test/support/headless.ts';
import type { Summary } from '#test/support/headless.ts';
import { names } from '#test/support/lists/ask-list.ts';
import { readTree } from '#test/support/search-files.ts';
import { bundleProgram, startChild } from '#test/support/store/child.ts';
import type { Child } from '#test/support/store/child.ts';
import { count } from '#test/support/thorough.ts';

eachTestHasFolder();
let program: string;
beforeAll(async () => {
  program = await bundleProgram(new URL('../support/kill/collect-command.ts', import.meta.url));
});

/** The command in a process of its own. */
const start = (args: readonly string[], accessKey = key): Child => {
  const worker = { SDE_COLUMNS_WORKER: columnsWorker().href };
  const env = { PATH: process.env['PATH'], ...worker, SOCIAL_DATA_API_KEY: accessKey };
  return startChild(program, args, { env });
};
async function summaryOf(child: Child): Promise<Summary> {
  await child.ended;
  return JSON.parse(child.lines.at(-1) ?? '{}') as Summary;
}

it('--media saves what rows link to in a folder for each run, and again only what is missing', async () => {
  const media = ['--media', join(folder, 'pictures')];
  const first = await run(['pictured-1'], ['--pages', '2', ...media]);
  expect(first).toMatchObject({ exit: 0, calls: 2 });
  const [name = ''] = readdirSync(join(folder, 'pictures'));
  expect(`${name}.jsonl`).toBe(Object.keys(files())[0]);
  const own = files(join('pictures', name));
  expect(Object.keys(own).filter((file) => file.endsWith('.png'))).toHaveLength(4);
  expect(own['media.csv']?.match(/,(saved|gone),/g)).toHaveLength(6);
  expect(Object.keys(own)).toContain('media.csv.methods.json');
  expect(written.join('\n')).toContain('2 of 6 links led to no file: gone 2.');
  // None of it is a call, and what is there isn’t fetched again.
  const asked = service.pictures.length;
  expect(asked).toBe(6);
  expect(await run(['pictured-1'], ['--pages', '2', ...media])).toMatchObject({
    exit: 0,
    calls: 2,
  });
  expect(service.pictures.slice(asked)).toEqual(['/media/gone/1-2.png', '/media/gone/2-2.png']);
  const dry = await run(['pictured-2'], ['--dry-run', '--label', 'dry', ...media]);
  expect(dry).toMatchObject({ exit: 0 });
  expect(readdirSync(join(folder, 'pictures'))).toEqual([name]);
  // What the methods sheet leaves out isn’t in names either.
  writeRecipe(recipe({ privacy: { drop: ['id'], pseudonyms: [], scrubMentions: [] } }));
  await run(['pictured-3'], ['--label', 'private', ...media]);
  const other = readdirSync(join(folder, 'pictures')).find((one) => one !== name) ?? '';
  expect(Object.keys(files(join('pictures', other)))).toContain('row-1_mediaUrls_1.png');
  const wrong = await run(['pictured-1'], ['--archive', '--pseudonyms', 'people', ...media]);
  expect(wrong).toMatchObject({ exit: 2, why: expect.stringContaining('--media') });
});

it('where people are replaced, no file names the inputs', async () => {
  const pseudonyms = [{ field: 'authorUsername', kind: 'username' }];
  const privacy = { drop: ['text', 'id'], pseudonyms, scrubMentions: [] };
  writeRecipe(recipe({ privacy, format: { kind: 'csv' } }));
  expect(await run(['user-1'])).toMatchObject({ exit: 0 });
  expect(JSON.stringify(files())).not.toContain('user-1');
});

it('a folder of the program’s own isn’t one to save into, which is said before anything is asked', async () => {
  const flags = ['--pages', '1'];
  expect(await run(['user-1'], flags)).toMatchObject({ exit: 0 });
  const asked = service.asked.length;
  const label = ['--label', 'tuesday'];
  for (const out of ['data', 'data/runs', 'data/new/folder']) {
    expect(await run(['user-1'], [...flags, ...label, '--out', join(folder, out)])).toMatchObject({
      exit: 2,
      why: expect.stringContaining('its own files in this folder') as unknown,
    });
  }
  expect(service.asked.length).toBe(asked);
  expect(readdirSync(join(folder, 'data'))).not.toContain('new');
});

/** A table of a dataset, without what tells one run from another. */
async function tableOf(root: string, table: string): Promise<string[]> {
  const found = readdirSync(join(root, table), { recursive: true, encoding: 'utf8' });
  const paths = found.filter((name) => name.endsWith('.parquet'));
  const read = await Promise.all(paths.map((name) => readParquet(join(root, table, name))));
  const exact = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  return read
    .flatMap(({ rows }) => rows)
    .map(({ run: _run, collected_at: _collected, saved_at: _saved, ...row }) => row)
    .map((row) => JSON.stringify(row, exact))
    .toSorted();
}

const partCount = count(3, 8);

it(`${partCount} parts at once, each with its data folder and key, make one dataset as a single run does`, async () => {
  const inputs = [...names('user', 24), 'gone-1', 'empty-1', 'two words'];
  const flags = ['--format', 'dataset', '--pages', '2'];
  const [alone, together] = [join(folder, 'alone'), join(folder, 'together')];
  expect(await run(inputs, [...flags, '--out', alone])).toMatchObject({ exit: 3, rows: 144 });
  const part = (number: number): string[] => {
    const own = ['--part', `${number}/${partCount}`, '--data-dir', join(folder, `part-${number}`)];
    return [...flags, ...own, '--out', together];
  };
  const parts = Array.from({ length: partCount }, (_, at) => at + 1);
  const ends = await Promise.all(
    parts.map((number) => summaryOf(start(flagsOf(inputs, part(number)), `${key}-${number}`))),
  );
  const why = 'Not all inputs are complete: 1 invalid.';
  expect(ends).toMatchObject(parts.map(() => ({ exit: 3, why })));
  for (const [table, length] of Object.entries({ 'microblog-post': 144, inputs: 26 })) {
    const rows = await tableOf(together, table);
    expect(rows).toHaveLength(length);
    expect(rows).toEqual(await tableOf(alone, table));
  }
  const crate = readFileSync(join(together, 'ro-crate-metadata.json'), 'utf8');
  expect(crate.match(/"CreateAction"/g)).toHaveLength(partCount);
  // The same command again adds nothing.
  const before = await readTree(together);
  expect(await run(inputs, part(3))).toMatchObject({ files: [] });
  expect(await readTree(together)).toEqual(before);
});

/** What was collected, without the times at which it was. */
const collected = (given: Record<string, string>): [string, string][] =>
  Object.entries(given)
    .filter(([name]) => !/methods/.test(name))
    .map(([name, text]) => [name, text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z/g, 'then')]);

const kills = count(3, 30);

it.each([
  ['a question', recipe()],
  ['a recipe with steps', steps(15)],
])(
  `killed at ${kills} random moments, %s writes the files of one that was left alone, and the key nowhere`,
  async (_, asked) => {
    writeRecipe(asked);
    const inputs = [...names('user', count(15, 150)), 'gone-1', 'empty-1', ...names('other', 15)];
    const flags = ['--pages', '2', '--max-calls', '1000'];
    const calmly = await run(inputs, [...flags, '--data-dir', join(folder, 'calm')]);
    expect(calmly).toMatchObject({ exit: 0 });
    const calm = files();
    for (const name of Object.keys(calm)) writeFileSync(join(folder, 'out', name), 'cut off');

    const calls = service.asked.splice(0).length;
    service.pauseMs = 10;
    const command = flagsOf(inputs, flags);
    for (let kill = 0; kill < kills; kill++) {
      const child = start(command);
      // Mostly in the middle of a call; when all is asked, while it opens, saves or ends.
      const until = service.asked.length + 1 + Math.floor(Math.random() * 20);
      const reached = new Promise<void>((resolve) => {
        service.onAsked = ({ length }) => void (length >= until && resolve());
      });
      // The first one, however slow the computer is.
      await Promise.race([reached, sleep(kill === 0 ? 60_000 : 300 + Math.random() * 1700)]);
      await child.kill();
    }
    const last = start(command);
    expect(await summaryOf(last)).toMatchObject({ exit: 0 });
    expect(Object.keys(files())).toEqual(Object.keys(calm));
    expect(collected(files())).toEqual(collected(calm));
    // Else nothing was under way when it was killed.
    expect(service.asked.length).toBeGreaterThan(calls);
    // Each kill makes the input under way be asked again, and no other.
    expect(service.asked.length).toBeLessThanOrEqual(calls + kills * 2);
    expect(`${written.join('\n')}${last.lines.join('\n')}`).not.toContain(key);
    for (const text of await readTree(folder)) expect(text.includes(key)).toBe(false);
  },
  300_000,
);
