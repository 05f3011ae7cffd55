/**
 * When a recipe repeats: against dates reckoned from what the clocks of a zone show, over years with odd
 * rules, restarts, sleep and clocks that are set.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecipeRun, StepRecipe } from '#shared/contract/recipe.ts';
import { stepRunId } from '#shared/contract/recipe.ts';
import { repeatSchema } from '#shared/contract/repeat.ts';
import type { AskedRepeat, Repeat, ShownRepeat, When } from '#shared/contract/repeat.ts';
import { createRepeats, graceMs, nextDates } from '#main/core/recipes/repeats.ts';
import type { MarkedRepeat, Repeats, RepeatsDeps } from '#main/core/recipes/repeats.ts';
import { makeProblem } from '../renderer/make.ts';
import { datesIn, everyDay, oddities, type Days } from '#test/support/zone-dates.ts';
import { runsOf, searched } from '#test/support/thorough.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each(oddities)('%s in %d: every day at %s has one date', (timeZone, year, at) => {
  const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  for (const days of [everyDay, [1], [6, 7]]) {
    const when: Days = { kind: 'days', days, at, timeZone };
    const wanted = datesIn(when, from, to + 60 * day);
    expect(wanted.length).toBeGreaterThan(50);
    expect(nextDates(when, from, wanted.length)).toEqual(wanted);
  }
});

it('has no date of its own when the program starts', () => {
  expect(nextDates({ kind: 'start' }, 0, 3)).toEqual([]);
});

const recipe: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Monday’s posts',
  service: { profileId: 'sample', address: '' },
  steps: [
    {
      query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
      asks: [],
      list: null,
      pages: 1,
      pause: true,
    },
  ],
};

interface Started {
  id: string;
  due: string;
  maxCalls: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const nothing = { media: false, dataset: false };

/** A program on one folder in memory, whose time the test passes. */
class Computer {
  /** What has really passed. */
  time: number;
  /** How far its clock is off. */
  offset = 0;
  readonly started: Started[] = [];
  /** Runs that were stopped. */
  readonly stopped: string[] = [];
  readonly files = new Map<string, MarkedRepeat>();
  readonly told = new Map<string, ShownRepeat>();
  /** Calls of each run, and what happens to the next. */
  readonly calls = new Map<string, number>();
  onRun: (maxCalls: number) => Partial<RecipeRun> & { calls: number } = () => ({ calls: 1 });
  repeats!: Repeats;
  isMarked = true;
  profileId = 'sample';
  /** Held up: counting what is new, and writing to the disk. */
  onCount: () => Promise<number> = async () => 1;
  onWrite: () => Promise<void> = async () => undefined;
  readonly asked: StepRecipe[] = [];
  #alarm: { at: number; act: () => void } | null = null;
  #closing = new AbortController();
  readonly #runs = new Map<string, RecipeRun>();
  #running = 0;

  constructor(time: number) {
    this.time = time;
    this.open();
  }

  get clock(): number {
    return this.time + this.offset;
  }

