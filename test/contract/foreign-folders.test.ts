/**
 * Runs in a folder from somebody else in which every member of every file was replaced by hostile values,
 * with checksums that fit. Whatever they say, nothing is asked, nothing outside is written, main doesn’t
 * stand still, and what can’t be read is said in words.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inputsOf } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
import { everyRow } from '#shared/contract/view.ts';
import { fuzzed, logLine, readLogLine } from '#test/support/foreign/hostile.ts';
import type { Change, Fuzzed, Json, LogLine } from '#test/support/foreign/hostile.ts';
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

interface FuzzedRun extends Fuzzed {
  /** The run it is made of. */
  from: string;
  /** The file that is another one. */
  file: string;
  /** It is in a line of rows or of how they came. */
  isOfRows?: boolean;
}

const linesOf = (folder: string, file: string): string[] =>
  readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');

/** The line, with the hash that fits its inputs if they are other ones. */
function sealed(line: LogLine, changes: Parameters<typeof logLine>[1]): string | null {
  const text = logLine(line, changes);
  if (text === null || !changes?.tail || line.tail['inputs'] === undefined) return text;
  const { inputs } = readLogLine(text).tail;
  if (!Array.isArray(inputs)) return text;
  const lists: string[] = [];
  try {
    for (const one of inputs) {
      lists.push(JSON.stringify((one as { values?: Json } | null)?.values));
    }
  } catch {
    // Nested too deeply to be written as we write it.
    return text;
  }
  const hash = createHash('sha256').update(lists.join('\n')).digest('hex');
  return logLine(line, { ...changes, body: [[['list', 'sha256'], JSON.stringify(hash)]] });
}

/** Every run of the project, with every member of its files replaced. */
function* fuzzedRuns(): Generator<FuzzedRun> {
  for (const id of readdirSync(join(rich.folder, 'runs')).toSorted()) {
    const from = join(rich.folder, 'runs', id);
    const log = linesOf(from, 'pages.jsonl').map(readLogLine);
    const withLine = (at: number, text: string | null): string | null =>
      text && log.map((line, n) => (n === at ? text : logLine(line))).join('');
    const header = log[0]!.body as { [name: string]: Json };
    const kind = ['derived', 'list', 'known'].find((name) => header[name] !== undefined) ?? '';
    for (const [at, line] of log.entries()) {
      for (const part of ['header', 'body', 'tail'] as const) {
        const about = `${kind} run, line ${at + 1}, ${part}`;
        const write = (changes: readonly Change[]): string | null =>
          withLine(at, sealed(line, { [part]: changes }));
        for (const one of fuzzed(about, line[part], values, mostValues, write)) {
          yield { ...one, from, file: 'pages.jsonl', isOfRows: at > 0 };
        }
      }
    }
    for (const file of readdirSync(from).filter((name) => /^meta\.json$/.test(name))) {
      const content = JSON.parse(readFileSync(join(from, file), 'utf8')) as Json;
      for (const one of fuzzed(`${kind} run, ${file}`, content, values, mostValues)) {
        yield { ...one, from, file };
      }
    }
  }
}

/** The files of a run, read once: it is copied thousands of times. */
const templates = new Map<string, Record<string, Buffer>>();
function filesOf(run: string): Record<string, Buffer> {
  const found =
    templates.get(run) ??
    Object.fromEntries(
      readdirSync(run, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => [name, readFileSync(join(run, name))]),
    );
  templates.set(run, found);
  return found;
}

async function openRuns(runs: readonly FuzzedRun[]): Promise<void> {
  const folder = newFolder();
  const ids = runs.map((_, at) => `fuzzed-run-${at}`);
  for (const [at, { from, file, text }] of runs.entries()) {
    const own = join(folder, 'runs', ids[at]!);
    mkdirSync(own, { recursive: true });
    for (const [name, content] of Object.entries({ ...filesOf(from), [file]: text })) {
      writeFileSync(join(own, name), content);
    }
  }
  expect(await world.openFolder(folder)).toBe(true);
  await world.call('app.snapshot', {});
  await world.call('history.list', {});
  const look = async (runId: string, at: number): Promise<void> => {
    const answer = await world.call('run.open', { runId });
    const { file, isOfRows = false } = runs[at]!;
    const isLookedAt = isOfRows || at % 10 === 0;
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
      const view = { ...everyRow, search: 'a' };
      await world.call('rows.window', { runId: inputsOf(runId), view, offset: 0, count: 10 });
      await world.call('list.take', { kind: 'inputs', runId });
    }
    await world.call('recipe.fromRun', { runId });
    if (!isLookedAt) return;
    await world.call('run.pages', { runId, from: 0, count: 10 });
    await world.call('rows.window', { runId, offset: 0, count: 10 });
    await world.call('view.summary', { runId, view: everyRow, fields: null });
    await world.call('export.preview', { spec: { runIds: [runId], format: { kind: 'csv' } } });
  };
  // Some at a time: most of their time they wait for the disk.
  for (let at = 0; at < ids.length; at += 8) {
    await Promise.all(ids.slice(at, at + 8).map((runId, n) => look(runId, at + n)));
  }
  await world.call('history.list', {});
}

it('runs', patience, async () => {
  await eachBatch(batchesOf(fuzzedRuns(), 150), openRuns);
});
