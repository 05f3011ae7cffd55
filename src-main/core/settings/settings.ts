/** A person's settings, for all services: `settings.json`. */
import { join } from 'node:path';
import { z } from 'zod';
import { preferencesSchema, defaultPreferences, withChange } from '#shared/contract/snapshot.ts';
import type { Preferences, PreferencesChange } from '#shared/contract/snapshot.ts';
import type { Notice } from '#shared/contract/run.ts';
import { Serial } from '../store/serial.ts';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';
import { problemOfAddress, normaliseAddress } from './addresses.ts';
import { isObject, noticesFor, readMembers } from './members.ts';

/** The file may have been edited by hand or be from elsewhere, so addresses are checked here too. */
const addressSchema = z
  .string()
  .refine((address) => problemOfAddress(address) === null)
  .transform(normaliseAddress);

const serviceSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('sample') }),
    z.object({ kind: z.literal('address'), address: addressSchema }),
  ])
  .nullable();

export interface Settings {
  preferences: Preferences;
  /** The last chosen service; null before the first choice. */
  service: z.infer<typeof serviceSchema>;
}

export interface SettingsFile {
  get(): Settings;
  /** @throws StoreError when the disk refuses; nothing has changed then. */
  change(change: Partial<Settings>): Promise<void>;
  /** Changes some preferences, whatever other windows changed before; returns all. */
  changePreferences(change: PreferencesChange): Promise<Preferences>;
  notices: readonly Notice[];
}

/** Reads `settings.json`. Each member that is missing or damaged gets its default. */
export async function openSettings(dataDir: string): Promise<SettingsFile> {
  const file = openJsonFile(join(dataDir, 'settings.json'), fileLimits.small);
  if (file.content !== null && !isObject(file.content)) file.setDamaged();
  let content = isObject(file.content) ? file.content : {};
  let settings: Settings = {
    preferences: readMembers(preferencesSchema, defaultPreferences, content['preferences']),
    service: serviceSchema.catch(null).parse(content['service']),
  };
  const changes = new Serial();
  const write = async (change: Partial<Settings>): Promise<void> => {
    const changed = { ...settings, ...change };
    // Members that this version doesn't know belong to another version and are kept.
    const written = { ...settings, ...content, ...change };
    if (change.preferences !== undefined && isObject(content['preferences'])) {
      written.preferences = { ...content['preferences'], ...change.preferences };
    }
    await file.write(written);
    content = written;
    settings = changed;
  };
  return {
    notices: noticesOf[file.state()],
    get: () => settings,
    change: (change) => changes.run(() => write(change)),
    changePreferences: (change) =>
      changes.run(async () => {
        await write({ preferences: withChange(settings.preferences, change) });
        return settings.preferences;
      }),
  };
}

const noticesOf = noticesFor('settings', {
  damaged:
    'The settings could not be read, so the defaults are used. Their file is kept under another name once they are saved.',
  refused:
    'The settings can’t be read from the disk, so the defaults are used and changes aren’t saved until the next start.',
});
