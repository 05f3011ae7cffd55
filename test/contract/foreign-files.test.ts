/**
 * Every other file that somebody else may hand over, with hostile values in place of each member: of a
 * project, of a dataset, and those that are opened as text. The rules are those of foreign runs
 * (`foreign-folders.test.ts`).
 */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { mintRunId } from '#test/support/core.ts';
import { changed, fuzzed } from '#test/support/foreign/hostile.ts';
import type { Change, Fuzzed, Json } from '#test/support/foreign/hostile.ts';
import {
  batchesOf,
  eachBatch,
  mostValues,
  newFolder,
  patience,
  rich,
  useForeignWorld,
  values,
  world,
} from '#test/support/foreign/world.ts';

useForeignWorld();

interface FuzzedFile extends Fuzzed {
  /** Its path in the project; lines of the ledger are added to it. */
  file: string;
}

const read = (file: string): string => readFileSync(join(rich.folder, file), 'utf8');
const nameIn = (folder: string, end: string): string => {
  const found = readdirSync(join(rich.folder, folder)).find((name) => name.endsWith(end));
  return `${folder}/${found ?? ''}`;
};

/** A JSON file of the project, by itself or as many files beside it. */
function* fuzzedFiles(file: string, asOthers = false): Generator<FuzzedFile> {
  const content = JSON.parse(read(file)) as Json;
  let at = 0;
  for (const one of fuzzed(file, content, values, mostValues)) {
    const id = `fuzzed-file-${at++}`;
    // An id that is another one than its file’s is found at once.
    const text = one.name.includes(' id = ') ? one.text : one.text.replace(idOf(file), id);
    yield asOthers ? { ...one, text, file: join(dirname(file), `${id}.json`) } : { ...one, file };
  }
}

const idOf = (file: string): string => basename(file).replace(/\.\w+$/, '');

function* fuzzedAnswers(): Generator<FuzzedFile> {
  const file = nameIn('requests', '.answer');
  const text = read(file);
  const end = text.indexOf('\n');
  const head = JSON.parse(text.slice(0, end)) as Json;
  let at = 0;
  for (const one of fuzzed(file, head, values, mostValues)) {
    const id = `fuzzed-answer-${at++}`;
    const line = one.name.includes('requestId = ') ? one.text : one.text.replace(idOf(file), id);
    yield { ...one, text: `${line}\n${text.slice(end + 1)}`, file: `requests/${id}.answer` };
  }
}

function* fuzzedLedger(): Generator<FuzzedFile> {
  for (const line of read('ledger.jsonl').trimEnd().split('\n').slice(0, 2)) {
    const content = JSON.parse(line) as Json;
    const write = (changes: readonly Change[]): string => `${changed(content, changes)}\n`;
    for (const one of fuzzed(`ledger ${line.slice(7, 20)}`, content, values, mostValues, write)) {
      yield { ...one, file: 'ledger.jsonl' };
    }
  }
}

async function openFiles(some: readonly FuzzedFile[]): Promise<void> {
  const files: Record<string, string> = {};
  for (const { file, text } of some) {
    files[file] = file === 'ledger.jsonl' ? (files[file] ?? read(file)) + text : text;
  }
  const folder = newFolder(files);
  const [run = ''] = readdirSync(join(rich.folder, 'runs')).toSorted();
  cpSync(join(rich.folder, 'runs', run), join(folder, 'runs', run), { recursive: true });
  if (!(await world.openFolder(folder))) {
    // A newer version’s, for one: the others of these files are opened without it.
    if (some.length > 1) for (const one of some) await openFiles([one]);
    return;
  }
  await world.call('app.snapshot', {});
  await world.call('project.details', {});
  await world.call('project.list', {});
  const recipes = await world.call('recipe.list', {});
  if (recipes.ok) {
    const id = recipes.value.recipes.at(-1)?.id ?? 'recipe-saved-1';
    await world.call('file.save', { file: { of: 'recipe', id } });
  }
  const answers = await world.call('request.list', {});
  for (const { requestId } of answers.ok ? answers.value.answers : []) {
    await world.call('request.open', { requestId });
  }
  await world.call('calls.counts', {});
  await world.call('support.preview', { withQuestions: true });
  await world.call('description.get', {});
  await world.call('history.list', {});
  await world.call('run.open', { runId: run });
  await world.call('preferences.save', { theme: 'light' });
  await world.call('project.save', { title: 'Mine', creators: [], licence: null, note: '' });
}