  open(): void {
    this.#closing = new AbortController();
    const deps: RepeatsDeps = {
      dataFolder: '/data',
      marks: { of: (_folder, what) => (this.isMarked ? hashOf(what) : null) },
      profile: () => ({ id: this.profileId, name: '', address: '' }) as never,
      lookUp: () => ({
        endpoint: { kind: 'live', parameters: [{ key: 'since', type: { kind: 'date' } }] } as never,
      }),
      engine: { live: () => Promise.reject(new Error('none')) },
      ledger: { callsOfRun: (id) => this.calls.get(id) ?? 0 },
      saving: { choose: async () => null },
      countNew: () => this.onCount(),
      startedAt: this.clock,
      attended: true,
      closing: this.#closing.signal,
      report(error) {
        throw error;
      },
      changed: (repeat) => this.told.set(repeat.id, repeat),
      alarm: {
        now: () => this.clock,
        wake: (ms, act) => {
          const alarm = { at: this.time + ms, act };
          this.#alarm = alarm;
          return () => {
            if (this.#alarm === alarm) this.#alarm = null;
          };
        },
      },
      folder: {
        read: async () => ({ found: new Map(structuredClone([...this.files])), leftOut: 0 }),
        write: async (id, value) => {
          this.files.set(id, structuredClone(value));
          await this.onWrite();
        },
        remove: async (id) => void this.files.delete(id),
      },
      runs: {
        check: async () => undefined,
        list: async () => ({ runs: [...this.#runs.values()], leftOut: 0 }),
        start: async ({ id, recipe: given, maxCalls }) => {
          this.asked.push(given);
          expect(given.steps[0]?.pause).toBe(false);
          expect(this.#running).toBe(0);
          this.#running += 1;
          // Before its first call, the date is on disk.
          const time = [...this.files.values()]
            .flatMap(({ times }) => times)
            .find(({ recipeRunId }) => recipeRunId === id);
          expect(time?.outcome).toBe('running');
          this.started.push({ id, due: time!.due, maxCalls });
          const { calls, ...ended } = this.onRun(maxCalls);
          this.calls.set(stepRunId(id, 0), calls);
          const run = {
            id,
            recipe,
            calls,
            maxCalls,
            state: 'done',
            why: null,
            problem: null,
            steps: [{ rows: 5, failed: 0, state: 'done', runId: stepRunId(id, 0) }],
            ...ended,
          } as unknown as RecipeRun;
          this.#runs.set(id, run);
          return run;
        },
        continue: async ({ id }) => this.#runs.get(id)!,
        ended: async (id) => {
          await setImmediate();
          this.#running = 0;
          return this.#runs.get(id)!;
        },
        stop: async (id) => {
          this.stopped.push(id);
          return this.#runs.get(id)!;
        },
      },
    };
    this.repeats = createRepeats(deps);
  }

  markOf(repeat: Repeat): string {
    return hashOf(JSON.stringify(repeatSchema.parse(repeat)));
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) await setImmediate();
  }

  /** Lets the alarm ring, this much later than it was set. */
  async ring(lateMs: number): Promise<void> {
    await this.settle();
    const { at, act } = this.#alarm ?? { at: this.time, act: () => undefined };
    this.time = at + lateMs;
    act();
    await this.settle();
  }

  /** Lets it ring when this moment has come. */
  ringAt(time: number): Promise<void> {
    return this.ring(time - (this.#alarm?.at ?? this.time));
  }

  async restart(closedMs: number): Promise<void> {
    await this.settle();
    this.#closing.abort();
    await this.repeats.close();
    this.time += closedMs;
    this.open();
    await this.settle();
  }

  save(when: When, change: Partial<AskedRepeat> = {}): Promise<ShownRepeat> {
    const limits = { onlyNew: false, maxCalls: 10, maxCallsInAll: 1_000_000 };
    const asked = { id: 'repeat-1', recipe, when, saving: nothing, ...limits, ...change };
    return this.repeats.handlers['repeat.save'](asked);
  }

  async list(): Promise<ShownRepeat[]> {
    return (await this.repeats.handlers['repeat.list']({})).repeats;
  }
}

const iso = (at: number): string => new Date(at).toISOString();

/** What happens next, at random: a stream of steps would be a counterexample of many pages. */
function* stepsOf(seed: number) {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const kinds = ['wait', 'wait', 'wait', 'sleep', 'restart'] as const;
  for (;;) {
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    yield { kind, share: random(), coin: random() < 0.5 };
  }
}

describe('a year of restarts, sleep and waiting', () => {
  it.each(oddities)('%s in %d at %s: no date twice, none forgotten', async (timeZone, year, at) => {
    const when: Days = { kind: 'days', days: everyDay, at, timeZone };
    const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    const dates = datesIn(when, from, to + 60 * day);
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const computer = new Computer(from);
        await computer.save(when);
        const run = new Set<string>();
        for (const { kind, share, coin } of stepsOf(seed)) {
          const before = computer.time;
          const next = dates.find((date) => date > before)!;
          if (kind === 'restart') await computer.restart(share * 2 * day);
          else if (kind === 'sleep') await computer.ring(share * 2 * day);
          else await computer.ringAt(next + share * 50 * minute);
          const now = computer.time;
          const passed = dates.filter((date) => date > before && date <= now);
          const latest = passed.at(-1);
          const isHere = kind !== 'restart' && now - (latest ?? 0) <= graceMs;
          if (latest !== undefined && isHere) run.add(iso(latest));
          const [shown] = await computer.list();
          if (latest !== undefined && !isHere) {
            // The person is asked, and decides.
            expect(shown?.missed).toEqual({ due: iso(latest), isCutShort: false });
            if (coin) run.add(iso(latest));
            await computer.repeats.handlers[coin ? 'repeat.run' : 'repeat.skip']({
              id: 'repeat-1',
            });
            await computer.settle();
          } else expect(shown?.missed).toBeNull();
          if (now > to) break;
        }
        expect(computer.started.map(({ due }) => due)).toEqual([...run]);
      }),
      searched(runsOf(1, 10)),
    );
  });

  it('a clock that is set makes no date twice, and the right ones come once it is right', async () => {
    const when: Days = { kind: 'days', days: everyDay, at: '09:00', timeZone: 'Europe/Berlin' };
    const from = Date.UTC(2026, 0, 1);
    const dates = datesIn(when, from, from + 120 * day).map(iso);
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const computer = new Computer(from);
        await computer.save(when);
        const dues = (): string[] => computer.started.map(({ due }) => due);
        for (const { kind, share, coin } of stepsOf(seed)) {
          if (kind === 'sleep') computer.offset = coin ? (share - 0.5) * 20 * day : 0;
          await computer.ring(kind === 'wait' ? share * 50 * minute : 10 * hour);
          if (computer.time > from + 60 * day) break;
        }
        const listed = (await computer.list())[0]!.times.map(({ due }) => due);
        for (const all of [dues(), listed]) expect(new Set(all).size).toBe(all.length);
        expect(dates).toEqual(expect.arrayContaining(dues()));
        // What the wrong clock left to be decided is left out.
        computer.offset = 0;
        await computer.ring(0);
        await computer.repeats.handlers['repeat.skip']({ id: 'repeat-1' });
        const next = dates.filter((date) => Date.parse(date) > computer.time).slice(0, 3);
        for (const date of next) await computer.ringAt(Date.parse(date) + minute);
        // Once each, also those that a clock ahead had already made.
        for (const date of next) expect(dues().filter((due) => due === date)).toHaveLength(1);
      }),
      searched(runsOf(5, 50)),
    );
  });
});

