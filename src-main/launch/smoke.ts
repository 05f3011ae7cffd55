/**
 * `--smoke`: tests whether the program works on this computer, in half a minute and without touching the
 * person's data. Run on every packaged program before its release; also the first thing to ask for when
 * someone reports that it does not start.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyRow } from '#shared/contract/view.ts';
import type { Core } from '../core/core.ts';
import { ProblemError } from '../core/problem-error.ts';
import { loadKeychain } from '../core/credentials/secret-stores.ts';
import { createNetwork } from '../core/service/network.ts';
import { type Call, callerOf } from './call-core.ts';
import { startCore } from './start-core.ts';
import type { HostPorts } from './start-core.ts';
import { version } from '../../package.json';

export interface SmokeParts extends Pick<HostPorts, 'fetch' | 'encryption' | 'startWorker'> {
  startCore: (ports: HostPorts) => Promise<Core>;
  /** Null for a temporary folder, removed at the end. */
  dataDir: string | null;
  print: (line: string) => void;
  findKeychain?: () => Promise<{ name: string }>;
  /** Further checks by the host while the core is open: name by function, which returns the finding. */
  more?: Readonly<Record<string, (core: Core) => Promise<string>>>;
}

/** @returns the exit code: 0 when everything worked, 1 when something did not; the failures are printed. */
export async function runSmoke(parts: SmokeParts): Promise<0 | 1> {
  const { print, findKeychain = loadKeychain } = parts;
  const { versions, platform, arch } = process;
  const runtime = versions['electron'] ? `Electron ${versions['electron']}` : 'no Electron';
  print(
    `Social Data Explorer ${version} on ${platform} ${arch}: Node ${versions.node}, ${runtime}`,
  );

  const failed: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>, found: (value: T) => string) => {
    try {
      const value = await work();
      print(`ok      ${what}: ${found(value)}`);
      return value;
    } catch (error) {
      failed.push(what);
      print(`FAILED  ${what}: ${sentence(error)}`);
      return null;
    }
  };

  const dataDir = parts.dataDir ?? (await mkdtemp(join(tmpdir(), 'social-data-explorer-smoke-')));
  const core = await attempt(
    'Stores',
    () => openStores(parts, dataDir),
    ({ summary }) => summary,
  );
  if (core !== null) {
    const { call } = core;
    const runId = randomUUID();
    const asked = await attempt(
      'Sample query',
      async () => some((await call('run.start', { runId, query: sampleQuery })).run.rowCount),
      (rows) => `${rows} rows`,
    );
    if (asked !== null) {
      // Only the column store can sort rows.
      await attempt(
        'DuckDB',
        async () => some((await call('view.open', { runId, view: byText })).count),
        (rows) => `${rows} rows sorted by text`,
      );
    }
    await attempt('Service description', () => readDescription(call), String);
    for (const [what, look] of Object.entries(parts.more ?? {})) {
      await attempt(what, () => look(core.core), String);
    }
    await attempt(
      'Closing',
      () => core.core.close(),
      () => 'files closed',
    );
  }
  await attempt('Keychain module', findKeychain, ({ name }) => `${name} loaded`);
  if (parts.dataDir === null) await rm(dataDir, { recursive: true, force: true });

  print(failed.length === 0 ? 'Everything works.' : `Did not work: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

const sampleQuery = { endpointId: 'microblog.posts.search', values: { q: 'rain' }, fields: [] };
const byText = { ...everyRow, sort: [{ field: 'text', direction: 'ascending' as const }] };

function some(rows: number): number {
  if (rows === 0) throw new Error('there are no rows');
  return rows;
}

/** Runs in a separate thread, with libraries that nothing else needs. */
async function readDescription(call: Call): Promise<string> {
  const { state } = (await call('description.ask', {})).serviceProfile;
  if (state.kind === 'failed') throw new Error(state.message);
  return state.kind;
}

function sentence(error: unknown): string {
  if (error instanceof ProblemError) return `${error.problem.title} ${error.problem.advice}`;
  return error instanceof Error ? error.message : String(error);
}

async function openStores(
  { startCore: start, fetch, encryption, startWorker, print }: SmokeParts,
  dataDir: string,
): Promise<{ core: Core; call: Call; summary: string }> {
  const core = await start({
    dataDir,
    fetch,
    encryption,
    ...(startWorker !== undefined && { startWorker }),
    chooseSaveTarget: async () => null,
    openLink: null,
    showInFolder: null,
    // Never a service that costs money, whatever flags and environment specify.
    start: { sample: true, serviceAddress: null, accessKey: null },
    report: (error) => print(String(error)),
  });
  const call = callerOf(core);
  const { keychain } = await call('app.snapshot', {});
  const why = keychain.reason === null ? '' : ` (${keychain.reason})`;
  return { core, call, summary: `opened; place for keys: ${keychain.place}${why}` };
}

/** `--smoke` without Electron: the same core in plain Node. @returns the exit code. */
export const smokeInNode = (dataDir: string | null): Promise<0 | 1> =>
  runSmoke({
    startCore,
    fetch: createNetwork(),
    encryption: null,
    dataDir,
    print: (line) => process.stdout.write(`${line}\n`),
  });