it('settings, details, failures, recipes, requests and calls of a project', patience, async () => {
  const many = [
    ...fuzzedFiles(nameIn('recipes', '.json'), true),
    ...fuzzedFiles(nameIn('recipes/runs', '.json'), true),
    ...fuzzedAnswers(),
    ...fuzzedLedger(),
  ];
  const single = ['settings.json', 'project.json', 'failures.json'].map((file) =>
    Array.from(fuzzedFiles(file)),
  );
  const openings = Array.from(
    { length: Math.max(...single.map(({ length }) => length)) },
    (_, at) => single.flatMap((files) => files.slice(at, at + 1)),
  );
  // What is kept of a service isn’t looked at where another one is in use.
  const ofService = openings.filter(
    (files) => !files.some(({ name }) => name.startsWith('settings.json service')),
  );
  for (const [at, one] of many.entries()) ofService[at % ofService.length]!.push(one);
  await eachBatch(openings, openFiles);
});

const hashOfProfile = (address: string): string =>
  createHash('sha256').update(new URL(address).origin).digest('hex').slice(0, 16);

/**
 * Each at an address of its own: what is kept of a service is read when it is chosen.
 * @param write makes the program write what it has read.
 */
async function chooseServices(
  some: readonly FuzzedFile[],
  write: (profileId: string) => Promise<unknown>,
): Promise<void> {
  const files: Record<string, string> = {};
  const addresses = some.map(({ file, text }, at) => {
    const address = `https://service-${at}.test`;
    files[`${dirname(file)}/${hashOfProfile(address)}.json`] = text;
    return address;
  });
  expect(await world.openFolder(newFolder(files))).toBe(true);
  for (const address of addresses) {
    world.agree(address);
    await world.call('service.choose', { kind: 'address', address });
    await world.call('description.get', {});
    await write(new URL(address).origin);
  }
}

it('tabs and what is known of services', patience, async () => {
  const written = {
    workspaces: (profileId: string) =>
      world.call('workspace.save', { profileId, workspace: emptyWorkspace }),
    'service-profiles': () => world.call('file.save', { file: { of: 'corrections' } }),
  };
  for (const [folder, write] of Object.entries(written)) {
    await eachBatch(batchesOf(fuzzedFiles(nameIn(folder, '.json')), 100), (some) =>
      chooseServices(some, write),
    );
  }
});

/** One after the other, as a person chooses them. */
async function chooseDatasets(some: readonly Fuzzed[], file: string): Promise<void> {
  for (const { text } of some) {
    const folder = join(world.projects, 'foreign-dataset');
    rmSync(folder, { recursive: true, force: true });
    cpSync(rich.dataset, folder, { recursive: true });
    writeFileSync(join(folder, file), text);
    world.dataset = folder;
    const chosen = await world.call('open.take', {});
    if (!chosen.ok || chosen.value.opened === null) continue;
    const { id: fileId, tables } = chosen.value.opened;
    await world.call('open.look', { fileId, name: 'theirs' });
    const table = tables[0]?.table ?? '';
    const opened = { runId: mintRunId(), fileId, table, name: 'Theirs' };
    const run = await world.call('open.table', opened);
    await world.call('open.close', { fileId });
    if (run.ok) await world.call('history.remove', { runIds: [opened.runId] });
  }
}

it('datasets', patience, async () => {
  expect(await world.openFolder(newFolder())).toBe(true);
  for (const folder of ['_complete', 'methods']) {
    const [name = ''] = readdirSync(join(rich.dataset, folder)).toSorted();
    const file = `${folder}/${name}`;
    const content = JSON.parse(readFileSync(join(rich.dataset, file), 'utf8')) as Json;
    await eachBatch(batchesOf(fuzzed(file, content, values, mostValues), 50), (some) =>
      chooseDatasets(some, file),
    );
  }
});

it('methods sheets, recipes and service profiles that are opened as files', async () => {
  expect(await world.openFolder(newFolder())).toBe(true);
  for (const [kind, given] of Object.entries(rich.texts)) {
    const all = fuzzed(kind, JSON.parse(given) as Json, values, mostValues);
    await eachBatch(batchesOf(all, 100), async (some) => {
      const method = kind === 'profile' ? 'profile.import' : 'recipe.open';
      for (const { text } of some) await world.call(method, { text });
    });
  }
});