const daily: Days = { kind: 'days', days: everyDay, at: '09:00', timeZone: 'UTC' };
const monday = Date.UTC(2026, 10, 30, 8);

it('never makes more calls than are allowed each time and in all, and says when they are used up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 30, maxLength: 30 }),
      async (maxCalls, maxCallsInAll, shares) => {
        const computer = new Computer(monday);
        await computer.save(daily, { maxCalls, maxCallsInAll });
        let made = 0;
        computer.onRun = (allowed) => {
          expect(allowed).toBeLessThanOrEqual(maxCalls);
          const calls = Math.ceil((shares[computer.started.length % 30] ?? 1) * allowed);
          made += calls;
          return { calls };
        };
        for (const n of shares.keys()) await computer.ringAt(monday + hour + n * day);
        expect(made).toBeLessThanOrEqual(maxCallsInAll);
        const [shown] = await computer.list();
        expect(shown).toMatchObject({ calls: made });
        if (made === maxCallsInAll) expect(shown?.paused).toMatch(/^Its limit of .* in all/);
        else expect(shown?.paused).toBeNull();
      },
    ),
    searched(runsOf(20, 200)),
  );
});

it('runs on the dates of a clock that was set back, but for those that it has run', async () => {
  const computer = new Computer(monday);
  computer.offset = 300 * day;
  await computer.save(daily);
  computer.offset = 0;
  await computer.restart(minute);
  const dues = (): string[] => computer.started.map(({ due }) => due.slice(0, 10));
  for (const n of [0, 1]) await computer.ringAt(monday + n * day + hour + minute);
  expect(dues()).toEqual(['2026-11-30', '2026-12-01']);
  // A morning again that was one already.
  computer.offset = -day;
  await computer.ringAt(monday + 2 * day);
  await computer.ringAt(monday + 2 * day + hour + minute);
  expect(dues()).toHaveLength(2);
  expect((await computer.list())[0]!.times).toHaveLength(2);
});

it('one at a time, in the order in which they are due', async () => {
  const computer = new Computer(monday);
  for (const id of ['repeat-1', 'repeat-2', 'repeat-3']) await computer.save(daily, { id });
  await computer.ringAt(monday + hour);
  expect(computer.started).toHaveLength(3);
});

