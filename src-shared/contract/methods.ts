/**
 * The single map of methods between the window and main; those about data and recipes are in
 * `data-methods.ts` and `recipe-methods.ts`. A method is data: the schema of its input and the type of its
 * reply. The dispatcher parses the input, calls the handler and replies with a Result; there is no other way
 * in.
 */
import { z } from 'zod';
import { dataMethods, done, nothing, reply } from './data-methods.ts';
import type { CountedCalls } from './calls.ts';
import { factIdSchema, maxCorrectionLength } from './description.ts';
import type { ImportedProfile, ServiceProfileReply } from './description.ts';
import type { ProblemDetails } from './problem.ts';
import { projectDetailsSchema } from './project.ts';
import type { KnownProject, ProjectDetails } from './project.ts';
import { freeRequestSchema, requestIdSchema } from './request.ts';
import type { AnswerHead, FreeAnswer, Sent } from './request.ts';
import { recipeMethods } from './recipe-methods.ts';
import type { Notice } from './run.ts';
import type { SupportPreview } from './saved.ts';
import { servicePageSchema } from './service.ts';
import type { ServiceAnswer } from './service.ts';
import {
  backgroundSchema,
  emptyWorkspace,
  preferencesChangeSchema,
  saveTurnSchema,
  workspaceSchema,
} from './snapshot.ts';
import type { Background, Preferences, Snapshot } from './snapshot.ts';

const secretSchema = z.string().max(20_000);
const credentialIdSchema = z.string().min(1).max(40);
const oneCredential = z.strictObject({ id: credentialIdSchema });
const credentialNameSchema = z.string().max(60);
/** `session`: only until the program exits, even if there is a keychain. */
const keepSchema = z.enum(['keychain', 'session']).default('keychain');

const correctionSchema = z.string().max(maxCorrectionLength);

const oneAnswer = z.strictObject({ requestId: requestIdSchema });

const projectIdSchema = z.string().max(100);
const projectTitleSchema = z.string().trim().min(1).max(200);

/** When it was opened, every window reloads, since it shows the previous project. */
type ProjectOutcome = { kind: 'opened' } | { kind: 'cancelled' };

