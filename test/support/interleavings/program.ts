/** The program with two of its windows, on a service; it can be closed and opened again. */
import { createNetwork, NeverSentError } from '#main/core/service/network.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ReadableStream } from 'node:stream/web';
import { existsSync, readFileSync } from 'node:fs';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Run } from '#shared/contract/run.ts';
import type { TestCoreOptions, TestCore } from '../core.ts';
import type { OpenWay } from '../ways-in.ts';
import type { Setting } from './steps.ts';

/** What was so when a request left. */
export interface Moment {
  /** The state of its run that was told last; null when nothing was. */
  readonly told: string | null;
  /** Its run's lines in the ledger that have no end yet. */
  readonly openLines: number;
  /** Requests that left before and of which nothing is known yet. */
  readonly underWay: number;
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

export async function openProgram(
  open: OpenWay,
  { credits, totalRows, slowKeychain }: Setting,
  runs: Runs,
) {
  const service = await startSecondServer({ totalRows, ...(credits !== null && { credits }) });
  const folder = await mkdtemp(join(tmpdir(), 'sde-inter-'));
  const dataDir = join(folder, 'data');
  const complaints: string[] = [];
  const pending = new Set<Promise<unknown>>();
  let way: TestCore;
  let heard: Map<string, Run>[] = [];
  let departedBefore = 0;
  let leaving = false;

  const recorder = createRecorder((words): Moment => {
    const id = runs.idOf(words);
    const told = way.events.findLast(
      (event) => event.kind === 'run.changed' && event.run.id === id,
    );
    return {
      told: told?.kind === 'run.changed' ? told.run.state.kind : null,
      openLines: notedCalls(dataDir, id).open,
      underWay: recorder.departures.filter(({ outcome }) => outcome === 'open').length,
      forbidden: runs.forbidden(id),
    };
  });

  async function openWay(): Promise<void> {
    departedBefore = recorder.departures.length;
    way = await open({
      serviceAddress: service.address,
      accessKey: service.accessKey,
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
    const { reported } = way;
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

/** A request for a page, as it left. */
export interface Departure {
  /** What tells its run from the others: each asks for words of its own. */
  readonly words: string;
  readonly cursor: string | null;
  readonly moment: Moment;
  /** `open` while nothing came of it; `answered` once its body was read to the end. */
  outcome: 'open' | 'refused' | 'aborted' | 'broken' | 'answered';
  status: number | null;
  body: Buffer | null;
}

interface Recorder {
  readonly departures: readonly Departure[];
  /** To be given to a core. */
  readonly fetch: typeof globalThis.fetch;
}

function createRecorder(momentOf: (words: string) => Moment): Recorder {
  const departures: Departure[] = [];
  const network = createNetwork();
  return {
    departures,
    async fetch(input, init) {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      const words = searchParams.get('q') ?? '';
      const departure: Departure = {
        words,
        cursor: searchParams.get('cursor'),
        moment: momentOf(words),
        outcome: 'open',
        status: null,
        body: null,
      };
      departures.push(departure);
      const fail = (error: unknown): never => {
        departure.outcome = init?.signal?.aborted === true ? 'aborted' : whatBroke(error);
        throw error;
      };
      const response = await network(input, init).catch(fail);
      departure.status = response.status;
      return keepingBody(response, departure, fail);
    },
  };
}

const whatBroke = (error: unknown): 'refused' | 'broken' =>
  error instanceof NeverSentError ? 'refused' : 'broken';

/** The same answer; once it was read to its end, the departure has its body. */
function keepingBody(
  { body, status, headers }: Response,
  departure: Pick<Departure, 'body' | 'outcome'>,
  fail: (error: unknown) => never,
): Response {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const came: Uint8Array[] = [];
    try {
      for await (const chunk of body ?? []) {
        came.push(chunk);
        yield chunk;
      }
    } catch (error) {
      fail(error);
    } finally {
      // Nobody wants the rest.
      if (departure.outcome === 'open') departure.outcome = 'aborted';
    }
    departure.body = Buffer.concat(came);
    departure.outcome = 'answered';
  }
  // Nothing is read that nobody asked for.
  return new Response(ReadableStream.from(chunks()) as BodyInit, { status, headers });
}

export interface NotedCalls {
  answered: number;
  unanswered: number;
  notSent: number;
  /** Noted as sent, and not yet what became of it. */
  open: number;
}

interface Line {
  kind: 'sent' | 'done';
  id: string;
  runId?: string;
  outcome?: Exclude<keyof NotedCalls, 'open'>;
}

/** What is on disk at this moment. */
export function notedCalls(dataDir: string, runId: string): NotedCalls {
  const calls: NotedCalls = { answered: 0, unanswered: 0, notSent: 0, open: 0 };
  const open = new Set<string>();
  for (const line of readLines(join(dataDir, 'ledger.jsonl'))) {
    if (line.kind === 'sent' && line.runId === runId) {
      open.add(line.id);
    } else if (line.outcome !== undefined && open.delete(line.id)) {
      calls[line.outcome] += 1;
    }
  }
  return { ...calls, open: open.size };
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
