/** `npm run collect` in this process, on a folder and a service that are new for each test. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { collect } from '#main/collect/command.ts';
import { readCollectOptions } from '#main/collect/options.ts';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import { startColumnsWorker } from './columns/worker-pool.ts';
import { question } from './core.ts';
import { startCoreWith } from './kill/collect-command.ts';
import { startListService } from './lists/list-service.ts';
import type { ListService } from './lists/list-service.ts';
import { testFolder } from './store/runs.ts';

export const key = 'key-canary-5f1c9e';
export let folder: string;
export let service: ListService;
/** Everything that the commands of a test wrote. */
export let written: string[];

export function eachTestHasFolder(): void {
  beforeEach(async () => {
    folder = testFolder();
    service = await startListService();
    written = [];
    writeRecipe(recipe());
  });
}

export const writeRecipe = (text: string): void => writeFileSync(join(folder, 'recipe.json'), text);

const from = { profileId: 'https://x.example', address: 'https://x.example' };

/** Posts of accounts. `limit`: how far the run went that it is from. */
export function recipe(
  spec: object = {},
  endpointId = 'microblog.posts.by-user',
  limit: RunLimit | null = null,
): string {
  return JSON.stringify({
    kind: 'social-data-explorer/recipe',
    version: 1,
    runs: [{ title: '', query: question(endpointId, {}), service: from, pages: 1, limit }],
    spec: { runIds: ['as-saved'], format: { kind: 'jsonl' }, methods: false, ...spec },
    pseudonymSecret: null,
  });
}

/** Posts of the accounts that are given, then the profiles of some who wrote them. */
export function steps(atMost: number): string {
  const list = { field: 'authorUsername', key: 'username', atMost };
  const posts = question('microblog.posts.by-user', {});
  const users = question('microblog.users.get', {});
  const both: StepRecipe = {
    kind: 'social-data-explorer/steps',
    version: 1,
    name: 'Who wrote',
    service: from,
    steps: [
      { query: posts, asks: ['username'], list: null, pages: 2, pause: true },
      { query: users, asks: [], list, pages: 1, pause: true },
    ],
  };
  return JSON.stringify(both);
}

/** A whole run's posts of an account, as its methods sheet asks for them again. */
export const wholeRun = (): string => recipe({}, undefined, { pages: null, rows: null });

/** Its arguments: those that each command needs, unless `more` has them. */
export function flagsOf(inputs: readonly string[] | null, more: readonly string[]): string[] {
  if (inputs) writeFileSync(join(folder, 'inputs.csv'), `username\n${inputs.join('\n')}\n`);
  const flags = {
    ...(inputs && { '--inputs': join(folder, 'inputs.csv') }),
    '--label': 'monday',
    '--max-calls': '100',
    '--out': join(folder, 'out'),
    '--data-dir': join(folder, 'data'),
    '--service': service.address,
  };
  const own = Object.entries(flags).filter(([name]) => !more.includes(name));
  return [join(folder, 'recipe.json'), ...own.flat(), ...more];
}

export interface Summary {
  exit: number;
  why: string | null;
  [more: string]: unknown;
}
interface How {
  stop?: AbortSignal;
  /** Empty: none in the environment. */
  accessKey?: string;
  keychain?: SecretStore;
}

/** The command with all its arguments; only a wrong one never gets as far. */
export async function command(
  args: readonly string[],
  { stop = new AbortController().signal, accessKey = key, keychain }: How = {},
): Promise<Summary> {
  const read = readCollectOptions([...args], { SOCIAL_DATA_API_KEY: accessKey });
  if (read.kind !== 'options') return { exit: 2, why: read.kind === 'wrong' ? read.why : '' };
  const printed: string[] = [];
  const exit = await collect(read.options, {
    startCore: startCoreWith(startColumnsWorker, keychain),
    stop,
    log: (line) => written.push(line),
    print: (line) => printed.push(line),
  });
  written.push(...printed);
  expect(printed).toHaveLength(1);
  const summary = JSON.parse(printed[0] ?? '') as Summary;
  expect(summary.exit).toBe(exit);
  return summary;
}

/** @param inputs null: the recipe's own. */
export const run = (
  inputs: readonly string[] | null,
  more: readonly string[] = [],
  how: How = {},
): Promise<Summary> => command(flagsOf(inputs, more), how);

/** Files by name, with what is in them. */
export function files(out = 'out'): Record<string, string> {
  const read = (name: string): string => readFileSync(join(folder, out, name), 'utf8');
  return Object.fromEntries(readdirSync(join(folder, out)).map((name) => [name, read(name)]));
}
