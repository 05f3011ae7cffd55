/**
 * Folders from somebody else in which every member of every file was replaced by hostile values, with
 * checksums that fit. Whatever they say, nothing is asked, nothing outside is written, main doesn't
 * stand still, and what can’t be read is said in words.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run } from '#shared/contract/run.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import {
  changed,
  fuzzed,
  hostileValues,
  logLine,
  readLogLine,
} from '#test/support/foreign/hostile.ts';
import type { Change, Fuzzed, Json } from '#test/support/foreign/hostile.ts';
import { mintRunId } from '#test/support/core.ts';
import { makeRichProject } from '#test/support/foreign/rich-project.ts';
import type { RichProject } from '#test/support/foreign/rich-project.ts';
import { startForeignWorld } from '#test/support/foreign/world.ts';
import type { ForeignWorld } from '#test/support/foreign/world.ts';
import { count } from '#test/support/thorough.ts';

let rich: RichProject;
let world: ForeignWorld;
let values: string[];
const most = count(1, 40);

beforeAll(async () => {
  rich = await makeRichProject();
  world = await startForeignWorld(rich.server.address, rich.server.accessKey);
  values = hostileValues(rich.server.address);
});
afterAll(async () => {
  await world.close();
  await rich.remove();
});

/** Made as they are needed: all of them are gigabytes. */
function* batchesOf<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Opens the files of each batch together; of one that breaks a rule, finds the file that does. */
async function each<T extends Fuzzed>(
  batches: Iterable<readonly T[]>,
  visit: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  const narrow = async (some: readonly T[]): Promise<string | null> => {
    const problem = await world.watched(() => visit(some));
    if (problem === null || some.length === 1) return problem && `${some[0]?.name}: ${problem}`;
    const half = some.length >> 1;
    const [first, second] = [some.slice(0, half), some.slice(half)];
    return (await narrow(first)) ?? (await narrow(second)) ?? `${some[0]?.name} …: ${problem}`;
  };
  const problems: string[] = [];
  for (const batch of batches) {
    const problem = await narrow(batch);
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
}

let folders = 0;
/** A copy of the project without runs, with these files. */
function newFolder(files: Readonly<Record<string, string>>, hasRuns = false): string {
  rmSync(join(world.projects, `foreign-${folders - 1}`), { recursive: true, force: true });
  folders += 1;
  const folder = join(world.projects, `foreign-${folders}`);
  const runs = join(rich.folder, 'runs');
  cpSync(rich.folder, folder, { recursive: true, filter: (path) => hasRuns || path !== runs });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

interface FuzzedRun extends Fuzzed {
  /** The run it is made of. */
  from: string;
  /** The file that is another one. */
  file: string;
  /** For inputs: the log that has their hash. */
  log?: string;
}

const linesOf = (folder: string, file: string): string[] =>
  readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every run of the project, with every member of its files replaced. */
function* fuzzedRuns(): Generator<FuzzedRun> {
  /** By the kind of run and line. */
  const known = new Map<string, Set<string>>();
  const knownOf = (kind: string): Set<string> => {
    // A question of a run's own is the same in each kind.
    const ofQuestion = [...known.values()].flatMap((places) =>
      [...places].filter((place) => place.startsWith('known.')),
    );
    const found = known.get(kind) ?? new Set(ofQuestion);
    known.set(kind, found);
    return found;
  };
  for (const id of readdirSync(join(rich.folder, 'runs')).toSorted()) {
    const from = join(rich.folder, 'runs', id);
    const log = linesOf(from, 'pages.jsonl').map(readLogLine);
    const withLine = (at: number, text: string | null): string | null =>
      text && log.map((line, n) => (n === at ? text : logLine(line))).join('');
    const header = log[0]!.body as { [name: string]: Json };
    const kind = ['derived', 'list', 'known'].find((name) => header[name] !== undefined) ?? '';
    for (const [at, line] of log.entries()) {
      for (const part of ['header', 'body'] as const) {
        const about = `${kind} run, line ${at + 1}, ${part}`;
        const write = (changes: readonly Change[]): string | null =>
          withLine(at, logLine(line, { [part]: changes }));
        const seen = knownOf(
          `${JSON.stringify(line.header['kind'])} ${part === 'body' ? kind : part}`,
        );
        for (const one of fuzzed(about, line[part], values, most, write, seen)) {
          yield { ...one, from, file: 'pages.jsonl' };
        }
      }
    }
    for (const file of readdirSync(from).filter((name) => /^(?:meta|place)\.json$/.test(name))) {
      const content = JSON.parse(readFileSync(join(from, file), 'utf8')) as Json;
      for (const one of fuzzed(`${kind} run, ${file}`, content, values, most)) {
        yield { ...one, from, file };
      }
    }
    if (kind !== 'list') continue;
    const inputs = linesOf(from, 'inputs.jsonl');
    const [line = '', ...others] = inputs;
    for (const one of fuzzed('inputs.jsonl', JSON.parse(line) as Json, values, most)) {
      const text = `${[one.text, ...others].join('\n')}\n`;
      const change: Change = [['list', 'sha256'], JSON.stringify(sha256(text))];
      const sealed = withLine(0, logLine(log[0]!, { body: [change] }))!;
      yield { ...one, text, from, file: 'inputs.jsonl', log: sealed };
    }
  }
}

async function openRuns(runs: readonly FuzzedRun[]): Promise<void> {
  const folder = newFolder({});
  const ids = runs.map((_, at) => `fuzzed-run-${at}`);
  for (const [at, { from, file, text, log }] of runs.entries()) {
    const own = join(folder, 'runs', ids[at]!);
    cpSync(from, own, { recursive: true, filter: (path) => !path.endsWith('derived') });
    writeFileSync(join(own, file), text);
    if (log !== undefined) writeFileSync(join(own, 'pages.jsonl'), log);
  }
  expect(await world.openFolder(folder)).toBe(true);
  await world.call('app.snapshot', {});
  await world.call('history.list', {});
  const look = async (runId: string, at: number): Promise<void> => {
    const answer = await world.call('run.open', { runId });
    const { file, name } = runs[at]!;
    const isLookedAt = at % 10 === 0 || /page|item|results/.test(name);
    if (file !== 'pages.jsonl' || isLookedAt) {
      await world.call('history.describe', { runId, name: 'Mine' });
    }
    if (answer.ok) await use(answer.value.run, isLookedAt);
    // Its columns would be made a moment later, which takes longer than everything else.
    await world.call('history.remove', { runIds: [runId] });
    if (isLookedAt) await world.call('history.restore', { runIds: [runId] });
  };
  const use = async ({ id: runId, list }: Run, isLookedAt: boolean): Promise<void> => {
    if (list !== null) {
      const view = { statuses: null, search: 'a', order: 'number', descending: false } as const;
      await world.call('run.inputs', { runId, view, offset: 0, count: 10 });
      await world.call('list.again', { runId });
    }
    await world.call('recipe.fromRun', { runId });
    if (!isLookedAt) return;
    await world.call('run.pages', { runId, from: 0, count: 10 });
    await world.call('rows.window', { runId, page: null, offset: 0, count: 10 });
    await world.call('view.summary', { runId, view: everyRow, fields: null });
    await world.call('export.preview', { spec: { runIds: [runId], format: { kind: 'csv' } } });
  };
  // Some at a time: most of their time they wait for the disk.
  for (let at = 0; at < ids.length; at += 8) {
    await Promise.all(ids.slice(at, at + 8).map((runId, n) => look(runId, at + n)));
  }
  await world.call('history.list', {});
}

it('runs', { timeout: 600_000 }, async () => {
  await each(batchesOf(fuzzedRuns(), 150), openRuns);
});

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
  for (const one of fuzzed(file, content, values, most)) {
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
  for (const one of fuzzed(file, head, values, most)) {
    const id = `fuzzed-answer-${at++}`;
    const line = one.name.includes('requestId = ') ? one.text : one.text.replace(idOf(file), id);
    yield { ...one, text: `${line}\n${text.slice(end + 1)}`, file: `requests/${id}.answer` };
  }
}

function* fuzzedLedger(): Generator<FuzzedFile> {
  const known = new Set<string>();
  for (const line of read('ledger.jsonl').trimEnd().split('\n').slice(0, 2)) {
    const content = JSON.parse(line) as Json;
    const write = (changes: readonly Change[]): string => `${changed(content, changes)}\n`;
    for (const one of fuzzed(`ledger ${line.slice(7, 20)}`, content, values, most, write, known)) {
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
    await world.call('recipe.saveFile', { id });
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

it(
  'settings, details, failures, recipes, requests and calls of a project',
  { timeout: 600_000 },
  async () => {
    const many = [
      ...fuzzedFiles(nameIn('recipes', '.json'), true),
      ...fuzzedFiles(nameIn('recipes/runs', '.json'), true),
      ...fuzzedAnswers(),
      ...fuzzedLedger(),
    ];
    const single = ['settings.json', 'project.json', 'failures.json'].map((file) =>
      Array.from(fuzzedFiles(file)),
    );
    const openings = Math.max(...single.map(({ length }) => length));
    const share = Math.ceil(many.length / openings);
    const batches = Array.from({ length: openings }, (_, at) => [
      ...single.flatMap((files) => files.slice(at, at + 1)),
      ...many.slice(at * share, (at + 1) * share),
    ]);
    await each(batches, openFiles);
  },
);

const hashOfProfile = (address: string): string =>
  createHash('sha256').update(new URL(address).origin).digest('hex').slice(0, 16);

/** Each at an address of its own: what is kept of a service is read when it is chosen. */
async function chooseServices(some: readonly FuzzedFile[]): Promise<void> {
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
    await world.call('profile.export', {});
    const profileId = new URL(address).origin;
    await world.call('workspace.save', { profileId, workspace: emptyWorkspace });
  }
}

it('tabs and what is known of services', { timeout: 600_000 }, async () => {
  for (const folder of ['workspaces', 'service-profiles']) {
    await each(batchesOf(fuzzedFiles(nameIn(folder, '.json')), 100), chooseServices);
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
    const chosen = await world.call('dataset.choose', {});
    if (!chosen.ok || chosen.value.dataset === null) continue;
    const { id: datasetId, tables } = chosen.value.dataset;
    await world.call('dataset.look', { datasetId });
    const table = tables[0]?.table ?? '';
    const opened = { runId: mintRunId(), datasetId, table, name: 'Theirs' };
    const run = await world.call('dataset.open', opened);
    await world.call('dataset.close', { datasetId });
    if (run.ok) await world.call('history.remove', { runIds: [opened.runId] });
  }
}

it('datasets', { timeout: 600_000 }, async () => {
  expect(await world.openFolder(newFolder({}))).toBe(true);
  for (const folder of ['_complete', 'methods']) {
    const [name = ''] = readdirSync(join(rich.dataset, folder)).toSorted();
    const file = `${folder}/${name}`;
    const content = JSON.parse(readFileSync(join(rich.dataset, file), 'utf8')) as Json;
    await each(batchesOf(fuzzed(file, content, values, most), 50), (some) =>
      chooseDatasets(some, file),
    );
  }
});

it('methods sheets, recipes and service profiles that are opened as files', async () => {
  expect(await world.openFolder(newFolder({}))).toBe(true);
  for (const [kind, given] of Object.entries(rich.texts)) {
    const all = fuzzed(kind, JSON.parse(given) as Json, values, most);
    await each(batchesOf(all, 100), async (some) => {
      const method = kind === 'profile' ? 'profile.import' : 'recipe.open';
      for (const { text } of some) await world.call(method, { text });
    });
  }
});
