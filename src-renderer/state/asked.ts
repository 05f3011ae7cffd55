/**
 * What the window asks main while something is on screen: the one cache of main's answers. An earlier
 * answer remains until a newer one arrives, so that nothing jumps. A problem is an answer too: the
 * question is asked once more with `again`, when its subject changes, when it comes back on screen, and
 * when the connection to main is back.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import type { OpenedView } from '#shared/contract/view.ts';

/** A run's rows, or the inputs of its list as rows (`inputsOf`), which change instead of becoming more. */
export interface RunRows extends Run {
  /** How often its rows have changed; undefined: they don't. */
  changes?: number;
}

/** What the answers about rows cover in the end. */
export const reachOf = ({ changes, rowCount }: RunRows): number => changes ?? rowCount;

/** How much of a run an answer covers. */
export type Reach = Pick<OpenedView, 'rows' | 'of'>;

interface Question<T> {
  /**
   * What is asked. Begins with the id of the run, tab or service that it is about, with which its answer
   * is forgotten.
   */
  key: readonly [id: string, ...unknown[]];
  /** What else it depends on: an answer about another version is shown until the next one arrives. */
  version?: unknown;
  /** May only depend on key and version. Null: shows what is known, asks nothing. */
  ask: (() => Promise<Result<T>>) | null;
  /** The run whose rows the answer covers: asked again when it has more. */
  grows?: T extends Reach ? RunRows : never;
  /**
   * How long (ms) an answer is current that is no longer on screen; by default it is forgotten. One that
   * covers rows is current as long as there are no others.
   */
  keep?: number;
  /** By default it is asked immediately. */
  lane?: Lane;
}

/** The latest answer from main, even while another is awaited. */
export interface Asked<T> {
  /** Null before the first answer. */
  value: T | null;
  /** Why the last question was not answered. */
  problem: Problem | null;
  /** An answer is awaited. */
  isPending: boolean;
  /** `value` is not, or no longer, the whole answer. */
  isBehind: boolean;
  /** Asks once more. */
  again: () => void;
}

interface Known {
  value: unknown;
  problem: Problem | null;
  version: string;
  /** Of the run, when it was asked. */
  rowCount: number | undefined;
  /** The answers are numbered. */
  number: number;
  /** When it was answered. */
  at: number;
  /** How long that took. */
  ms: number;
  /** To be asked again whatever was answered. */
  isOld: boolean;
}

const useKnown = create<Readonly<Record<string, Known>>>()(() => ({}));

/** Minimum pause while a run grows or its columns are being filled (ms). */
const leastPause = 1500;
/** While a run grows, slow answers are requested less often, so that they never keep main busy. */
const pauseFactor = 8;

export function useAsked<T>(question: Question<T>): Asked<T> {
  const { key, ask, keep, lane } = question;
  const [of, ...what] = key;
  const id = `${of}/${JSON.stringify(what)}`;
  const version = JSON.stringify(question.version ?? null);
  const known = useKnown((all) => all[id]);
  const [mounted] = useState(() => ({ after: answers, at: performance.now() }));
  // The key identifies the question and thereby the type of its answer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const value = (known?.value ?? null) as T | null;
  const run = question.grows as RunRows | undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the type of `grows` demands
  const reach = run === undefined ? null : (value as Reach | null);
  const rowCount = run && reachOf(run);
  const isOutdated = (): boolean => {
    if (known === undefined || known.isOld || known.version !== version) return true;
    const isEarlier = known.number <= mounted.after;
    if (known.problem !== null) return isEarlier || known.rowCount !== rowCount;
    if (run === undefined) return isEarlier && !(mounted.at - known.at < (keep ?? 0));
    return reach === null || reach.of !== rowCount || reach.rows < reach.of;
  };
  const isPending = ask !== null && isOutdated();
  const isGrowing = run !== undefined && isWorking(run.state);
  /** Just answered: there is more to know only in a while. */
  const isSame =
    run !== undefined &&
    known?.version === version &&
    !known.isOld &&
    (isGrowing || (known.problem === null && known.rowCount === rowCount));
  const isKept = run !== undefined || keep !== undefined;

  useEffect(() => (isKept ? undefined : watch(id)), [id, isKept]);
  const latest = useEffectEvent(() => answer({ id, version, rowCount, ask: ask! }));
  useEffect(() => {
    if (!isPending) return undefined;
    const start = (): (() => void) => {
      if (lane !== undefined) return lane.add(id, () => latest());
      // Another component asks it already.
      if (asking.get(id)?.version !== version) void latest();
      return () => {};
    };
    if (!isSame) return start();
    const slowness = isGrowing ? known.ms * pauseFactor : 0;
    let stop = (): void => {};
    const timer = setTimeout(() => (stop = start()), Math.max(leastPause, slowness));
    return () => {
      clearTimeout(timer);
      stop();
    };
    // Each answer is a new object: if it is still behind, it is requested again.
  }, [id, version, isPending, known, isSame, isGrowing, lane]);
  return {
    value,
    problem: known?.version === version ? known.problem : null,
    isPending,
    isBehind: known?.problem != null || isOutdated(),
    again: () => useKnown.setState((all) => asOld(all, (one) => one === id)),
  };
}

