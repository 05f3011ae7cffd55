/**
 * A real core on a data folder of its own, for tests: real files, real HTTP, a keychain of paper.
 * Every answer is parsed with the method's own schema (checklist 15), so a test that only asks
 * for rows still notices an output of the wrong shape.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { createCore } from '#main/core/create-core.ts';
import type { Core, CorePorts } from '#main/core/core.ts';
import { createNetwork } from '#main/core/service/network.ts';
import { createMemoryStore } from '#main/core/credentials/secret-stores.ts';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';
import { methods } from '#shared/contract/methods.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { maxWindowRows } from '#shared/contract/run.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run, RunLimit } from '#shared/contract/run.ts';
import type { Query } from '#shared/query/types.ts';
import { startColumnsWorker } from '#test/support/columns/worker-pool.ts';
import { descriptionWorker } from '#test/support/description/worker.ts';
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';

/** What a host would give the core; what is left out is a test's usual. */
export interface TestCoreOptions extends Partial<Omit<CorePorts, 'start' | 'version' | 'report'>> {
  /** `--service`. */
  serviceAddress?: string | undefined;
  /** The key in the environment. */
  accessKey?: string | undefined;
  /** `--sample`; needs `sampleService`. */
  sample?: boolean;
  /** What `settings.json` holds before the start. */
  settings?: Record<string, unknown>;
}

export interface TestCore {
  readonly core: Core;
  readonly dataDir: string;
  /** Everything main told the window. */
  readonly events: AppEvent[];
  /** What went to the host's log. */
  readonly reported: unknown[];
  /** Files that were saved, in order. */
  readonly saved: string[];
  /** Unchecked on both ends. */
  send(method: string, input: unknown): Promise<unknown>;
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /** The same, for a call that must succeed. */
  value<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  /** Hears what a window hears, until the core is closed. Resolves once it does. */
  listen(hear: (event: AppEvent) => void): Promise<void>;
  /** What the file that was saved last holds. */
  readSaved(saved?: { download: string | null }): Promise<Buffer>;
  /** Closes the core; the folder stays when it was given. */
  close(): Promise<void>;
}

/** A keychain of paper that lasts as long as the object: what is stored is there to be read. */
export function paperKeychain(): SecretStore & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    place: 'this computer’s keychain',
    lasting: true,
    reason: null,
    get: async (account) => entries.get(account) ?? null,
    set: async (account, secret) => void entries.set(account, secret),
    delete: async (account) => void entries.delete(account),
  };
}

/** Parses what a method answered; throws with the reason when it is not what the contract says. */
export function parseAnswer<M extends MethodName>(
  method: M,
  answer: unknown,
): Result<MethodOutput<M>> {
  const result = z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: methods[method].output }),
    z.object({ ok: z.literal(false), error: problemSchema }),
  ]);
  const parsed = result.safeParse(answer);
  if (!parsed.success) throw new Error(`${method} answered otherwise: ${parsed.error.message}`);
  return answer as Result<MethodOutput<M>>;
}

/** Calls that are checked on both ends, made of some that are not. */
export function checked(send: TestCore['send']): Pick<TestCore, 'send' | 'call' | 'value'> {
  const call: TestCore['call'] = async (method, input) =>
    parseAnswer(method, await send(method, input));
  return {
    send,
    call,
    async value(method, input) {
      const result = await call(method, input);
      if (result.ok) return result.value;
      throw new Error(`${result.error.code}: ${result.error.title} ${result.error.advice}`);
    },
  };
}

/**
 * Starts a core; the caller closes it. A data folder that was given stays there at the end. Unless
 * told it neither looks at the service's status by itself nor asks for its description.
 */
export async function startTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { serviceAddress, accessKey, sample, settings, ...ports } = options;
  const folder = await mkdtemp(join(tmpdir(), 'sde-core-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  if (settings !== undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
  }
  const saved: string[] = [];
  const reported: unknown[] = [];
  const core = await createCore({
    version: '0.0.0-test',
    fetch: createNetwork(),
    startColumnsWorker,
    descriptionWorker: descriptionWorker(),
    attended: false,
    secrets: createMemoryStore('A test has no keychain.'),
    sampleService: () => Promise.reject(new Error('no sample service in this test')),
    async chooseSaveTarget(suggestedName) {
      const path = join(await mkdtemp(join(folder, 'saved-')), basename(suggestedName));
      saved.push(path);
      return { path, finish: async () => ({ name: basename(path), download: null }) };
    },
    openLink: async () => undefined,
    showInFolder: null,
    retryDelaysMs: [1, 1],
    pollEveryMs: 5,
    graceMs: { stop: 0, quit: 0 },
    ...ports,
    dataDir,
    start: {
      sample: sample ?? false,
      serviceAddress: serviceAddress ?? null,
      accessKey: accessKey ?? null,
    },
    report: (error) => reported.push(error),
  });
  const events: AppEvent[] = [];
  core.subscribe((event) => events.push(event));
  return {
    ...checked((method, input) => core.call(method, input)),
    core,
    dataDir,
    events,
    reported,
    saved,
    listen: async (hear) => void core.subscribe(hear),
    readSaved: () => readFile(saved.at(-1) ?? ''),
    async close() {
      await core.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Asked = Pick<TestCore, 'core' | 'value'>;

/**
 * The run once it is at work no more. It is looked at only when the window is told of a rest: looking
 * reads and checks a screen of rows, which a collecting run would wait for.
 */
export async function rested(runId: string, { core, value }: Asked): Promise<Run> {
  let rests: () => void = () => undefined;
  const leave = core.subscribe((event) => {
    if (event.kind === 'run.changed' && event.run.id === runId && !isWorking(event.run.state)) {
      rests();
    }
  });
  try {
    for (;;) {
      const told = new Promise<void>((resolve) => {
        rests = resolve;
      });
      const { run } = await value('run.open', { runId });
      if (!isWorking(run.state)) return run;
      await told;
    }
  } finally {
    leave();
  }
}

let minted = 0;
/** A run id like the window's. */
export function mintRunId(): string {
  minted += 1;
  return `run-${process.pid}-${Date.now().toString(36)}-${minted}`;
}

export const question = (
  endpointId: string,
  values: Query['values'],
  fields: string[] = [],
): Query => ({ endpointId, values: { ...values }, fields });

/** Asks, and gives the run once it rests; a first page only unless a limit is given. */
export async function askIn(way: Asked, query: Query, limit?: RunLimit): Promise<Run> {
  const runId = mintRunId();
  await way.value('run.start', { runId, query, ...(limit && { limit }) });
  return rested(runId, way);
}

/** All rows of a run, or of a part of it. */
export async function rowsIn(
  way: Pick<TestCore, 'value'>,
  runId: string,
  part: Partial<MethodInput<'rows.window'>> = {},
): Promise<MethodOutput<'rows.window'>['rows']> {
  const rows: MethodOutput<'rows.window'>['rows'] = [];
  for (;;) {
    const window = { runId, offset: rows.length, count: maxWindowRows, ...part };
    const next = await way.value('rows.window', window);
    rows.push(...next.rows);
    if (next.rows.length < maxWindowRows) return rows;
  }
}
