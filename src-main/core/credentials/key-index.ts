/**
 * The list of a service's stored credentials without their values, as a separate entry of the secret
 * store, so that nothing about keys is in a file. A keychain can't list its entries, and reading each
 * may prompt the person; this index makes both unnecessary.
 */
import { z } from 'zod';

/** Version of the index's format. A newer index is left untouched. */
const version = 1;

const keptCredentialSchema = z.object({
  id: z.string().min(1).max(40),
  kind: z.enum(['accessKey', 'trialKey', 'sessionToken']),
  /** The name that the person gave it. */
  name: z.string().max(60).nullable(),
  lastFour: z.string().max(4),
  addedAt: z.string(),
  /** When the service issued it; null when it was pasted. */
  issuedAt: z.string().nullable(),
});
export type KeptCredential = z.infer<typeof keptCredentialSchema>;

const indexSchema = z.object({
  v: z.literal(version),
  /** The key in use for data. */
  active: z.string().nullable(),
  kept: z.array(keptCredentialSchema),
});
export type KeyIndex = Omit<z.infer<typeof indexSchema>, 'v'>;

const emptyIndex: KeyIndex = { active: null, kept: [] };

export type ReadIndex =
  | { kind: 'read'; index: KeyIndex }
  | { kind: 'damaged' }
  | { kind: 'newerVersion' };

/** Parses an index. Null text: there is none yet. */
export function readIndex(text: string | null): ReadIndex {
  if (text === null) return { kind: 'read', index: emptyIndex };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'damaged' };
  }
  const parsed = indexSchema.safeParse(value);
  if (parsed.success) return { kind: 'read', index: parsed.data };
  const newer = z.object({ v: z.number().gt(version) }).safeParse(value);
  return { kind: newer.success ? 'newerVersion' : 'damaged' };
}

export const writeIndex = ({ active, kept }: KeyIndex): string =>
  JSON.stringify({ v: version, active, kept });
