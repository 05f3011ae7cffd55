/** The program with two of its windows, on a service; it can be closed and opened again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { startTestSample } from '#test/support/sample-service.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Run } from '#shared/contract/run.ts';
import type { TestCoreOptions } from '../core.ts';
import type { OpenWay, WayIn } from '../ways-in.ts';
import { notedCalls } from './ledger-lines.ts';
import { createRecorder } from './recorder.ts';
import type { Setting } from './steps.ts';

/** What was so when a request left. */
export interface Moment {
  /** The state of its run that was told last; null when nothing was. */
  readonly told: string | null;
  /** Its run's lines in the ledger that have no end yet. */
  readonly openLines: number;
  /** Why nothing should leave; null when something may. */
  readonly forbidden: string | null;
}

/** What a program is told about the runs that are asked for. */
export interface Runs {
  /** The run that asks for these words. */
  idOf(words: string): string;
  /** Why the run should send nothing; null when it may. */
  forbidden(runId: string): string | null;
}

export type Program = Awaited<ReturnType<typeof openProgram>>;

/** What lies before this moment never changes, so pages are the same for all who ask. */
const now = Date.UTC(2026, 5, 1, 12);

/** Short, yet long enough to be stopped in. */
const retryDelaysMs = [10, 25];

/** It can't be read, which takes its time, each time. */
const lockedKeychain: NonNullable<TestCoreOptions['secrets']> = {
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

export async function openProgram(open: OpenWay, { credits, slowKeychain }: Setting, runs: Runs) {
  const service = await startTestSample({ now: () => now });
  const accessKey = credits === null ? service.accessKey : service.createKey({ credits });
  const folder = await mkdtemp(join(tmpdir(), 'sde-inter-'));
  const dataDir = join(folder, 'data');
  const complaints: string[] = [];
  const pending = new Set<Promise<unknown>>();
  let way: WayIn;
  let heard: Map<string, Run>[] = [];
  let departedBefore = 0;
  let leaving = false;

  const recorder = createRecorder((words): Moment => {
    const id = runs.idOf(words);
    const told = way.test.events.findLast(
      (event) => event.kind === 'run.changed' && event.run.id === id,
    );
    return {
      told: told?.kind === 'run.changed' ? told.run.state.kind : null,
      openLines: notedCalls(dataDir, id).open,
      forbidden: runs.forbidden(id),
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
      ...(slowKeychain ? { secrets: lockedKeychain } : {}),
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
    leaving = false;
  }

  await openWay();
  return {
    service,
    dataDir,
    recorder,
    /** Unforeseen errors, and answers that no window should get. */
    complaints: complaints as readonly string[],
    /** The way in that is open now. */
    way: () => way,
    /** Departures before the program was opened the last time. */
    departedBefore: () => departedBefore,
    /** What each window was told last of each run, since the program was opened. */
    heard: () => heard,
    isBeingClosed: () => leaving,
    /** A call of one of the windows; null when the program is closed before it is answered. */
    ask<M extends MethodName>(
      method: M,
      input: MethodInput<M>,
    ): Promise<Result<MethodOutput<M>> | null> {
      const answer = way.call(method, input).catch((error: unknown) => {
        // Closing cuts the windows' connections.
        if (!leaving) complaints.push(`${method}: ${String(error)}`);
        return null;
      });
      const settle = async (): Promise<void> => {
        const result = await answer;
        pending.delete(done);
        if (result?.ok === false && result.error.code === 'internal') complaints.push(method);
      };
      const done = settle();
      pending.add(done);
      return answer;
    },
    isAllAnswered: () => pending.size === 0,
    /** Resolves when the calls so far are answered. */
    answers: () => Promise.all(pending),
    async restart() {
      await closeWay();
      await openWay();
    },
    async close() {
      await closeWay();
      await service.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
