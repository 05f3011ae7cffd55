/**
 * A list in the hands of an impatient person: started, stopped, retried, clicked twice, reloaded and
 * closed at any moment. Every request is looked at as it leaves, against what is on disk then.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { NextInputs } from '#shared/contract/list.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import { mintRunId, question, rested, rowsIn, startTestCore } from '../core.ts';
import type { TestCore } from '../core.ts';
import { notedCalls } from '../interleavings/program.ts';
import { accounts, checkList } from './ask-list.ts';
import { idsOf, startListService } from './list-service.ts';
import type { ListService } from './list-service.ts';

export interface Setting {
  /** Never more calls than this, until the end. */
  cap: number;
  /** Pages for each input; the service has two. */
  perInput: 1 | 2;
  /** Inputs that are asked at first; null for all. */
  first: number | null;
}

/** What is waited for before the next step: turns of the event loop, requests that leave, or rest. */
type Pace = { turns: number } | { requests: number } | 'rest';

export type Step = { pace: Pace } & (
  | { do: 'start' | 'stop' | 'reload' | 'restart' | 'other' }
  | { do: 'next'; inputs: NextInputs; first: number | null; twice: boolean }
);

const someFirst = fc.constantFrom(null, null, 1, 3);
const pace = fc.oneof(
  { weight: 3, arbitrary: fc.record({ turns: fc.constantFrom(0, 0, 1, 5, 30, 120) }) },
  { weight: 4, arbitrary: fc.record({ requests: fc.constantFrom(1, 1, 2, 3, 5, 9) }) },
  { weight: 1, arbitrary: fc.constant('rest' as const) },
);
const next = fc.record({
  do: fc.constant('next' as const),
  inputs: fc.constantFrom<NextInputs>('waiting', 'waiting', 'failed', 'more'),
  first: someFirst,
  twice: fc.boolean(),
  pace,
});
const simple = fc.record({
  do: fc.constantFrom('start', 'stop', 'stop', 'reload', 'restart', 'other'),
  pace,
});

export const someSetting: fc.Arbitrary<Setting> = fc.record({
  cap: fc.integer({ min: 1, max: 24 }),
  perInput: fc.constantFrom(1, 2),
  first: someFirst,
});
export const someSteps = fc.array(fc.oneof({ weight: 2, arbitrary: next }, simple), {
  minLength: 2,
  maxLength: 12,
}) as fc.Arbitrary<Step[]>;

const kinds = ['user', 'down', 'user', 'gone', 'flaky', 'empty', 'down', 'user', 'bad'];

