/** electron-builder's settings. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const buildSchema = z.looseObject({
  npmRebuild: z.boolean(),
  asar: z.boolean(),
  publish: z.null(),
  electronFuses: z.record(z.string(), z.boolean()),
  linux: z.looseObject({ target: z.array(z.string()), executableArgs: z.array(z.string()) }),
  mac: z.looseObject({
    target: z.array(z.string()),
    hardenedRuntime: z.boolean(),
    entitlements: z.string(),
    entitlementsInherit: z.string(),
  }),
  win: z.looseObject({ target: z.array(z.string()) }),
  nsis: z.looseObject({ perMachine: z.boolean(), allowElevation: z.boolean() }),
});

export async function readBuild(): Promise<z.infer<typeof buildSchema>> {
  const manifest: unknown = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  return z.object({ build: buildSchema }).parse(manifest).build;
}
