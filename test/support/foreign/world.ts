/**
 * A person’s own computer: a program that is open, files around its projects that nobody may touch,
 * and foreign folders opened one after the other. What the program did meanwhile is noted.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { WorkerProcess } from '#main/core/store/columns/column-store.ts';
import { startColumnsWorker } from '../columns/worker-pool.ts';
import { paperKeychain, startTestCore } from '../core.ts';
import type { TestCore } from '../core.ts';
import { count, isThorough } from '../thorough.ts';
import { hostileValues } from './hostile.ts';
import type { Fuzzed } from './hostile.ts';
import { makeRichProject } from './rich-project.ts';
import type { RichProject } from './rich-project.ts';

interface ForeignWorld {
  readonly core: TestCore;
  /** Where foreign folders are put, beside others. */
  readonly projects: string;
  /** The dataset that is chosen next. */
  dataset: string;
  /** Says that the person agreed to a service at this address: its description may be asked for. */
  agree(address: string): void;
  /**
   * Opens a folder as one that this computer has never seen, agreeing to the address it shows. Returns
   * whether it is open; it may be refused in words.
   */
  openFolder(folder: string): Promise<boolean>;
  /** Calls a method that may be refused, but in words. */
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /**
   * Does something with a foreign folder and returns what broke a rule by it; null: nothing did. Its
   * effort counts in thorough runs only, which nothing else disturbs.
   */
  watched(act: () => Promise<void>): Promise<string | null>;
  close(): Promise<void>;
}

/** @param address of a service that the person has a key for. */
async function startForeignWorld(address: string, accessKey: string): Promise<ForeignWorld> {
  const root = mkdtempSync(join(tmpdir(), 'foreign-'));
  const [home, projects] = [join(root, 'home'), join(root, 'projects')];
  for (const folder of [home, projects, join(root, 'outside'), join(projects, 'outside')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'x'), 'mine');
  }
  let chosen = '';
  let dataset = '';
  const asked: string[] = [];
  const core = await startTestCore({
    dataDir: home,
    settings: { service: { kind: 'address', address } },
    accessKey,
    secrets: paperKeychain(),
    attended: true,
    fetch: (given, init) => {
      const { url, headers } = new Request(given, init);
      asked.push(`${url} ${headers.get('authorization') ?? ''}`.trim());
      return Promise.resolve(new Response('', { status: 404 }));
    },
    startColumnsWorker: startWatchedWorker,
    chooseProjectFolder: async () => chosen,
    takeGivenFile: () => dataset,
  });
  // Its own service is asked for a description by itself, once.
  await core.value('description.ask', {});
  const before = filesIn(root, projects);
  /** What may be asked without a click: the description of a new service, without a key. */
  const mayAsk = new Set<string>();
  const agree = (to: string): void => {
    for (const name of ['openapi.json', 'openapi.yaml']) mayAsk.add(`${to}/${name}`);
  };

  const call: ForeignWorld['call'] = async (method, input) => {
    const answer = await core.call(method, input);
    if (!answer.ok && answer.error.code === 'internal') {
      throw new Error(`${method} failed by itself: ${String(core.reported.at(-1))}`, {
        cause: core.reported.at(-1),
      });
    }
    return answer;
  };

  return {
    core,
    projects,
    get dataset() {
      return dataset;
    },
    set dataset(path) {
      dataset = path;
    },
    agree,
    call,
    async openFolder(folder) {
      chosen = folder;
      let answer = await call('project.open', { id: null });
      if (answer.ok && answer.value.kind === 'ask') {
        const { id, service } = answer.value;
        if (service !== null) agree(service.address);
        answer = await call('project.open', { id, address: service?.address });
      }
      return answer.ok && answer.value.kind === 'opened';
    },
    async watched(act) {
      asked.length = 0;
      core.reported.length = 0;
      mayAsk.clear();
      agree(address);
      const effort = watchEffort();
      try {
        await act();
      } catch (error) {
        return describe(error);
      } finally {
        effort.end();
      }
      if (core.reported.length > 0) return `failed by itself: ${describe(core.reported[0])}`;
      const unasked = asked.filter((one) => !mayAsk.has(one));
      if (unasked.length > 0) return `asked ${unasked.join(', ')}`;
      const after = filesIn(root, projects);
      const names = [...new Set([...before.keys(), ...after.keys()])];
      const touched = names.filter((name) => before.get(name) !== after.get(name));
      if (touched.length > 0) return `touched ${touched.join(', ')}`;
      return isThorough ? effort.tooMuch() : null;
    },
    async close() {
      await core.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error ? `${message}\n${cause.stack ?? ''}` : (error.stack ?? message);
};

/** What the program may write: its list of projects, and what marks it and its own. */
const own = /^home\/(?:projects\.json|social-data-explorer\.lock|this-computer\.secret)$/;

/** The files that a foreign folder has no business with, by path. */
function filesIn(root: string, projects: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = path.slice(root.length + 1);
      const isOpened = folder === projects && entry.name.startsWith('foreign');
      if (isOpened || own.test(name)) continue;
      if (entry.isDirectory()) add(path);
      const isFile = entry.isFile();
      found.set(name, isFile ? hashOf(readFileSync(path)) : '');
    }
  };
  add(root);
  // Where relative paths lead if nobody says from where, and what a path of its own may name.
  for (const name of readdirSync(process.cwd())) found.set(`./${name}`, '');
  found.set('/etc/passwd', hashOf(readFileSync('/etc/passwd')));
  return found;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const mostTurnMs = 1000;
