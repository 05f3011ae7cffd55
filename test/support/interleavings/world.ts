/** What the steps do to the program and its service. */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '#shared/assert-never.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { onePage } from '#shared/contract/run.ts';
import { mintRunId } from '../core.ts';
import type { OpenWay } from '../ways-in.ts';
import { openProgram } from './program.ts';
import type { Program, Departure } from './program.ts';
import type { Act, Pace, Setting, Step } from './steps.ts';

export interface AskedRun {
  readonly id: string;
  /** Asked for by no other run. */
  readonly words: string;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** `ordered`: calls reach the core in the order in which they are made. */
export async function createWorld(open: OpenWay, setting: Setting, ordered: boolean) {
  const runs: AskedRun[] = [];
  const asks = new Map<string, number>();
  /** Runs whose stop was answered, and which nobody asked to go on since. */
  const stopped = new Set<string>();
  /** Put into the trash, or about to be. */
  const removed = new Set<string>();
  const gone = new Set<string>();
  let plugged = true;
  let wasUnplugged = false;

  const program = await openProgram(open, setting, {
    idOf: (words) => runs.find((run) => run.words === words)?.id ?? '',
    forbidden: (runId) => {
      if (ordered && program.isBeingClosed()) return 'the program is being closed';
      return stopped.has(runId) ? 'it is stopped' : null;
    },
  });
  const { service } = program;
  const ask: Program['ask'] = (method, input) => program.ask(method, input);

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
    if ('run' in step) {
      const run = runs[step.run % Math.max(1, runs.length)];
      if (run !== undefined) await actOn(run, step);
      return;
    }
    switch (step.do) {
      case 'start': {
        const words = `sea ${runs.length + 1}`;
        const run = { id: mintRunId(), words };
        runs.push(run);
        start(run, step.limit);
        if (step.twice) start(run, step.limit);
        return;
      }
      case 'reload':
        void ask('app.snapshot', {});
        for (const { id } of runs) void ask('run.open', { runId: id });
        return;
      case 'restart':
        return restart();
      case 'fail':
        service.fail(step.fault, step.times);
        return;
      case 'recover':
        service.recover();
        return;
      case 'unplug':
        return unplug();
      case 'plug':
        return plug();
      case 'expireCursors':
        service.expireCursors();
        return;
      default:
        assertNever(step);
    }
  }

  async function actOn(run: AskedRun, step: Extract<Act, { run: number }>): Promise<void> {
    const runId = run.id;
    switch (step.do) {
      case 'startAgain':
        return start(run);
      case 'next':
        askFor('run.next', { runId, limit: step.limit });
        if (step.both) askFor('run.next', { runId, limit: step.limit });
        return;
      case 'stop':
        void stop(runId);
        return;
      case 'stopRetry': {
        service.fail({ kind: 'status', status: step.status }, 2);
        askFor('run.next', { runId });
        const told = (): unknown => program.heard()[0]?.get(runId)?.state.kind;
        await until(() => program.isAllAnswered() || told() === 'retrying');
        void stop(runId);
        return;
      }
      case 'remove':
        removed.add(runId);
        void ask('history.remove', { runIds: [runId] });
        return;
      default:
        assertNever(step);
    }
  }

  async function unplug(): Promise<void> {
    if (plugged) await service.close();
    plugged = false;
    wasUnplugged = true;
  }

  async function plug(): Promise<void> {
    if (!plugged) await service.reopen();
    plugged = true;
  }

  async function restart(): Promise<void> {
    await program.restart();
    stopped.clear();
    // The start empties the trash.
    for (const id of removed) gone.add(id);
    removed.clear();
  }

  /** A window that takes a run back knows nothing of it before it opens it. */
  async function restore(): Promise<void> {
    for (const id of removed) {
      await ask('history.restore', { runIds: [id] });
      for (const window of program.heard()) window.delete(id);
    }
    removed.clear();
  }

  /** Nobody waits for an answer, and no run is at work. */
  function isQuiet(): boolean {
    const told = program.heard()[0]?.values() ?? [];
    const isAnyAtWork = [...told].some(({ id, state }) => !removed.has(id) && isWorking(state));
    return program.isAllAnswered() && !isAnyAtWork;
  }

  async function wait(pace: Pace, received: number): Promise<void> {
    switch (pace.until) {
      case 'now':
        return;
      case 'turns':
        for (let turns = 0; turns < pace.turns; turns++) await turn();
        return;
      case 'arrival':
        return until(() => isQuiet() || service.requests.length >= received + pace.requests);
      case 'answers':
        await program.answers();
        return;
      default:
        assertNever(pace);
    }
  }

  return {
    ...program,
    runs: runs as readonly AskedRun[],
    /**
     * The connection was cut while the request was on its way: it may have arrived or not. One that
     * is kept open for the next request breaks when the service goes.
     */
    isCutOff: ({ outcome }: Departure) =>
      outcome === 'aborted' || (outcome === 'broken' && wasUnplugged),
    /** Whether the run was in the trash when the program was closed, or on its way there. */
    mayBeGone: ({ id }: AskedRun) => gone.has(id),
    async take({ act: step, pace }: Step) {
      const received = service.requests.length;
      await act(step);
      await wait(pace, received);
    },
    /** Everything comes to rest: the service recovers, all runs are stopped. */
    async rest() {
      service.recover();
      await plug();
      await Promise.all(runs.map(({ id }) => stop(id)));
      await program.answers();
      await restore();
      // A run that was asked for while it was stopped may be at work again.
      await Promise.all(runs.map(({ id }) => stop(id)));
    },
    restart,
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(1);
}
