/** What stands before a metered call: its key’s turn, and the numbers of calls after which a run asks. */
import { hasAmount } from '#shared/contract/run.ts';
import type { RunState } from '#shared/contract/run.ts';
import { isoTime } from '../clock.ts';
import { localDay } from '../store/ledger.ts';
import type { Ledger, ProfileCalls } from '../store/ledger.ts';
import type { LiveRun } from './live-run.ts';

/** Null: the program never asks. */
export interface Ceilings {
  run: number | null;
  day: number | null;
}

export interface CeilingDeps {
  ledger: Ledger;
  ceilings: () => Ceilings;
}

type Ceiling = 'runCeiling' | 'dayCeiling';

/** Returns the limit that allows the run no further call; null when it may make one. */
export function reachedCeiling(live: LiveRun, deps: CeilingDeps): Ceiling | 'maxCalls' | null {
  const { list, stored } = live;
  // What the person allowed for the list, or for this step.
  if (list !== null && deps.ledger.callsOfRun(stored.id) >= list.lastCall) return 'maxCalls';
  const holds = (ceiling: Ceiling): boolean =>
    !live.passedCeilings.includes(ceiling) && isReached(ceiling, live, deps);
  if (holds('runCeiling')) return 'runCeiling';
  return holds('dayCeiling') ? 'dayCeiling' : null;
}

function isReached(ceiling: Ceiling, live: LiveRun, deps: CeilingDeps): boolean {
  const { run, day } = deps.ceilings();
  if (ceiling === 'dayCeiling') {
    return day !== null && callsToday(deps.ledger.count(live.profileId)) >= day;
  }
  // A list has its own cap, which the person entered.
  const applies = live.list === null && (live.plan === null || !hasAmount(live.plan.limit));
  return run !== null && applies && deps.ledger.callsOfRun(live.stored.id) >= run;
}

/**
 * Returns the limits that a run may exceed when the person lets it continue past the one it stopped at:
 * that one, and those that it was let past on the way there. A limit that allows more calls by now, since
 * it was raised or a day has passed, is not passed: the run pauses there again.
 */
export function passingCeiling(live: LiveRun, deps: CeilingDeps): readonly Ceiling[] {
  const { passedCeilings, state } = live;
  return isAtCeiling(state) && isReached(state.reason, live, deps)
    ? [...passedCeilings, state.reason]
    : passedCeilings;
}

const isAtCeiling = (state: RunState): state is RunState & { reason: Ceiling } =>
  state.kind === 'limit' && (state.reason === 'runCeiling' || state.reason === 'dayCeiling');

/**
 * Days ahead of the clock, in milliseconds, whose calls count as today's: a clock that was set back must
 * not begin the day again. Calls beyond were noted by a clock that was wrong, perhaps by years, and
 * would count for ever.
 */
const clockBehindMs = 7 * 86_400_000;

/** Returns the number of metered calls since midnight. */
export function callsToday({ byDay }: ProfileCalls): number {
  const today = localDay(isoTime());
  const latest = localDay(isoTime(Date.now() + clockBehindMs));
  return [...byDay]
    .filter(([day]) => day >= today && day <= latest)
    .flatMap(([, platforms]) => Array.from(platforms.values()))
    .reduce((calls, count) => calls + count, 0);
}

// Turns: services of this kind refuse concurrent calls, and nobody should pay twice.

interface Waiting {
  first: boolean;
  begin: () => void;
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * One metered call at a time for each credential. Runs take turns; a first page never waits behind a long
 * run.
 */
export function createTurns() {
  /** For each credential in use, who waits for it. */
  const lines = new Map<string, Waiting[]>();

  const release = (credential: string, line: Waiting[]): void => {
    const next = line.findIndex((waiting) => waiting.first);
    const [waiting] = line.splice(Math.max(0, next), 1);
    if (waiting === undefined) lines.delete(credential);
    else waiting.begin();
  };

  return {
    /** Whether a caller would have to wait. */
    busy: (credential: string): boolean => lines.has(credential),

    /**
     * Resolves at this caller's turn with the function that releases it, to be called once; null when
     * `signal` was aborted before. `first`: it is for a first page, which goes ahead of others.
     */
    take(credential: string, first: boolean, signal: AbortSignal): Promise<(() => void) | null> {
      if (signal.aborted) return Promise.resolve(null);
      const line = lines.get(credential);
      if (line === undefined) {
        const own: Waiting[] = [];
        lines.set(credential, own);
        return Promise.resolve(() => release(credential, own));
      }
      return new Promise((resolve) => {
        const waiting: Waiting = {
          first,
          begin: () => {
            signal.removeEventListener('abort', leave);
            resolve(() => release(credential, line));
          },
        };
        const leave = (): void => {
          line.splice(line.indexOf(waiting), 1);
          resolve(null);
        };
        signal.addEventListener('abort', leave, { once: true });
        line.push(waiting);
      });
    },
  };
}