/** The number of answers so far. */
let answers = 0;

/** How many components show an answer that doesn't stay without any. */
const watched = new Map<string, number>();

function watch(id: string): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1);
  return () => {
    const count = (watched.get(id) ?? 1) - 1;
    watched.set(id, count);
    if (count > 0) return;
    watched.delete(id);
    forget((one) => one === id);
  };
}

interface Asking extends Pick<Known, 'version' | 'rowCount'> {
  id: string;
  ask: () => Promise<Result<unknown>>;
}

/** What main is answering, as it was last asked. */
const asking = new Map<string, Asking>();

async function answer(asked: Asking): Promise<void> {
  const { id, version, rowCount } = asked;
  asking.set(id, asked);
  const started = performance.now();
  const result = await asked.ask();
  // It was asked in another version since, or nobody wants to know any more.
  if (asking.get(id) !== asked) return;
  asking.delete(id);
  const at = performance.now();
  answers += 1;
  const { [id]: before, ...others } = useKnown.getState();
  const known: Known = {
    value: result.ok ? result.value : (before?.value ?? null),
    problem: result.ok ? null : result.error,
    version,
    rowCount,
    number: answers,
    at,
    ms: at - started,
    isOld: false,
  };
  const latest = Object.entries(others).slice(1 - mostKept);
  useKnown.setState({ ...Object.fromEntries(latest), [id]: known }, true);
}

/** Every filter that was tried has its own answers; the oldest are dropped. */
const mostKept = 300;

type All = Readonly<Record<string, Known>>;

const asOld = (all: All, isMeant: (id: string, known: Known) => boolean): All =>
  Object.fromEntries(
    Object.entries(all).map(([id, known]) => [
      id,
      isMeant(id, known) ? { ...known, isOld: true } : known,
    ]),
  );

/** Main is heard again: what it could not answer is asked once more. */
export const askFailedAgain = (): void =>
  useKnown.setState((all) => asOld(all, (_id, { problem }) => problem !== null));

/** Discards answers, also those that are yet to come. */
function forget(isGone: (id: string) => boolean): void {
  for (const id of asking.keys()) if (isGone(id)) asking.delete(id);
  const others = Object.entries(useKnown.getState()).filter(([id]) => !isGone(id));
  useKnown.setState(Object.fromEntries(others), true);
}

/** Discards the answers about a run, tab or service. */
export const forgetAnswers = (of: string): void => forget((id) => id.startsWith(`${of}/`));

interface Waiting {
  ask: () => Promise<void>;
  /** Number of components waiting for it; at 0 it is not asked. */
  count: number;
}

/** Questions that are asked a few at a time, each once at a time. */
export class Lane {
  readonly #most: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a question. Returns a function that removes it, without effect once it is asked. */
  add(id: string, ask: Waiting['ask']): () => void {
    const waiting = this.#waiting.get(id) ?? { ask, count: 0 };
    waiting.count += 1;
    this.#waiting.set(id, waiting);
    this.#askNext();
    return () => {
      waiting.count -= 1;
      if (waiting.count === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
    };
  }

  #askNext(): void {
    for (const [id, { ask }] of this.#waiting) {
      if (this.#running.size >= this.#most) return;
      this.#waiting.delete(id);
      // Who waits for it asks again if the answer that is about to come is not about the latest.
      if (!this.#running.has(id)) void this.#run(id, ask);
    }
  }

  async #run(id: string, ask: Waiting['ask']): Promise<void> {
    this.#running.add(id);
    await ask();
    this.#running.delete(id);
    this.#askNext();
  }
}

/** Returns a reading that is one for all who ask at the same moment: several components, as they are mounted. */
export function shared(read: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    return read();
  };
  return () => (next ??= Promise.resolve().then(start));
}

/** Returns the problem of a call; null if it succeeded and `take` has processed its result. */
export async function problemOf<T>(
  call: Promise<Result<T>>,
  take?: (value: T) => unknown,
): Promise<Problem | null> {
  const result = await call;
  if (!result.ok) return result.error;
  await take?.(result.value);
  return null;
}
