/**
 * Watches what the service reports about its platforms, so that a person learns of trouble before a
 * call is spent on it. It checks when there is a reason to, not on a timer. A check needs no credential,
 * costs no credits and blocks nothing.
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
  /** Returns the trouble that the service in use last reported. */
  trouble(): Trouble[];
  /** Checks the status unless it did so recently. Never throws. */
  look(): void;
  /** Updates from a status page that the person requested. */
  heard(profileId: string, value: unknown): void;
  close(): Promise<void>;
}

export interface StatusWatchDeps extends Omit<ReadDeps, 'timeoutMs'> {
  profile: () => Profile | null;
  /** Shortest interval between automatic checks of the same service; null: none. */
  everyMs: number | null;
  changed: (profileId: string, trouble: Trouble[]) => void;
}

/** Five minutes, since status pages rarely change more often. */
export const defaultStatusEveryMs = 300_000;
const timeoutMs = 10_000;

export function createStatusWatch(deps: StatusWatchDeps): StatusWatch {
  const known = new Map<string, Trouble[]>();
  const checkedAt = new Map<string, number>();
  const closing = new AbortController();
  let checking: Promise<void> = Promise.resolve();

  function keep(profileId: string, trouble: Trouble[]): void {
    const before = known.get(profileId) ?? [];
    known.set(profileId, trouble);
    if (JSON.stringify(before) !== JSON.stringify(trouble)) deps.changed(profileId, trouble);
  }

  async function check(profile: Profile): Promise<void> {
    try {
      const { value } = await readServicePage(
        'status',
        profile,
        { ...deps, timeoutMs: () => timeoutMs },
        closing.signal,
      );
      keep(profile.id, troubleIn(value));
    } catch {
      // A service that has no such page or can't be reached reports nothing.
      if (!closing.signal.aborted) keep(profile.id, []);
    }
  }

  return {
    trouble: () => known.get(deps.profile()?.id ?? '') ?? [],
    look() {
      const profile = deps.profile();
      if (profile === null || deps.everyMs === null || closing.signal.aborted) return;
      const last = checkedAt.get(profile.id) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last < deps.everyMs) return;
      checkedAt.set(profile.id, performance.now());
      checking = Promise.all([checking, check(profile)]).then(() => undefined);
    },
    heard(profileId, value) {
      checkedAt.set(profileId, performance.now());
      keep(profileId, troubleIn(value));
    },
    async close() {
      closing.abort();
      await checking;
    },
  };
}

/** Returns the trouble of platforms; that of the whole service only if no platform is mentioned. */
function troubleIn(value: unknown): Trouble[] {
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