export const methods = {
  ...dataMethods,
  ...recipeMethods,

  // Methods of the program itself: what the window draws, what it stores, what it opens elsewhere.

  /** Everything the window needs to draw itself. */
  'app.snapshot': {
    /** `after`: a save by the previous page that may still be in transit. */
    input: z.strictObject({ after: saveTurnSchema.optional() }),
    output: reply<Snapshot>(),
  },

  /** Returns the first of these time zones that main knows: an older ICU may lack the window's. */
  'app.zone': {
    input: z.strictObject({ names: z.array(z.string().max(100)).max(600) }),
    output: reply<{ name: string | null }>(),
  },

  /** Stores tabs, stars and layout of the current profile. */
  'workspace.save': {
    input: z.strictObject({
      profileId: z.string(),
      workspace: workspaceSchema,
      /**
       * As this window's last acknowledged save left it: only what differs was changed here. Default:
       * empty.
       */
      before: workspaceSchema.default(emptyWorkspace),
      turn: saveTurnSchema.optional(),
      /**
       * From the snapshot that the window was drawn with. Saves for an earlier opening are discarded.
       */
      opening: z.string().max(64).optional(),
    }),
    output: done,
  },

  /** Changes the given members; returns all of them. Other windows may have changed others. */
  'preferences.save': { input: preferencesChangeSchema, output: reply<Preferences>() },

  /** Changes how this computer runs the program without a window. */
  'background.save': { input: backgroundSchema, output: reply<Background>() },

  /** Opens a page found in data in the person's browser; https only. */
  'link.open': { input: z.strictObject({ url: z.string().max(5000) }), output: done },

  // Methods about the current service: its address, credentials, account pages, counted calls, support.

  /** Chooses the sample service or a service address. */
  'service.choose': {
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sample') }),
      z.strictObject({ kind: z.literal('address'), address: z.string().max(2000) }),
    ]),
    output: reply<Snapshot>(),
  },

  /** Write-only: the value is never returned. */
  'credential.add': {
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
    input: z.strictObject({ id: credentialIdSchema, value: secretSchema, keep: keepSchema }),
    output: reply<Snapshot>(),
  },

  /** Uses this key for data. */
  'credential.use': { input: oneCredential, output: reply<Snapshot>() },

  /** Renames a credential; a blank name removes the name. */
  'credential.rename': {
    input: z.strictObject({ id: credentialIdSchema, name: credentialNameSchema }),
    output: reply<Snapshot>(),
  },

  /** Removes a credential; null: the current key. */
  'credential.remove': {
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

  // Methods about what the service says about itself and what a person corrects. All of them concern the
  // current service; none is metered, and only `description.ask` calls the service.

  /** Returns every fact that is assumed or in dispute, what the service says about it, and what is used. */
  'description.get': { input: nothing, output: reply<ServiceProfileReply>() },

  /**
   * Reads the service's own description, without a credential. If it is missing or broken, nothing
   * changes and `state` says why. Concurrent calls send one request.
   */
  'description.ask': { input: nothing, output: reply<ServiceProfileReply>() },

  /** Forgets what the service said, but not what the person decided. */
  'description.forget': { input: nothing, output: reply<ServiceProfileReply>() },

  /**
   * Sets the person's own value, which overrides the service's and ours. It may be the service's, where
   * that differs from what is documented and so applies only if accepted. Refused with
   * `invalid_input` and the fact's id as the parameter to change.
   */
  'correction.set': {
    input: z.strictObject({ id: factIdSchema, value: correctionSchema }),
    output: reply<ServiceProfileReply>(),
  },

  /** Removes the person's value; null: every one. */
  'correction.reset': {
    input: z.strictObject({ id: factIdSchema.nullable() }),
    output: reply<ServiceProfileReply>(),
  },

  /** Imports the corrections of such a file. Others don't change. */
  'profile.import': {
    input: z.strictObject({ text: z.string().max(2_000_000) }),
    output: reply<ImportedProfile>(),
  },

  // Methods of the Request page: any GET path of the service, entered by hand.

  /**
   * Sends the request once, with the credential required by the path's family; never repeated
   * automatically. A second call with the same id sends nothing: it waits for the answer, or returns
   * it.
   */
  'request.send': {
    input: z.strictObject({
      requestId: requestIdSchema,
      request: freeRequestSchema,
      /** The person agreed to a metered call. */
      metered: z.boolean().default(false),
      /** The person agreed to exceed the day's limit. */
      beyondCeiling: z.boolean().default(false),
    }),
    output: reply<Sent>(),
  },

  /** Stops waiting for the answer. */
  'request.stop': { input: oneAnswer, output: done },

  /** Lists the stored answers of the current profile, latest first. */
  'request.list': { input: nothing, output: reply<{ answers: AnswerHead[] }>() },

  /** Returns an answer again, without a call. */
  'request.open': { input: oneAnswer, output: reply<{ answer: FreeAnswer }>() },

  /** Deletes an answer, on disk too. */
  'request.remove': { input: oneAnswer, output: done },

  // Methods about projects. The window knows them by an id and a name, never by a path; only main and
  // the system's own dialogs know the folder.

  /** Lists the open project first, then the others, latest opened first. */
  'project.list': {
    input: nothing,
    output: reply<{
      projects: KnownProject[];
      /** Whether `folder` may have more of them than are listed. */
      isCut: boolean;
      /** Whether main asks for folders; otherwise they are in `folder`, and the window lists them. */
      asksForFolder: boolean;
      folder: string;
    }>(),
  },

  /** Returns the open project's own details. */
  'project.details': {
    input: nothing,
    output: reply<{ details: ProjectDetails; notices: Notice[] }>(),
  },

  'project.save': { input: projectDetailsSchema, output: reply<ProjectDetails>() },

  /** Creates an empty project with the settings and the service of the open one, and opens it. */
  'project.create': {
    input: z.strictObject({ title: projectTitleSchema, stops: z.boolean().default(false) }),
    output: reply<ProjectOutcome | { kind: 'ask'; stops: string }>(),
  },

  /**
   * Opens a project; without an id main asks for its folder. `ask`: the person decides first, and the
   * method is called again with what they agreed to.
   */
  'project.open': {
    input: z.strictObject({
      id: projectIdSchema.nullable(),
      /** The address shown to the person. */
      address: z.string().max(2000).optional(),
      stops: z.boolean().default(false),
    }),
    output: reply<
      | ProjectOutcome
      | {
          kind: 'ask';
          id: string;
          title: string;
          /** The service that it asks, if this computer hasn't opened it with that address yet. */
          service: { address: string; hasKey: boolean } | null;
          /** What opening it stops here, in sentences. */
          stops: string | null;
        }
    >(),
  },

  /** Copies the open project, without keys and deleted data. Doesn't open it. */
  'project.copy': {
    input: z.strictObject({ title: projectTitleSchema }),
    output: reply<
      | { kind: 'cancelled' }
      | {
          kind: 'copied';
          id: string;
          /** Its location, unless the person chose it. */
          folder: string | null;
          /** Number of entries that aren't our files: mostly links. */
          leftOut: number;
        }
    >(),
  },

  /** Removes a project from the list. Its folder remains. */
  'project.forget': { input: z.strictObject({ id: projectIdSchema }), output: done },
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type MethodInput<M extends MethodName> = z.input<Methods[M]['input']>;
export type MethodOutput<M extends MethodName> = z.output<Methods[M]['output']>;

export const isMethodName = (name: string): name is MethodName => Object.hasOwn(methods, name);
