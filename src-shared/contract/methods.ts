/**
 * The one map of methods between the window and main. A method is data: its input and output
 * schemas. The dispatcher parses the input, calls the handler and answers with a Result; there
 * is no other way in.
 */
import { z } from 'zod';
import {
  exportIdSchema,
  exportPreviewSchema,
  exportSchema,
  exportSpecSchema,
} from '../export/export.ts';
import { maxSheetLength, recipeSchema } from '../export/methods-sheet.ts';
import { pseudonymSecretSchema } from '../export/privacy.ts';
import { querySchema } from '../query/types.ts';
import { countedCallsSchema } from './calls.ts';
import { chartQuestionSchema, chartSchema } from './chart.ts';
import { runDescriptionSchema, runSummarySchema } from './history.ts';
import { problemSchema } from './problem.ts';
import {
  onePage,
  pageSchema,
  rowWindowSchema,
  runIdSchema,
  runLimitSchema,
  runReplySchema,
  runSchema,
} from './run.ts';
import {
  preferencesSchema,
  snapshotSchema,
  workspaceSchema,
  callCountsSchema,
} from './snapshot.ts';
import { summarySchema, timeZoneSchema } from './summary.ts';
import { serviceAnswerSchema, servicePageSchema } from './service.ts';
import { supportPreviewSchema } from './support.ts';
import { troubleSchema } from './trouble.ts';
import { duplicatesSchema, everyRow, openedViewSchema, viewSchema } from './view.ts';

const secretSchema = z.string().max(20_000);
const credentialIdSchema = z.string().min(1).max(40);
const credentialNameSchema = z.string().max(60);
/** `session`: only until the program ends, although there may be a keychain. */
const keepSchema = z.enum(['keychain', 'session']).default('keychain');
const nothing = z.strictObject({});
const done = z.object({});
const runIdsSchema = z.array(runIdSchema).min(1).max(10_000);

/** What became of saving a file that is there already. */
const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({
    kind: z.literal('saved'),
    name: z.string(),
    bytes: z.number(),
    /** Where the browser fetches the file, once; null when it is on disk already. */
    download: z.string().nullable(),
  }),
]);

/** Largest window of rows one call may ask for. */
export const maxWindowRows = 1000;

