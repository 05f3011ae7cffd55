/** What people, tabs and a failing service do, one after the other or at the same time. */
import * as fc from 'fast-check';
import type { Fault } from '#test/support/second-server/index.ts';
import type { RunLimit } from '#shared/contract/run.ts';

export type Act =
  /** `twice`: a double click. */
  | { do: 'start'; limit: RunLimit; twice: boolean }
  /** The request of a reloaded window is repeated. */
  | { do: 'startAgain'; run: number }
  /** `both`: both tabs at once. */
  | { do: 'next'; run: number; limit: RunLimit; both: boolean }
  | { do: 'stop'; run: number }
  /** The next page fails, and the countdown to the next attempt is stopped. */
  | { do: 'stopRetry'; run: number; status: 429 | 500 }
  /** Put into the trash; at the end it is taken back. */
  | { do: 'remove'; run: number }
  /** What a window asks when it is loaded. */
  | { do: 'reload' }
  /** The program is closed and opened again. */
  | { do: 'restart' }
  | { do: 'fail'; fault: Fault; times: number }
  | { do: 'recover' }
  /** Connections are refused from now on, or taken again. */
  | { do: 'unplug' }
  | { do: 'plug' }
  | { do: 'expireCursors' };

/** What is waited for before the next step. */
export type Pace =
  | { until: 'now' }
  /** Turns of the event loop. */
  | { until: 'turns'; turns: number }
  /** The service receives so many requests, or no run is at work. */
  | { until: 'arrival'; requests: number }
  /** All calls so far are answered. */
  | { until: 'answers' };

export interface Step {
  act: Act;
  pace: Pace;
}

/** How the program and the service are at the start. */
export interface Setting {
  /** Calls that the key is good for; null: any number. */
  credits: number | null;
  /** That each question has: a page, a few, or more than anybody waits for. */
  totalRows: number;
  /** A keychain that can't be read takes its time, each time. */
  slowKeychain: boolean;
}

/** Plain objects, so that a failure prints them readably. */
const record = <T>(members: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> =>
  fc.record<T>(members, { noNullPrototype: true });

/** A number of one of the runs so far. */
const run = fc.nat({ max: 5 });
const limit = fc.constantFrom<RunLimit>(
  { pages: 1, rows: null },
  { pages: 3, rows: null },
  { pages: null, rows: 50 },
  { pages: null, rows: null },
);

const fault = fc.constantFrom<Fault>(
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 402 },
  { kind: 'delay', ms: 15 },
  { kind: 'delay', ms: 40 },
  { kind: 'reset' },
  { kind: 'truncated' },
  { kind: 'emptyPage' },
  { kind: 'repeatedCursor' },
);

/** So often among the others. */
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const doing = <K extends Act['do']>(what: K) => ({ do: fc.constant(what) });
const until = <K extends Pace['until']>(what: K) => ({ until: fc.constant(what) });

const start = record({ ...doing('start'), limit, twice: fc.boolean() });

const act: fc.Arbitrary<Act> = fc.oneof(
  often(6, start),
  often(1, record({ ...doing('startAgain'), run })),
  often(8, record({ ...doing('next'), run, limit, both: fc.boolean() })),
  often(5, record({ ...doing('stop'), run })),
  often(
    2,
    record({ ...doing('stopRetry'), run, status: fc.constantFrom(429 as const, 500 as const) }),
  ),
  often(2, record({ ...doing('remove'), run })),
  often(2, record(doing('reload'))),
  often(1, record(doing('restart'))),
  often(6, record({ ...doing('fail'), fault, times: fc.integer({ min: 1, max: 4 }) })),
  often(1, record(doing('recover'))),
  often(1, record(doing('unplug'))),
  often(2, record(doing('plug'))),
  often(1, record(doing('expireCursors'))),
);

const pace: fc.Arbitrary<Pace> = fc.oneof(
  often(3, record(until('now'))),
  often(3, record({ ...until('turns'), turns: fc.integer({ min: 1, max: 20 }) })),
  often(4, record({ ...until('arrival'), requests: fc.constantFrom(1, 1, 2, 4) })),
  often(2, record(until('answers'))),
);

const later = fc.array(record({ act, pace }), { minLength: 2, maxLength: 24 });

/** Without a run there is nothing to do, so one comes first. */
export const someSteps: fc.Arbitrary<Step[]> = record<Step>({ act: start, pace }).chain((first) =>
  later.map((steps) => steps.toSpliced(0, 0, first)),
);

export const someSetting: fc.Arbitrary<Setting> = record({
  credits: fc.option(fc.integer({ min: 1, max: 12 })),
  totalRows: fc.constantFrom(15, 70, 10_000, 10_000, 10_000),
  slowKeychain: fc.boolean(),
});
