/** Methods about the service in use: its address, credentials, account pages, counted calls, support. */
import { z } from 'zod';
import { countedCallsSchema } from '../calls.ts';
import { problemDetailsSchema } from '../problem.ts';
import { savedSchema, supportPreviewSchema } from '../saved.ts';
import { serviceAnswerSchema, servicePageSchema } from '../service.ts';
import { snapshotSchema } from '../snapshot.ts';
import { nothing } from './parts.ts';

const secretSchema = z.string().max(20_000);
const credentialIdSchema = z.string().min(1).max(40);
const credentialNameSchema = z.string().max(60);
/** `session`: only until the program ends, although there may be a keychain. */
const keepSchema = z.enum(['keychain', 'session']).default('keychain');

export const accountMethods = {
  /** Chooses the sample service or a service address. */
  'service.choose': {
    outlivesPage: true,
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sample') }),
      z.strictObject({ kind: z.literal('address'), address: z.string().max(2000) }),
    ]),
    output: snapshotSchema,
  },

  /** Write-only: the value goes in and never comes out. */
  'credential.add': {
    outlivesPage: true,
    input: z.strictObject({
      value: secretSchema,
      /** What the person was asked for; another kind is refused. Null: whatever it is. */
      as: z.enum(['key', 'sessionToken']).nullable().default(null),
      name: credentialNameSchema.nullable().default(null),
      keep: keepSchema,
    }),
    output: snapshotSchema,
  },

  /** Another value in the place of this one; it keeps its name. */
  'credential.replace': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema, value: secretSchema, keep: keepSchema }),
    output: snapshotSchema,
  },

  /** Uses this key for data. */
  'credential.use': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema }),
    output: snapshotSchema,
  },

  /** A blank name takes it back. */
  'credential.rename': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema, name: credentialNameSchema }),
    output: snapshotSchema,
  },

  /** Null: the key in use. */
  'credential.remove': {
    outlivesPage: true,
    input: z.strictObject({ id: credentialIdSchema.nullable().default(null) }),
    output: snapshotSchema,
  },

  /** Tries the keychain again after it could not be read. */
  'credential.retry': { input: nothing, output: snapshotSchema },

  /**
   * Asks the service for something not metered: with a key (null: the one in use) for an operation
   * that does not exist, with a session token for the plan.
   */
  'credential.test': {
    input: z.strictObject({ id: credentialIdSchema.nullable().default(null) }),
    output: z.object({
      verdict: z.enum(['accepted', 'refused', 'undecided']),
      message: z.string(),
      /** What it answered and when; null when it was not asked. */
      details: problemDetailsSchema.nullable().default(null),
    }),
  },

  /** Asks the service for a trial key and keeps it. `source`: where the person heard of it. */
  'trial.get': { input: z.strictObject({ source: z.string().max(500) }), output: snapshotSchema },

  /** Reads a page about the account or the service itself; not metered. */
  'service.read': {
    input: z.strictObject({ page: servicePageSchema }),
    output: serviceAnswerSchema,
  },

  /** Metered calls of the profile in use, by day and platform. */
  'calls.counts': { input: nothing, output: countedCallsSchema },

  /** The support bundle as it would be saved. `withQuestions`: what failed questions asked, too. */
  'support.preview': {
    input: z.strictObject({ withQuestions: z.boolean() }),
    output: supportPreviewSchema,
  },

  /** Saves the bundle that was shown, as it was shown. */
  'support.save': { input: z.strictObject({ id: z.string().max(40) }), output: savedSchema },
} as const;