/** Several worlds share a core: starting one takes longer than asking a list. */
export async function openRig() {
  const service = await startListService(2);
  let core: TestCore;
  let world: World | null = null;
  const recorded: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const name = /users?\/([^/]+)/.exec(pathname)?.[1];
    if (name !== undefined) world?.leaves(name);
    return fetch(input, init);
  };
  // Of the rig, not of its first core, which would take it along when it is closed.
  const folder = await mkdtemp(join(tmpdir(), 'sde-lists-'));
  const open = async (): Promise<void> => {
    core = await startTestCore({
      serviceAddress: service.address,
      accessKey: 'key-12345678',
      fetch: recorded,
      dataDir: join(folder, 'data'),
    });
  };
  await open();
  let worlds = 0;
  const rig = {
    service,
    core: () => core,
    async restart() {
      await core.close();
      await open();
    },
    async newWorld(setting: Setting): Promise<World> {
      worlds += 1;
      world = await createWorld(rig, `w${worlds}`, setting);
      return world;
    },
    async close() {
      await core.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return rig;
}

interface Rig {
  service: ListService;
  core: () => TestCore;
  restart: () => Promise<void>;
}

type World = Awaited<ReturnType<typeof createWorld>>;

async function createWorld({ service, core, restart }: Rig, label: string, setting: Setting) {
  const runId = mintRunId();
  const inputs = kinds.map((kind, at) => `${kind}-${label}-${at}`);
  const wanted = new Set<NextInputs>();
  const left: string[] = [];
  const complaints: string[] = [];
  const answers = new Set<Promise<unknown>>();
  let { cap } = setting;
  /** How often it was started or continued, and after which of them *Stop* was answered. */
  let [clicks, stopped] = [0, -1];
  const { dataDir } = core();
  const { listId } = await checkList(core(), { text: inputs.join('\n') });

  /** By name: how it was finished last, as the log has it. */
  function finished(): Map<string, string> {
    const log = readFileSync(join(dataDir, 'runs', runId, 'pages.jsonl'), 'utf8');
    const records = log.matchAll(/^\{"v":2,"kind":"input",.*?"input":(\d+),"reason":"(\w+)"/gm);
    return new Map([...records].map(([, at, reason]) => [inputs[Number(at)] ?? '', reason ?? '']));
  }

  function call(method: 'run.start' | 'run.next' | 'run.stop' | 'run.open', input: unknown): void {
    const answer = core().call(method, input as MethodInput<typeof method>);
    if (method === 'run.start' || method === 'run.next') clicks += 1;
    const clicksBefore = clicks;
    const settle = async (): Promise<void> => {
      const result = await answer;
      answers.delete(settled);
      if (!result.ok && result.error.code === 'internal') complaints.push(method);
      if (result.ok && method === 'run.stop') stopped = clicksBefore;
    };
    const settled = settle();
    answers.add(settled);
  }

  const goOn = (step: Extract<Step, { do: 'next' }>): void => {
    wanted.add(step.inputs);
    const limit = { inputs: step.first, calls: cap };
    const asked = { runId, inputs: step.inputs, limit };
    call('run.next', asked);
    if (step.twice) call('run.next', asked);
  };

  const acts = {
    start: () => {
      const { perInput, first } = setting;
      const limit = { perInput, inputs: first, calls: cap };
      call('run.start', { runId, query: accounts, limit, list: { listId } });
    },
    stop: () => call('run.stop', { runId }),
    reload: () => call('run.open', { runId }),
    restart,
    other: () => {
      const query = question('microblog.posts.search', { q: label });
      call('run.start', { runId: mintRunId(), query });
    },
  };

  /** Nothing is asked for, and nothing more will be unless somebody says so. */
  function isAtRest(): boolean {
    const told = core().events.findLast(
      (event) => event.kind === 'run.changed' && event.run.id === runId,
    );
    const isAsking = told?.kind === 'run.changed' && isWorking(told.run.state);
    return answers.size === 0 && !isAsking;
  }

  async function wait(until: Pace, before: number): Promise<void> {
    if (until !== 'rest' && 'turns' in until) {
      for (let turns = 0; turns < until.turns; turns++) await turn();
      return;
    }
    const enough = until === 'rest' ? Infinity : before + until.requests;
    while (left.length < enough && !isAtRest()) await turn();
  }

  return {
    /** A request for an input of the list is on its way. */
    leaves(name: string) {
      left.push(name);
      if (left.length > cap) complaints.push(`${name}: beyond the cap of ${cap}`);
      if (notedCalls(dataDir, runId).open !== 1) complaints.push(`${name}: not noted`);
      if (stopped === clicks) complaints.push(`${name}: after it was stopped`);
      const how = finished().get(name);
      const again = { failed: 'failed', partly: 'more' } as const;
      const allowedBy = how === 'failed' || how === 'partly' ? again[how] : null;
      if (how !== undefined && (allowedBy === null || !wanted.has(allowedBy))) {
        complaints.push(`${name}: asked again though it was ${how}`);
      }
    },
    /** Whether requests left and more are to follow. */
    isMidway: () => left.length > 0 && !isAtRest(),
    async take(step: Step) {
      const before = left.length;
      if (step.do === 'next') goOn(step);
      else await acts[step.do]();
      await wait(step.pace, before);
    },
    /** All comes to rest, and the list is asked to its end: then every input is there, once. */
    async finish() {
      await Promise.all(answers);
      await core().call('run.stop', { runId });
      expect(complaints).toEqual([]);
      expect(service.atOnce()).toBeLessThanOrEqual(1);
      const opened = await core().call('run.open', { runId });
      if (!opened.ok) {
        // Its list was in the memory of a program that is closed, or nobody began it.
        expect(left, JSON.stringify(opened.error)).toEqual([]);
        return;
      }
      expect(opened.value.run.calls).toBe(left.length);
      cap = 10_000;
      for (const ask of ['waiting', 'more'] as const) {
        goOn({ do: 'next', inputs: ask, first: null, twice: true, pace: 'rest' });
        await Promise.all(answers);
        await rested(runId, core());
      }
      expect(complaints).toEqual([]);
      const run = await rested(runId, core());
      expect(run.state).toEqual({ kind: 'noMore' });
      const ends = { done: 4, notFound: 1, nothing: 1, refused: 1, failed: 2 };
      expect(run.list?.statuses).toMatchObject({ ...ends, waiting: 0, partly: 0 });
      expect(run.calls).toBe(left.length);
      const rows = await rowsIn(core(), runId);
      const answered = inputs.filter((name) => /^(?:user|flaky)/.test(name));
      const all = answered.flatMap((name) => idsOf(name, 2));
      // Of an input that was asked again, the rows of both tries are kept.
      const ids = new Set(rows.map(({ id }) => String(id)));
      expect([...ids].toSorted()).toEqual(all.toSorted());
    },
  };
}
