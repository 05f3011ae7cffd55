/**
 * Methods about the current service: its address, credentials, account pages, counted calls, support.
 */
import type { Snapshot } from '../snapshot.ts';
import type { ProblemDetails } from '../problem.ts';
import type { ServiceAnswer } from '../service.ts';
import type { CountedCalls } from '../calls.ts';
import type { SupportPreview } from '../saved.ts';
import { z } from 'zod';
import { servicePageSchema } from '../service.ts';
import { nothing, reply } from './parts.ts';

const secretSchema = z.string().max(20_000);
const credentialIdSchema = z.string().min(1).max(40);
const credentialNameSchema = z.string().max(60);
/** `session`: only until the program exits, even if there is a keychain. */
const keepSchema = z.enum(['keychain', 'session']).default('keychain');

export const accountMethods = {
  /** Chooses the sample service or a service address. */
  'service.choose': {
    outlivesPage: true,
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sample') }),
      z.strictObject({ kind: z.literal('address'), address: z.string().max(2000) }),
    ]),
    output: reply<Snapshot>(),
  },

  /** Write-only: the value is never returned. */
  'credential.add': {
    outlivesPage: true,
    input: z.strictObject({
      value: secretSchema,
      /** The requested kind; others are refused. Null: any. */
      as: z.enum(['key', 'sessionToken']).nullable().default(null),
      name: credentialNameSchema.nullable().default(null),
      keep: keepSchema,
    }),
    output: reply<Snapshot>(),
  },

  /** Replaces a credential's value; its name remains. */
  'credential.replace': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema, value: secretSchema, keep: keepSchema }),
    output: reply<Snapshot>(),
  },

  /** Uses this key for data. */
  'credential.use': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema }),
    output: reply<Snapshot>(),
  },

  /** Renames a credential; a blank name removes the name. */
  'credential.rename': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema, name: credentialNameSchema }),
    output: reply<Snapshot>(),
  },

  /** Removes a credential; null: the current key. */
  'credential.remove': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema.nullable().default(null) }),
    output: reply<Snapshot>(),
  },

  /** Retries the keychain after it could not be read. */
  'credential.retry': { input: nothing, output: reply<Snapshot>() },

  /**
   * Tests a credential with an unmetered request: a key (null: the current one) with an operation that
   * does not exist, a session token with the plan.
   */
  'credential.test': {
    input: z.strictObject({ id: credentialIdSchema.nullable().default(null) }),
    output: reply<{
      verdict: 'accepted' | 'refused' | 'undecided';
      message: string;
      /** What the service answered and when; null if it wasn't asked. */
      details: ProblemDetails | null;
    }>(),
  },

  /** Requests a trial key and stores it. `source`: where the person heard about it. */
  'trial.get': {
    input: z.strictObject({ source: z.string().max(500) }),
    output: reply<Snapshot>(),
  },

  /** Reads a page about the account or the service itself; not metered. */
  'service.read': {
    input: z.strictObject({ page: servicePageSchema }),
    output: reply<ServiceAnswer>(),
  },

  /** Metered calls of the current profile, by day and platform. */
  'calls.counts': { input: nothing, output: reply<CountedCalls>() },

  /**
   * The support bundle as it would be saved. `withQuestions`: including what failed questions asked.
   */
  'support.preview': {
    input: z.strictObject({ withQuestions: z.boolean() }),
    output: reply<SupportPreview>(),
  },
} as const;
