/** What a person chose and what stays across starts, apart from runs: small JSON files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { preferencesSchema, usualPreferences } from '#shared/contract/snapshot.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { atomicWrite } from '../store/atomic-write.ts';
import { Serial } from '../store/serial.ts';
import { complainAboutAddress, normaliseAddress } from './profile.ts';

/** The file may have been changed by hand, or come from elsewhere: no other address is let in by it. */
const addressSchema = z
  .string()
  .refine((address) => complainAboutAddress(address) === null)
  .transform(normaliseAddress);

const serviceSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('sample') }),
    z.object({ kind: z.literal('address'), address: addressSchema }),
  ])
  .nullable();

export interface Settings {
  preferences: Preferences;
  /** The service chosen last; null before the first choice. */
  service: z.infer<typeof serviceSchema>;
}

export interface SettingsFile {
  get(): Settings;
  /** @throws StoreError when the disk refuses; everything is as before then. */
  change(change: Partial<Settings>): Promise<void>;
}

/** Reads `settings.json`; a missing or damaged one gives the defaults, member by member. */
export async function openSettings(dataDir: string): Promise<SettingsFile> {
  const file = await openJsonFile(join(dataDir, 'settings.json'));
  const content = isObject(file.content) ? file.content : {};
  let settings: Settings = {
    preferences: readPreferences(content['preferences']),
    service: serviceSchema.catch(null).parse(content['service']),
  };
  const changes = new Serial();
  return {
    get: () => settings,
    change: (change) =>
      changes.run(async () => {
        const changed = { ...settings, ...change };
        await file.write(changed);
        settings = changed;
      }),
  };
}

/**
 * Whether pictures that rows name may be loaded, as it was saved last. For the hosts, whose windows
 * begin to load before the core is open.
 */
export async function readRemoteImages(dataDir: string): Promise<boolean> {
  return (await openSettings(dataDir)).get().preferences.remoteImages;
}

/** A member that is missing or wrong takes its usual value; the others stay. */
function readPreferences(value: unknown): Preferences {
  const known = isObject(value) ? value : {};
  const sound = Object.entries(preferencesSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(known[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return preferencesSchema.parse({ ...usualPreferences, ...Object.fromEntries(sound) });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface JsonFile {
  /** What was there at opening; null when missing or not JSON. */
  content: unknown;
  /** Replaces the file atomically; writes follow each other in order. */
  write(value: unknown): Promise<void>;
}

export async function openJsonFile(path: string): Promise<JsonFile> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    content: await readFile(path, 'utf8').then(parseOrNull, () => null),
    write(value) {
      const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
      const written = last.catch(() => undefined).then(() => atomicWrite(path, bytes));
      last = written;
      return written.then(() => undefined);
    },
  };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