export const methods = {
  /** Everything the window needs to draw itself. */
  'app.snapshot': { input: nothing, output: snapshotSchema },

  /** Keeps tabs, stars and layout of the profile in use. */
  'workspace.save': {
    input: z.strictObject({ profileId: z.string(), workspace: workspaceSchema }),
    output: done,
  },
  'preferences.save': { input: preferencesSchema, output: preferencesSchema },

  /** Chooses the sample service or a service address. */
  'service.choose': {
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sample') }),
      z.strictObject({ kind: z.literal('address'), address: z.string().max(2000) }),
    ]),
    output: snapshotSchema,
  },

  /** Write-only: the value goes in and never comes out. */
  'credential.add': {
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
    input: z.strictObject({ id: credentialIdSchema, value: secretSchema, keep: keepSchema }),
    output: snapshotSchema,
  },
  /** Uses this key for data. */
  'credential.use': { input: z.strictObject({ id: credentialIdSchema }), output: snapshotSchema },
  /** A blank name takes it back. */
  'credential.rename': {
    input: z.strictObject({ id: credentialIdSchema, name: credentialNameSchema }),
    output: snapshotSchema,
  },
  /** Null: the key in use. */
  'credential.remove': {
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
    }),
  },

  /** Asks the service for a trial key and keeps it. `source`: where the person heard of it. */
  'trial.get': { input: z.strictObject({ source: z.string().max(500) }), output: snapshotSchema },

  /** Reads a page about the account or the service itself; not metered. */
  'service.read': {
    input: z.strictObject({ page: servicePageSchema }),
    output: serviceAnswerSchema,
  },

  /**
   * Asks: fetches the first page, or as many as the limit says. Replies when the first page is
   * there; the others arrive as events. Repeating it with the same id changes nothing.
   */
  'run.start': {
    input: z.strictObject({
      runId: runIdSchema,
      query: querySchema,
      limit: runLimitSchema.default(onePage),
    }),
    output: runReplySchema,
  },
  /** Fetches the pages after the last one, or the failed one again and on from there. */
  'run.next': {
    input: z.strictObject({
      runId: runIdSchema,
      limit: runLimitSchema.default(onePage),
      /** The person said yes when a ceiling asked: this run goes on beyond it. */
      beyondCeiling: z.boolean().default(false),
    }),
    output: runReplySchema,
  },
  /** Shows the rows beyond the row limit. No call to the service. */
  'run.showAll': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },
  'run.stop': {
    input: z.strictObject({ runId: runIdSchema }),
    output: z.object({ run: runSchema }),
  },
  /** After a full or failing disk: saves the page kept in memory. */
  'run.trySavingAgain': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },
  /** Opens a run from disk. */
  'run.open': { input: z.strictObject({ runId: runIdSchema }), output: runReplySchema },
  'run.pages': {
    input: z.strictObject({
      runId: runIdSchema,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: z.object({ pages: z.array(pageSchema) }),
  },

  /** Every run on disk, latest first. */
  'history.list': { input: nothing, output: z.object({ runs: z.array(runSummarySchema) }) },
  /** Names, stars or notes a run. */
  'history.describe': { input: runDescriptionSchema, output: done },
  /** Moves runs into the trash; it is emptied when the program starts the next time. */
  'history.remove': { input: z.strictObject({ runIds: runIdsSchema }), output: done },
  /** Takes them back. */
  'history.restore': { input: z.strictObject({ runIds: runIdsSchema }), output: done },

  /** Metered calls of the profile in use, by day and platform. */
  'calls.counts': { input: nothing, output: countedCallsSchema },

  /**
   * Looks how many rows a view of a run has now: the number for `rows.window`. `anchor` is the
   * number of a row (from 0) to be found again in it. No view ever calls the service.
   */
  'view.open': {
    input: z.strictObject({
      runId: runIdSchema,
      view: viewSchema,
      anchor: z.number().int().min(0).nullable().default(null),
    }),
    output: openedViewSchema,
  },
  /** What the values of a view's rows are like, of `fields` or of every column (null). */
  'view.summary': {
    input: z.strictObject({
      runId: runIdSchema,
      view: viewSchema,
      fields: z.array(z.string().max(1000)).max(1000).nullable(),
      /** Whose days and months dates are counted by. */
      timeZone: timeZoneSchema.default('UTC'),
    }),
    output: summarySchema,
  },
  /** What a picture of a view's rows is drawn from. */
  'view.chart': {
    input: z.strictObject({ runId: runIdSchema, view: viewSchema, question: chartQuestionSchema }),
    output: chartSchema,
  },
  /** How many rows came more than once. */
  'view.duplicates': {
    input: z.strictObject({ runId: runIdSchema }),
    output: duplicatesSchema,
  },
  /**
   * Rows of a view of the run's first `rows` rows (null: of those it has now); with `page`, of that
   * page only, as they arrived (`offset` then counts within it).
   */
  'rows.window': {
    input: z.strictObject({
      runId: runIdSchema,
      page: z.number().int().min(1).nullable(),
      view: viewSchema.default(everyRow),
      rows: z.number().int().min(0).nullable().default(null),
      offset: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: rowWindowSchema,
  },

  /**
   * Saves rows: main asks where, and answers when it begins. How it goes on is told by
   * `export.changed`. Repeating it with the same id changes nothing. No export calls the service.
   */
  'export.start': {
    input: z.strictObject({ exportId: exportIdSchema, spec: exportSpecSchema }),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('cancelled') }),
      z.object({ kind: z.literal('started'), export: exportSchema }),
    ]),
  },
  /** Ends an export at once; what was under its name before stays. */
  'export.cancel': { input: z.strictObject({ exportId: exportIdSchema }), output: done },
  /** Exports of this session, the latest first: for a window that missed events. */
  'export.list': { input: nothing, output: z.object({ exports: z.array(exportSchema) }) },
  /** The first rows as they would be written. */
  'export.preview': {
    input: z.strictObject({
      spec: exportSpecSchema,
      rows: z.number().int().min(1).max(100).default(20),
    }),
    output: exportPreviewSchema,
  },

  /** Reads a methods sheet's JSON back into queries and choices. Nothing is asked. */
  'recipe.open': {
    input: z.strictObject({ text: z.string().max(maxSheetLength) }),
    output: recipeSchema,
  },

  /** The secret that pseudonyms are made with: whether there is one, never which. */
  'pseudonyms.status': { input: nothing, output: pseudonymSecretSchema },
  /** Saves the secret for its owner; main asks where. */
  'pseudonyms.saveSecret': { input: nothing, output: savedSchema },
  /** Takes over a secret (or the file that holds it); write-only. */
  'pseudonyms.useSecret': {
    input: z.strictObject({
      secret: z.string().max(10_000),
      /** Although there is another one, whose pseudonyms then can't be made any more. */
      replace: z.boolean().default(false),
    }),
    output: pseudonymSecretSchema,
  },

  /** Saves a file that the service made, byte for byte. */
  'export.saveFile': {
    input: z.strictObject({ runId: runIdSchema, page: z.number().int().min(1) }),
    output: savedSchema,
  },

  /** Saves a picture that the window drew. Main asks where. */
  'export.savePicture': {
    input: z.strictObject({
      runId: runIdSchema,
      /** What it shows, for the file's name. */
      name: z.string().min(1).max(60),
      picture: z.discriminatedUnion('format', [
        z.strictObject({
          format: z.literal('svg'),
          text: z.string().max(4_000_000).startsWith('<svg '),
        }),
        z.strictObject({
          format: z.literal('png'),
          /** Begins with what every PNG begins with. */
          base64: z.base64().max(6_000_000).startsWith('iVBORw0KGgo'),
        }),
      ]),
    }),
    output: savedSchema,
  },
  /** The support bundle as it would be saved. `withQuestions`: what failed questions asked, too. */
  'support.preview': {
    input: z.strictObject({ withQuestions: z.boolean() }),
    output: supportPreviewSchema,
  },
  /** Saves the bundle that was shown, as it was shown. */
  'support.save': { input: z.strictObject({ id: z.string().max(40) }), output: savedSchema },

  /** Opens a page found in data in the person's browser; https only. */
  'link.open': { input: z.strictObject({ url: z.string().max(5000) }), output: done },
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type MethodInput<M extends MethodName> = z.input<Methods[M]['input']>;
export type MethodOutput<M extends MethodName> = z.output<Methods[M]['output']>;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** What a call answers: it never throws. */
export type Result<T> =
  | { ok: true; value: T }
  | { ok: false; error: z.infer<typeof problemSchema> };
export const resultSchema = <T extends z.ZodType>(
  value: T,
): z.ZodDiscriminatedUnion<
  [
    z.ZodObject<{ ok: z.ZodLiteral<true>; value: T }>,
    z.ZodObject<{ ok: z.ZodLiteral<false>; error: typeof problemSchema }>,
  ]
> =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: problemSchema }),
  ]);

/** What main tells the window unasked. */
export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run.changed'), run: runSchema }),
  z.object({ kind: z.literal('calls.changed'), calls: callCountsSchema }),
  /** Of the service in use. */
  z.object({ kind: z.literal('trouble.changed'), trouble: z.array(troubleSchema) }),
  z.object({ kind: z.literal('export.changed'), export: exportSchema }),
]);
export type AppEvent = z.infer<typeof eventSchema>;