it('says that it failed, and pauses after three times in a row; turned on, it counts anew', async () => {
  const computer = new Computer(monday);
  await computer.save(daily);
  const problem = makeProblem('The key was refused.');
  const fail = () => ({ calls: 1, state: 'stopped', problem, why: 'Refused.' }) as const;
  computer.onRun = fail;
  let today = monday + hour;
  const nextDay = async (): Promise<string | null | undefined> => {
    await computer.ringAt(today);
    today += day;
    return (await computer.list())[0]?.paused;
  };
  for (const _ of [1, 2]) expect(await nextDay()).toBeNull();
  computer.onRun = () => ({ calls: 1 });
  expect(await nextDay()).toBeNull();
  computer.onRun = fail;
  for (const _ of [1, 2]) expect(await nextDay()).toBeNull();
  expect(await nextDay()).toBe('It failed 3 times in a row. Refused.');
  for (const _ of [1, 2, 3]) await nextDay();
  expect(computer.started).toHaveLength(6);

  await computer.repeats.handlers['repeat.pause']({ id: 'repeat-1', paused: false });
  // The days on which it was paused are over.
  expect((await computer.list())[0]?.missed).toBeNull();
  expect(await nextDay()).toBeNull();
  expect(computer.started).toHaveLength(7);
});

it('runs once each time the program starts', async () => {
  const computer = new Computer(monday);
  await computer.save({ kind: 'start' });
  await computer.ring(hour);
  expect(computer.started).toEqual([]);
  await computer.restart(day);
  for (const _ of [1, 2, 3]) await computer.ring(hour);
  await computer.restart(minute);
  await computer.ring(0);
  expect(computer.started).toHaveLength(2);
});

it('what this computer didn’t write here never runs by itself', async () => {
  const computer = new Computer(monday);
  await computer.save(daily);
  const [file] = computer.files.values();
  let today = monday + hour;
  const changes: Partial<MarkedRepeat>[] = [
    { mark: 'of another computer' },
    { mark: null },
    { id: 'repeat-2' },
  ];
  for (const change of changes) {
    computer.files.clear();
    computer.files.set(change.id ?? 'repeat-1', { ...file!, ...change });
    await computer.restart(minute);
    today += day;
    await computer.ringAt(today);
    expect(computer.started).toEqual([]);
    expect((await computer.list())[0]?.paused).toMatch(/another computer/);
  }
  // Where this computer can’t keep its secret, there is nothing to know its own by.
  computer.isMarked = false;
  computer.files.set('repeat-1', { ...file!, mark: null });
  await computer.restart(minute);
  expect((await computer.list())[0]?.paused).toMatch(/another computer/);
});

it('what was cut short continues at the next start, and is asked about if that is long ago', async () => {
  const computer = new Computer(monday);
  await computer.save(daily);
  await computer.ringAt(monday + hour);
  const [file] = computer.files.values();
  const [time] = file!.times;
  const cutShort = { ...file!, times: [{ ...time!, outcome: 'running' as const, calls: 0 }] };
  const state = async () => (await computer.list())[0];

  // This computer wrote it.
  const restart = async (closedMs: number): Promise<void> => {
    const { mark: _mark, ...repeat } = cutShort;
    computer.files.set('repeat-1', { ...cutShort, mark: computer.markOf(repeat) });
    await computer.restart(closedMs);
  };
  await restart(minute);
  expect((await state())?.times).toMatchObject([{ outcome: 'done', due: time?.due }]);
  // The same run, of which nothing is started anew.
  expect(computer.started).toHaveLength(1);

  await restart(7 * day);
  expect((await state())?.times).toMatchObject([{ outcome: 'running' }]);
  expect((await state())?.missed).toEqual({ due: time?.due, isCutShort: true });
  await computer.repeats.handlers['repeat.skip']({ id: 'repeat-1' });
  expect((await state())?.times).toMatchObject([{ outcome: 'stopped' }]);

  await restart(minute + 7 * day);
  await computer.repeats.handlers['repeat.run']({ id: 'repeat-1' });
  await computer.settle();
  expect((await state())?.times).toMatchObject([{ outcome: 'done', due: time?.due }]);
  expect(computer.started).toHaveLength(1);
});

