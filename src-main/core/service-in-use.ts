/** The service profile in use: decided at start, changed by the person. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { CorePorts } from './core.ts';
import { createCredentials } from './credentials/credentials.ts';
import type { Credentials } from './credentials/credentials.ts';
import { problemOfKey } from './service/credential.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import { Serial } from './store/serial.ts';
import { normaliseAddress, profileOf } from './settings/addresses.ts';
import type { Settings, SettingsFile } from './settings/settings.ts';

export interface ServiceInUse {
  credentials: Credentials;
  /** Null until one is chosen: Welcome. */
  profile(): Profile | null;
  /** The service in use as a choice that can be saved. */
  choice(): Settings['service'];
  /** The address given at start, normalised; Welcome fills it in. */
  suggestedAddress: string | null;
  /**
   * Choices are applied one after another; the last one wins. `prepare` reads what belongs to the
   * service; the function it returns applies that at the very moment the profile changes, so that no
   * request is built from one service and sent to another.
   *
   * @throws StoreError when the choice can't be saved; the service is unchanged then.
   */
  choose(
    service: NonNullable<Settings['service']>,
    prepare: (profile: Profile) => Promise<() => void>,
  ): Promise<void>;
}

/**
 * Returns the program's credentials, whatever project is open. The environment's key is bound to the
 * address in use at start: a project with another address never receives it.
 * @throws ProblemError as `openServiceInUse`.
 */
export function credentialsAtStart(
  ports: Pick<CorePorts, 'secrets' | 'sampleService' | 'start'>,
  settings: SettingsFile,
): Credentials {
  const { start } = ports;
  const chosen = settings.get().service;
  const boundTo = givenAddress(start) ?? (chosen?.kind === 'address' ? chosen.address : null);
  return createCredentials({
    secrets: ports.secrets,
    // Never sent to the sample service or another address.
    environment:
      start.accessKey === null || boundTo === null || start.sample
        ? null
        : { value: sendable(start.accessKey), profileId: profileOf(boundTo).id },
    sample: () => ports.sampleService(),
  });
}

/** The address given at start, normalised. */
const givenAddress = ({ serviceAddress }: CorePorts['start']): string | null =>
  serviceAddress === null ? null : normaliseAddress(serviceAddress);

/**
 * Opens the service in use. Precedence: `--sample`, the address given at start, the last choice. In a
 * project opened later its own choice goes first, since that is what the person was asked about.
 * @throws ProblemError `invalid_input` when the address or the key given at start isn't valid.
 */
export async function openServiceInUse(
  ports: Pick<CorePorts, 'sampleService' | 'start'> & {
    credentials: Credentials;
    startGoesFirst: boolean;
  },
  settings: SettingsFile,
): Promise<ServiceInUse> {
  const { start, credentials } = ports;
  const suggestedAddress = givenAddress(start);
  const chosen = settings.get().service;

  const profileFor = async (service: NonNullable<Settings['service']>): Promise<Profile> =>
    service.kind === 'address'
      ? profileOf(service.address)
      : {
          id: sampleProfileId,
          label: 'Sample service',
          address: (await ports.sampleService()).address,
        };

  async function firstProfile(): Promise<Profile | null> {
    if (chosen !== null && !ports.startGoesFirst) return profileFor(chosen);
    if (start.sample) return profileFor({ kind: 'sample' });
    if (suggestedAddress === null) return chosen === null ? null : profileFor(chosen);
    const given = profileOf(suggestedAddress);
    // A first start without a key shows Welcome, which fills in the address.
    const key = chosen === null ? await credentials.resolve(given.id) : null;
    return chosen === null && key === null ? null : given;
  }

  let profile = await firstProfile();
  const choices = new Serial();
  return {
    credentials,
    suggestedAddress,
    profile: () => profile,
    choice() {
      if (profile === null) return null;
      const { id, address } = profile;
      return id === sampleProfileId ? { kind: 'sample' } : { kind: 'address', address };
    },
    choose: (service, prepare) =>
      choices.run(async () => {
        const next = await profileFor(service);
        const apply = await prepare(next);
        await settings.change({ service });
        profile = next;
        apply();
      }),
  };
}

/** Returns the key. One that no header can carry would fail every call as if the connection had broken. */
function sendable(key: string): string {
  const complaint = problemOfKey(key);
  if (complaint === null) return key;
  throw new ProblemError(
    invalidInput(`The key in SOCIAL_DATA_API_KEY can’t be used. ${complaint}`, 'key'),
  );
}