const mostMemory = 500_000_000;

/**
 * The processes that this one started: those of the columns and of descriptions. Only Linux tells, so
 * their effort, and memory altogether, is measured there.
 */
function startedProcesses(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/task').flatMap((task) =>
    (readNow(`/proc/self/task/${task}/children`) ?? '').split(' ').filter((id) => id !== ''),
  );
}

/** Returns null for what has ended meanwhile. */
function readNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The processor's time of a process, in milliseconds: a tick is a hundredth of a second. */
function timeOf(id: string): number {
  const [user = 0, system = 0] = (readNow(`/proc/${id}/stat`) ?? '')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** The most memory that a process had since it was last told to begin again, in bytes. */
const peakOf = (id: string): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readNow(`/proc/${id}/status`) ?? '')?.[1] ?? 0) * 1024;

function beginPeak(id: string): number {
  try {
    writeFileSync(`/proc/${id}/clear_refs`, '5');
  } catch {
    // It has ended.
  }
  return peakOf(id);
}

/** Called whenever the process of the columns has answered. */
let onAnswer = (): void => undefined;
function startWatchedWorker(): WorkerProcess {
  const worker = startColumnsWorker();
  worker.on('message', () => onAnswer());
  return worker;
}

/**
 * Notes the longest turn of the event loop and the longest that other processes worked between two
 * answers, both by the processor's time and not by the clock, which on a busy computer says nothing:
 * between two ticks there is at most one turn longer than a tick.
 */
function watchEffort() {
  const main = String(process.pid);
  const others = startedProcesses();
  const before = new Map([main, ...others].map((id) => [id, beginPeak(id)]));
  const timeOfOthers = (): number => startedProcesses().reduce((sum, id) => sum + timeOf(id), 0);
  let turnMs = 0;
  let answerMs = 0;
  let used = process.cpuUsage();
  let usedByOthers = timeOfOthers();
  onAnswer = () => {
    const now = timeOfOthers();
    answerMs = Math.max(answerMs, now - usedByOthers);
    usedByOthers = now;
  };
  const timer = setInterval(() => {
    const since = process.cpuUsage(used);
    used = process.cpuUsage();
    turnMs = Math.max(turnMs, (since.user + since.system) / 1000);
  }, 20);
  return {
    tooMuch(): string | null {
      if (turnMs > mostTurnMs) return `stood still for ${Math.round(turnMs)} ms`;
      if (answerMs > mostTurnMs) return `another process stood still for ${answerMs} ms`;
      const took = [main, ...startedProcesses()].map((id) => peakOf(id) - (before.get(id) ?? 0));
      const most = Math.max(...took);
      return most > mostMemory ? `took ${Math.round(most / 1e6)} MB` : null;
    },
    end(): void {
      clearInterval(timer);
      onAnswer();
      onAnswer = () => undefined;
    },
  };
}

export let rich: RichProject;
export let world: ForeignWorld;
export let values: readonly string[];

/** A project and a computer for the tests of a file. */
export function useForeignWorld(): void {
  beforeAll(async () => {
    rich = await makeRichProject();
    world = await startForeignWorld(rich.server.address, rich.server.accessKey);
    values = hostileValues(rich.server.address);
  });
  afterAll(async () => {
    await world?.close();
    await rich?.remove();
  });
}

/** How many values take the place of a member. */
export const mostValues = count(1, 40);
/** Thousands of folders, on a computer that may be busy. */
export const patience = { timeout: 3_600_000 };

/** Made as they are needed: all of them are gigabytes. `npm test` takes every third. */
export function* batchesOf<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  let at = 0;
  for (const one of all) {
    if (at++ % count(3, 1) > 0) continue;
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Visits the files of each batch together; of one that breaks a rule, finds the file that does. Where
 * neither half breaks it alone, all are visited once more: the processor's time of this process has its
 * other threads in it, which on a busy computer may work for long while the loop waits for its turn.
 */
export async function eachBatch<T extends Fuzzed>(
  batches: Iterable<readonly T[]>,
  visit: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  const narrow = async (some: readonly T[]): Promise<string | null> => {
    const problem = await world.watched(() => visit(some));
    if (problem === null || some.length === 1) return problem && `${some[0]?.name}: ${problem}`;
    const half = some.length >> 1;
    const [first, second] = [some.slice(0, half), some.slice(half)];
    const ofOne = (await narrow(first)) ?? (await narrow(second));
    if (ofOne !== null) return ofOne;
    const again = await world.watched(() => visit(some));
    return again && `${some[0]?.name} …: ${again}`;
  };
  const problems: string[] = [];
  for (const batch of batches) {
    const problem = await narrow(batch);
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
}

let folders = 0;
/** A copy of the project without its runs, and with these files; the one before the last is gone. */
export function newFolder(files: Readonly<Record<string, string>> = {}): string {
  const pathOf = (n: number): string => join(world.projects, `foreign-${n}`);
  rmSync(pathOf(folders - 1), { recursive: true, force: true });
  folders += 1;
  const folder = pathOf(folders);
  const runs = join(rich.folder, 'runs');
  cpSync(rich.folder, folder, { recursive: true, filter: (path) => path !== runs });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
