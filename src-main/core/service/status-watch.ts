/**
 * Knows what the service says of its platforms, so that a person hears of trouble before a call is
 * spent on it. It looks when there is a reason to, not by the clock: neither credential nor credit
 * is needed, and nobody waits for it.
 */
import type { Platform } from '#shared/catalogue/types.ts';
import { platforms } from '#shared/catalogue/types.ts';
import type { Trouble } from '#shared/contract/service.ts';
import type { Profile } from '#shared/contract/snapshot.ts';
import { platformStatus, readStatus } from '#shared/service/status.ts';
import type { ServiceState } from '#shared/service/status.ts';
import { readServicePage } from './read-service.ts';
import type { ReadDeps } from './read-service.ts';

export interface StatusWatch {
  /** What is wrong with the service in use, as far as it said. */
  trouble(): Trouble[];
  /** Looks, unless it did so lately. Never fails. */
  look(): void;
  /** Takes over what a person read. */
  heard(profileId: string, value: unknown): void;
  close(): Promise<void>;
}

export interface StatusWatchDeps extends Omit<ReadDeps, 'timeoutMs'> {
  profile: () => Profile | null;
  /** At least so long between two looks at the same service; null: never by itself. */
  everyMs: number | null;
  changed: (profileId: string, trouble: Trouble[]) => void;
}

/** Five minutes: what a service says of itself is rarely newer. */
export const usualStatusEveryMs = 300_000;
const timeoutMs = 10_000;

export function createStatusWatch(deps: StatusWatchDeps): StatusWatch {
  const known = new Map<string, Trouble[]>();
  const lookedAt = new Map<string, number>();
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  function keep(profileId: string, trouble: Trouble[]): void {
    const before = known.get(profileId) ?? [];
    known.set(profileId, trouble);
    if (JSON.stringify(before) !== JSON.stringify(trouble)) deps.changed(profileId, trouble);
  }

  async function lookAt(profile: Profile): Promise<void> {
    try {
      const { value } = await readServicePage(
        'status',
        profile,
        { ...deps, timeoutMs: () => timeoutMs },
        closing.signal,
      );
      keep(profile.id, troubleIn(value));
    } catch {
      // A service without such a page, or one that can't be reached, says nothing.
      if (!closing.signal.aborted) keep(profile.id, []);
    }
  }

  return {
    trouble: () => known.get(deps.profile()?.id ?? '') ?? [],
    look() {
      const profile = deps.profile();
      if (profile === null || deps.everyMs === null || closing.signal.aborted) return;
      const last = lookedAt.get(profile.id) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last < deps.everyMs) return;
      lookedAt.set(profile.id, performance.now());
      looking = Promise.all([looking, lookAt(profile)]).then(() => undefined);
    },
    heard(profileId, value) {
      lookedAt.set(profileId, performance.now());
      keep(profileId, troubleIn(value));
    },
    async close() {
      closing.abort();
      await looking;
    },
  };
}

/** Trouble of platforms; of the whole only where no platform is spoken of. */
export function troubleIn(value: unknown): Trouble[] {
  const report = readStatus(value);
  if (report === null) return [];
  const parts = platforms.map((platform) => [platform, platformStatus(report, platform)] as const);
  if (parts.every(([, part]) => part === null)) return asTrouble(null, report.overall);
  return parts.flatMap(([platform, part]) => asTrouble(platform, part));
}

function asTrouble(platform: Platform | null, state: ServiceState | null): Trouble[] {
  if (state === null || (state.phase !== 'trouble' && state.phase !== 'down')) return [];
  return [{ platform, state: state.state, phase: state.phase, message: state.message }];
}
