/** The program, two of its windows and a service, and what the steps do to them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '#shared/assert-never.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';
import type { MethodInput, MethodName, MethodOutput, Result } from '#shared/contract/methods.ts';
import { onePage } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
import { mintRunId } from '../core.ts';
import type { TestCoreOptions } from '../core.ts';
import type { OpenWay, WayIn } from '../ways-in.ts';
import { notedCalls } from './ledger-lines.ts';
import { createRecorder } from './recorder.ts';
import type { Departure, Recorder } from './recorder.ts';
import type { Act, Pace, Setting, Step } from './steps.ts';

export interface AskedRun {
  readonly id: string;
  /** Asked for by no other run. */
  readonly words: string;
}

/** What was so when a request left. */
export interface Moment {
  /** The state of its run that was told last; null when nothing was. */
  readonly told: string | null;
  /** Its run's lines in the ledger that have no end yet. */
  readonly openLines: number;
  /** Why nothing should leave; null when something may. */
  readonly forbidden: string | null;
}

export interface World {
  readonly service: SampleServiceHandle;
  readonly dataDir: string;
  readonly runs: readonly AskedRun[];
  readonly recorder: Recorder<Moment>;
  /** The connection was cut while the request was on its way: it may have arrived or not. */
  isCutOff(departure: Departure<Moment>): boolean;
  /** The way in that is open now. */
  way(): WayIn;
  /** Departures before the program was opened the last time. */
  departedBefore(): number;
  /** What each window was told last of each run, since the program was opened. */
  heard(): readonly ReadonlyMap<string, Run>[];
  /** Unforeseen errors, and answers that no window should get. */
  readonly complaints: readonly string[];
  take(step: Step): Promise<void>;
  /** Everything comes to rest: the service recovers, all runs are stopped. */
  rest(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What lies before this moment never changes, so pages are the same for all who ask. */
const now = Date.UTC(2026, 5, 1, 12);

/** Short, yet long enough to be stopped in. */
const retryDelaysMs = [10, 25];

const slowKeychain: NonNullable<TestCoreOptions['secrets']> = {
  place: 'a locked keychain',
  lasting: true,
  reason: null,
  async get() {
    for (let turns = 0; turns < 8; turns++) await turn();
    throw new Error('The keychain is locked.');
  },
  set: () => Promise.reject(new Error('The keychain is locked.')),
  delete: () => Promise.reject(new Error('The keychain is locked.')),
};

/** `ordered`: calls reach the core in the order in which they are made. */
export async function createWorld(
  open: OpenWay,
  { credits, slowKeychain: slow }: Setting,
  ordered: boolean,
): Promise<World> {
  const service = await startSampleService({ now: () => now });
  const accessKey = credits === null ? service.accessKey : service.createKey({ credits });
  const folder = await mkdtemp(join(tmpdir(), 'sde-inter-'));
  const dataDir = join(folder, 'data');
  const runs: AskedRun[] = [];
  const complaints: string[] = [];
  /** Runs whose stop was answered, and which nobody asked to go on since. */
  const stopped = new Set<string>();
  const asks = new Map<string, number>();
  const pending = new Set<Promise<unknown>>();
  let heard: Map<string, Run>[] = [];
  let way: WayIn;
  let departedBefore = 0;
  let leaving = false;
  let plugged = true;
  let wasUnplugged = false;

  const recorder = createRecorder((words): Moment => {
    const id = runs.find((run) => run.words === words)?.id ?? '';
    const told = way.test.events.findLast(
      (event) => event.kind === 'run.changed' && event.run.id === id,
    );
    return {
      told: told?.kind === 'run.changed' ? told.run.state.kind : null,
      openLines: notedCalls(dataDir, id).open,
      forbidden:
        leaving && ordered
          ? 'the program is being closed'
          : stopped.has(id)
            ? 'it is stopped'
            : null,
    };
  });

  async function openWay(): Promise<void> {
    departedBefore = recorder.departures.length;
    way = await open({
      serviceAddress: service.address,
      accessKey,
      dataDir,
      fetch: recorder.fetch,
      retryDelaysMs,
      ...(slow ? { secrets: slowKeychain } : {}),
    });
    heard = [new Map(), new Map()];
    for (const window of heard) {
      await way.listen((event) => {
        if (event.kind === 'run.changed') window.set(event.run.id, event.run);
      });
    }
  }

  async function closeWay(): Promise<void> {
    leaving = true;
    const { reported } = way.test;
    await way.close();
    await Promise.all(pending);
    complaints.push(...reported.map(String));
    stopped.clear();
    leaving = false;
  }

  /** A call of one of the windows; it is among `pending` until it is answered. */
  function ask<M extends MethodName>(
    method: M,
    input: MethodInput<M>,
  ): Promise<Result<MethodOutput<M>> | null> {
    const answer = way.call(method, input).catch((error: unknown) => {
      // Closing cuts the windows' connections.
      if (!leaving) complaints.push(`${method}: ${String(error)}`);
      return null;
    });
    const done = answer.then((result) => {
      pending.delete(done);
      if (result?.ok === false && result.error.code === 'internal') complaints.push(method);
    });
    pending.add(done);
    return answer;
  }

  function askFor<M extends 'run.start' | 'run.next'>(method: M, input: MethodInput<M>): void {
    stopped.delete(input.runId);
    asks.set(input.runId, (asks.get(input.runId) ?? 0) + 1);
    void ask(method, input);
  }

  async function stop(runId: string): Promise<void> {
    const before = asks.get(runId);
    const answer = await ask('run.stop', { runId });
    if (ordered && answer?.ok === true && asks.get(runId) === before) stopped.add(runId);
  }

  const start = (run: AskedRun, limit = onePage): void =>
    askFor('run.start', {
      runId: run.id,
      query: { endpointId: 'microblog.posts.search', values: { q: run.words }, fields: [] },
      limit,
    });

  async function act(step: Act): Promise<void> {
    const run = 'run' in step ? runs[step.run % Math.max(1, runs.length)] : undefined;
    switch (step.do) {
      case 'start': {
        // The words tell the run; `rare` ones have a single page.
        const words = `${step.rare ? 'rare ' : ''}sea ${runs.length + 1}`;
        const begun = { id: mintRunId(), words };
        runs.push(begun);
        start(begun, step.limit);
        if (step.twice) start(begun, step.limit);
        return;
      }
      case 'startAgain':
        if (run !== undefined) start(run);
        return;
      case 'next':
        if (run === undefined) return;
        askFor('run.next', { runId: run.id, limit: step.limit });
        if (step.both) askFor('run.next', { runId: run.id, limit: step.limit });
        return;
      case 'stop':
        if (run !== undefined) void stop(run.id);
        return;
      case 'stopRetry':
        if (run === undefined) return;
        service.fail({ kind: 'status', status: step.status }, { times: 2 });
        askFor('run.next', { runId: run.id });
        await until(() => pending.size === 0 || lastTold(run.id) === 'retrying');
        void stop(run.id);
        return;
      case 'reload':
        void ask('app.snapshot', {});
        for (const { id } of runs) void ask('run.open', { runId: id });
        return;
      case 'restart':
        return restart();
      case 'fail':
        service.fail(step.fault, { times: step.times });
        return;
      case 'recover':
        service.clearFaults();
        return;
      case 'unplug':
        if (!plugged) return;
        plugged = false;
        wasUnplugged = true;
        return service.pause();
      case 'plug':
        return plug();
      case 'expireCursors':
        service.expireCursors();
        return;
      default:
        assertNever(step);
    }
  }

  const lastTold = (runId: string): string | undefined => heard[0]?.get(runId)?.state.kind;

  async function plug(): Promise<void> {
    if (!plugged) await service.resume();
    plugged = true;
  }

  async function wait(pace: Pace, received: number): Promise<void> {
    switch (pace.until) {
      case 'now':
        return;
      case 'turns':
        for (let turns = 0; turns < pace.turns; turns++) await turn();
        return;
      case 'arrival':
        return until(() => pending.size === 0 || service.requests().length > received);
      case 'answers':
        await Promise.all(pending);
        return;
      default:
        assertNever(pace);
    }
  }

  async function restart(): Promise<void> {
    await closeWay();
    await openWay();
  }

  await openWay();
  return {
    service,
    dataDir,
    runs,
    recorder,
    // A connection that is kept open for the next request breaks when the service goes.
    isCutOff: ({ outcome }) => outcome === 'aborted' || (outcome === 'broken' && wasUnplugged),
    way: () => way,
    departedBefore: () => departedBefore,
    heard: () => heard,
    complaints,
    async take({ act: step, pace }) {
      const received = service.requests().length;
      await act(step);
      await wait(pace, received);
    },
    async rest() {
      service.clearFaults();
      await plug();
      await Promise.all(runs.map(({ id }) => stop(id)));
      await Promise.all(pending);
      // A run that was asked for while it was stopped may be at work again.
      await Promise.all(runs.map(({ id }) => stop(id)));
    },
    restart,
    async close() {
      await closeWay();
      await service.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(1);
}
