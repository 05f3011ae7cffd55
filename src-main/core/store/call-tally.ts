/** Counts metered calls by outcome. */
import type { CallResult, SentLine } from './ledger-file.ts';

export interface CallCount {
  /** Counted by the service as one call each, to our knowledge. */
  answered: number;
  /** Sent and not answered: may have been counted. */
  unanswered: number;
  /** Never left this computer. */
  notSent: number;
  /** Sent, outcome still open. */
  inFlight: number;
}

/** The metered calls of one service profile; the sample service has a profile of its own. */
export interface ProfileCalls {
  /** Since the ledger was opened. */
  session: CallCount;
  total: CallCount;
  /** By local day, `2026-03-31`. */
  byDay: Map<string, CallCount>;
  byPlatform: Map<string, CallCount>;
  /** By local day, then by platform. */
  byDayAndPlatform: Map<string, Map<string, CallCount>>;
}

export class CallTally {
  readonly #profiles = new Map<string, ProfileCalls>();
  readonly #runs = new Map<string, CallCount>();
  readonly #lastSent = new Map<string, string>();

  /** Counts a call as in flight. `session`: it was made since the ledger was opened. */
  add(line: SentLine, session: boolean): void {
    this.#lastSent.set(line.runId, line.at);
    for (const count of this.#counts(line, session)) count.inFlight++;
  }

  /** Records the outcome of a call that was added. */
  settle(line: SentLine, session: boolean, outcome: CallResult): void {
    for (const count of this.#counts(line, session)) {
      count.inFlight--;
      count[outcome]++;
    }
  }

  profile(profileId: string): ProfileCalls {
    return this.#profiles.get(profileId) ?? emptyProfile();
  }

  run(runId: string): CallCount {
    return this.#runs.get(runId) ?? emptyCount();
  }

  /** When a request of the run was last noted, metered or not. */
  lastSent(runId: string): string | null {
    return this.#lastSent.get(runId) ?? null;
  }

  #counts(line: SentLine, session: boolean): CallCount[] {
    if (!line.metered) return [];
    const profile = valueOf(this.#profiles, line.profileId, emptyProfile);
    const day = localDay(line.at);
    const ofDay = valueOf(profile.byDayAndPlatform, day, () => new Map<string, CallCount>());
    return [
      profile.total,
      ...(session ? [profile.session] : []),
      valueOf(profile.byDay, day, emptyCount),
      valueOf(profile.byPlatform, line.platform, emptyCount),
      valueOf(ofDay, line.platform, emptyCount),
      valueOf(this.#runs, line.runId, emptyCount),
    ];
  }
}

/** Calls that were sent, or may have been: those the service may have counted. */
export function sentCalls({ answered, unanswered, inFlight }: CallCount): number {
  return answered + unanswered + inFlight;
}

/** The person's local day, not UTC's: the window says "today". */
export function localDay(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const emptyCount = (): CallCount => ({ answered: 0, unanswered: 0, notSent: 0, inFlight: 0 });

const emptyProfile = (): ProfileCalls => ({
  session: emptyCount(),
  total: emptyCount(),
  byDay: new Map(),
  byPlatform: new Map(),
  byDayAndPlatform: new Map(),
});

function valueOf<T>(map: Map<string, T>, key: string, empty: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = empty();
  map.set(key, value);
  return value;
}
