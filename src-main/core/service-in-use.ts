/** Which service profile is in use: decided at start, changed by the person. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { CorePorts } from './core.ts';
import { createCredentials } from './credentials/credentials.ts';
import type { Credentials } from './credentials/credentials.ts';
import { complainAboutKey } from './service/credential.ts';
import { invalidInput, ProblemError } from './problem-error.ts';
import { Serial } from './store/serial.ts';
import { normaliseAddress, profileOf } from './settings/addresses.ts';
import type { Settings, SettingsFile } from './settings/settings.ts';

export interface ServiceInUse {
  credentials: Credentials;
  /** Null before one was chosen: Welcome. */
  profile(): Profile | null;
  /** The address given at start, in one form; Welcome fills it in. */
  suggestedAddress: string | null;
  /**
   * One choice after the other: the last one counts. `prepare` reads what belongs to the service;
   * what comes back of it puts that in use, at the very moment at which the profile changes, so
   * that no request is built from one service and sent to another.
   *
   * @throws StoreError when it can't be kept; the service is the one of before then.
   */
  choose(
    service: NonNullable<Settings['service']>,
    prepare: (profile: Profile) => Promise<() => void>,
  ): Promise<void>;
}

/**
 * The credentials of the program, whatever project is open. The environment's key is bound to the
 * address in force at the start: opening a project that asks another one sends it nowhere.
 * @throws ProblemError as `openServiceInUse`.
 */
export function credentialsAtStart(
  ports: Pick<CorePorts, 'secrets' | 'sampleService' | 'start'>,
  settings: SettingsFile,
): Credentials {
  const { start } = ports;
  const chosen = settings.get().service;
  const inForce = givenAddress(start) ?? (chosen?.kind === 'address' ? chosen.address : null);
  return createCredentials({
    secrets: ports.secrets,
    // Bound to the address in force at start: it never goes to the sample service or another.
    environment:
      start.accessKey === null || inForce === null || start.sample
        ? null
        : { value: sendable(start.accessKey), profileId: profileOf(inForce).id },
    sample: () => ports.sampleService(),
  });
}

/** The address given at start, in one form. */
const givenAddress = ({ serviceAddress }: CorePorts['start']): string | null =>
  serviceAddress === null ? null : normaliseAddress(serviceAddress);

/**
 * Order: `--sample`, the address given at start, what was chosen last.
 * @throws ProblemError `invalid_input` when the address given at start is not allowed, or the key
 *   can't be one.
 */
export async function openServiceInUse(
  ports: Pick<CorePorts, 'sampleService' | 'start'> & { credentials: Credentials },
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

  async function profileAtStart(): Promise<Profile | null> {
    if (start.sample) return profileFor({ kind: 'sample' });
    if (suggestedAddress === null) return chosen === null ? null : profileFor(chosen);
    const given = profileOf(suggestedAddress);
    // A first start without a key goes through Welcome, which fills in the address.
    const key = chosen === null ? await credentials.resolve(given.id) : null;
    return chosen === null && key === null ? null : given;
  }

  let profile = await profileAtStart();
  const choices = new Serial();
  return {
    credentials,
    suggestedAddress,
    profile: () => profile,
    choose: (service, prepare) =>
      choices.run(async () => {
        const next = await profileFor(service);
        const putInUse = await prepare(next);
        await settings.change({ service });
        profile = next;
        putInUse();
      }),
  };
}

/** One that no header can carry would fail at every call, as if the connection had broken. */
function sendable(key: string): string {
  const complaint = complainAboutKey(key);
  if (complaint === null) return key;
  throw new ProblemError(
    invalidInput(`The key in SOCIAL_DATA_API_KEY can’t be used. ${complaint}`, 'key'),
  );
}