function held<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('what the person decides while it is at work holds', () => {
  /** A computer whose second time has its rows, and counts which of them are new. */
  async function counting(): Promise<{ computer: Computer; counted: () => Promise<void> }> {
    const computer = new Computer(monday);
    await computer.save(daily);
    await computer.ringAt(monday + hour);
    const { promise, resolve } = held<number>();
    computer.onCount = () => promise;
    await computer.ringAt(monday + hour + day);
    const counted = async (): Promise<void> => {
      resolve(1);
      await computer.settle();
      await computer.ringAt(monday + hour + 2 * day);
    };
    return { computer, counted };
  }

  it('removed, it is gone', async () => {
    const { computer, counted } = await counting();
    await computer.repeats.handlers['repeat.remove']({ id: 'repeat-1' });
    await counted();
    expect(computer.started).toHaveLength(2);
    expect(computer.files.size).toBe(0);
  });

  it('paused, it stays paused', async () => {
    const { computer, counted } = await counting();
    await computer.repeats.handlers['repeat.pause']({ id: 'repeat-1', paused: true });
    await counted();
    expect(computer.started).toHaveLength(2);
    expect((await computer.list())[0]).toMatchObject({
      paused: 'You paused it.',
      times: [{ outcome: 'done', news: 1 }, { outcome: 'done' }],
    });
  });

  it('changed, it keeps the new limits', async () => {
    const { computer, counted } = await counting();
    await computer.save(daily, { maxCalls: 2 });
    await counted();
    expect(computer.started.at(-1)?.maxCalls).toBe(2);
  });

  it('with another question it starts afresh, keeps what it cost, and no time of the old one comes back', async () => {
    const { computer, counted } = await counting();
    const [step] = recipe.steps;
    const query = { ...step!.query, values: { q: 'storm' } };
    await computer.save(daily, { recipe: { ...recipe, steps: [{ ...step!, query }] } });
    expect((await computer.list())[0]).toMatchObject({ times: [], calls: 2 });
    await counted();
    const [after] = await computer.list();
    expect(after).toMatchObject({ times: [{ before: null, news: null }], calls: 3 });
    expect(computer.stopped).toEqual([computer.started[1]?.id]);
    // Asked further, it is the same question.
    const further = { ...recipe, steps: [{ ...step!, query, pages: 3 }] };
    await computer.save(daily, { recipe: further });
    expect((await computer.list())[0]?.times).toHaveLength(1);
  });

  it('removed while it is noted that it begins, it makes no call', async () => {
    const computer = new Computer(monday);
    await computer.save(daily);
    const { promise, resolve } = held<void>();
    computer.onWrite = () => promise;
    await computer.ringAt(monday + hour);
    const removed = computer.repeats.handlers['repeat.remove']({ id: 'repeat-1' });
    resolve();
    await removed;
    await computer.settle();
    expect(computer.asked).toEqual([]);
  });
});

it('asks only the service that it was made for, also by hand', async () => {
  const computer = new Computer(monday);
  await computer.save(daily);
  computer.profileId = 'another';
  await expect(computer.repeats.handlers['repeat.run']({ id: 'repeat-1' })).rejects.toThrow();
  await computer.settle();
  expect(computer.started).toEqual([]);
  // Chosen while it waits.
  computer.profileId = 'sample';
  await computer.repeats.handlers['repeat.run']({ id: 'repeat-1' });
  computer.profileId = 'another';
  await computer.settle();
  expect(computer.started).toEqual([]);
});

it('asks for what is new only after a time in which everything was answered', async () => {
  const computer = new Computer(monday);
  await computer.save(daily, { onlyNew: true });
  computer.onRun = () => ({
    calls: 1,
    steps: [{ rows: 5, failed: 1, state: 'done' }] as never,
  });
  await computer.ringAt(monday + hour);
  computer.onRun = () => ({ calls: 1 });
  await computer.ringAt(monday + hour + day);
  await computer.ringAt(monday + hour + 2 * day);
  const since = computer.asked.map(({ steps }) => steps[0]?.query.values['since']);
  expect(since).toEqual([undefined, undefined, '2026-11-30']);
});

it('keeps days counted back, and asks for what is new within them', async () => {
  const computer = new Computer(monday);
  const [step] = recipe.steps;
  const values = { q: 'sea', since: '6 days ago', until: 'today' };
  const weekly = { ...recipe, steps: [{ ...step!, query: { ...step!.query, values } }] };
  await computer.save(daily, { recipe: weekly, onlyNew: true });
  await computer.ringAt(monday + hour);
  await computer.ringAt(monday + hour + day);
  // Nobody was there for two weeks: only the latest seven days are wanted.
  await computer.restart(14 * day);
  await computer.repeats.handlers['repeat.run']({ id: 'repeat-1' });
  await computer.settle();
  const asked = computer.asked.map(({ steps }) => steps[0]!.query.values);
  expect(asked).toEqual([
    values,
    { q: 'sea', since: '2026-11-29', until: 'today' },
    { q: 'sea', since: '2026-12-09', until: 'today' },
  ]);
  expect((await computer.list())[0]?.recipe.steps[0]?.query.values).toEqual(values);
});
