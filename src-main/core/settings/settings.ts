/** What a person chose and what stays across starts, apart from runs: small JSON files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { preferencesSchema } from '#shared/contract/snapshot.ts';
import { atomicWrite } from '../store/atomic-write.ts';

const settingsSchema = z.object({
  preferences: preferencesSchema.catch(preferencesSchema.parse({})),
  /** The service chosen last; null before the first choice. */
  service: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('sample') }),
      z.object({ kind: z.literal('address'), address: z.string() }),
    ])
    .nullable()
    .catch(null),
});
export type Settings = z.infer<typeof settingsSchema>;

export interface SettingsFile {
  get(): Settings;
  change(change: Partial<Settings>): Promise<void>;
}

/** Reads `settings.json`; a missing or damaged one gives the defaults, member by member. */
export async function openSettings(dataDir: string): Promise<SettingsFile> {
  const file = await openJsonFile(join(dataDir, 'settings.json'));
  let settings = settingsSchema.parse(file.content ?? {});
  return {
    get: () => settings,
    async change(change) {
      settings = { ...settings, ...change };
      await file.write(settings);
    },
  };
}

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
