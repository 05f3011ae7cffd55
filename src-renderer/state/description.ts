/**
 * What the service says of itself and what the person corrected, for the service in use. Main holds
 * it; each reply brings the effective catalogue with it, from which all forms are drawn.
 */
import type {
  ImportedProfile,
  ServiceProfile,
  ServiceProfileReply,
  TryIt,
} from '#shared/contract/description.ts';
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { problemOf } from './answer.ts';
import { activeTabOf, profileNow, useApp } from './app.ts';
import { perService } from './per-service.ts';
import { fileOutcome, type SaveOutcome } from './exports.ts';
import { refreshRuns } from './runs.ts';

interface ProfileState {
  /** Null until main has told it. */
  told: ServiceProfileReply | null;
  /** Why it could not be had. */
  problem: Problem | null;
}

const profiles = perService<ProfileState>({ told: null, problem: null });

export function useServiceProfile(): {
  serviceProfile: ServiceProfile | null;
  problem: Problem | null;
} {
  const { told, problem } = profiles.use();
  return { serviceProfile: told?.serviceProfile ?? null, problem };
}

/** Takes over what main sends, unless something later arrived: the page and every form follow. */
export function takeServiceProfile(told: ServiceProfileReply): void {
  const { profileId } = told.serviceProfile;
  const known = profiles.of(profileId).told;
  if (known !== null && known.revision > told.revision) return;
  profiles.change({ told, problem: null }, profileId);
  const { snapshot } = useApp.getState();
  // It is about a service that was left meanwhile.
  if (snapshot === null || snapshot.profile?.id !== profileId) return;
  const next = withLatestCatalogue(snapshot);
  useApp.setState({ snapshot: next });
  if (next.catalogue === snapshot.catalogue) return;
  // Runs say under which names they were fetched, where those are others now.
  void refreshRuns(activeTabOf(snapshot)?.runId ?? null);
}

/** A snapshot with the latest catalogue that arrived since it was made. */
export function withLatestCatalogue(snapshot: Snapshot): Snapshot {
  const { told } = profiles.of(snapshot.profile?.id ?? '');
  if (told === null || told.revision < snapshot.catalogueRevision) return snapshot;
  // Every form is drawn again when it changes.
  const isSame = JSON.stringify(snapshot.catalogue) === JSON.stringify(told.catalogue);
  const catalogue = isSame ? snapshot.catalogue : told.catalogue;
  return { ...snapshot, catalogue, catalogueRevision: told.revision };
}

const take = (asked: Promise<Result<ServiceProfileReply>>): Promise<Problem | null> =>
  problemOf(asked, takeServiceProfile);

export async function readServiceProfile(profileId: string = profileNow()): Promise<void> {
  const problem = await take(host.call('description.get', {}));
  if (problem !== null) profiles.change({ told: null, problem }, profileId);
}

/** *Ask the service*. Costs nothing. */
export const askService = (): Promise<Problem | null> => take(host.call('description.ask', {}));

export const forgetDescription = (): Promise<Problem | null> =>
  take(host.call('description.forget', {}));

/** The person's own value; a problem says what is wrong with it. */
export const correct = (id: string, value: string): Promise<Problem | null> =>
  take(host.call('correction.set', { id, value }));

/** Null: every correction. */
export const resetCorrection = (id: string | null): Promise<Problem | null> =>
  take(host.call('correction.reset', { id }));

export const acceptDifference = (id: string, accepted: boolean): Promise<Problem | null> =>
  take(host.call('difference.accept', { id, accepted }));

/** The request that uses a fact. Nothing is sent. */
export const previewFact = (input: MethodInput<'correction.preview'>): Promise<Result<TryIt>> =>
  host.call('correction.preview', input);

export async function exportProfile(): Promise<SaveOutcome> {
  return fileOutcome(await host.call('profile.export', {}));
}

export async function importProfile(text: string): Promise<Result<ImportedProfile>> {
  const result = await host.call('profile.import', { text });
  if (result.ok) takeServiceProfile(result.value);
  return result;
}
