/**
 * What the service says about itself and what the person corrected, for the current service. Main
 * stores it; each reply includes the effective catalogue, from which all forms are drawn.
 */
import type {
  ImportedProfile,
  ServiceProfile,
  ServiceProfileReply,
} from '#shared/contract/description.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { host } from '../host/index.ts';
import { problemOf } from './asked.ts';
import { activeTabOf, profileNow, useApp, useProfileId } from './app.ts';
import { kept } from './kept.ts';
import { refreshRuns } from './runs.ts';

interface ProfileState {
  /** Main's last reply; null before the first. */
  reply: ServiceProfileReply | null;
  /** Why it could not be read again. */
  problem: Problem | null;
}

/** By service. */
const profiles = kept<ProfileState>('profile', { reply: null, problem: null });

export function useServiceProfile(): {
  serviceProfile: ServiceProfile | null;
  problem: Problem | null;
} {
  const { reply, problem } = profiles.use(useProfileId(), (state) => state);
  return { serviceProfile: reply?.serviceProfile ?? null, problem };
}

/** Stores what main sends, unless a later one has arrived: the page and every form update. */
export function takeServiceProfile(reply: ServiceProfileReply): void {
  const { profileId } = reply.serviceProfile;
  const known = profiles.of(profileId).reply;
  if (known !== null && known.revision > reply.revision) return;
  profiles.change(profileId, { reply, problem: null });
  const { snapshot } = useApp.getState();
  // It is about a service that is no longer the current one.
  if (snapshot === null || snapshot.profile?.id !== profileId) return;
  const next = withLatestCatalogue(snapshot);
  useApp.setState({ snapshot: next });
  if (next.catalogue === snapshot.catalogue) return;
  // Runs show the names they were fetched with where those differ from today's.
  void refreshRuns(activeTabOf(snapshot)?.runId ?? null);
}

/** Returns a snapshot with the latest catalogue received since it was made. */
export function withLatestCatalogue(snapshot: Snapshot): Snapshot {
  const { reply } = profiles.of(snapshot.profile?.id ?? '');
  if (reply === null || reply.revision < snapshot.catalogueRevision) return snapshot;
  // Every form is redrawn when it changes.
  const isSame = JSON.stringify(snapshot.catalogue) === JSON.stringify(reply.catalogue);
  const catalogue = isSame ? snapshot.catalogue : reply.catalogue;
  return { ...snapshot, catalogue, catalogueRevision: reply.revision };
}

export async function readServiceProfile(profileId: string = profileNow()): Promise<void> {
  const problem = await problemOf(host.call('description.get', {}), takeServiceProfile);
  if (problem !== null) profiles.change(profileId, { problem });
}

export async function importProfile(text: string): Promise<Result<ImportedProfile>> {
  const result = await host.call('profile.import', { text });
  if (result.ok) takeServiceProfile(result.value);
  return result;
}
