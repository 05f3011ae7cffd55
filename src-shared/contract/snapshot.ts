/** What the window needs to draw itself, in one reply. */
import { z } from 'zod';
import { catalogueSchema, platformSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';
import { listChoiceSchema } from './list.ts';
import { noticeSchema, runIdSchema, runLimitSchema } from './run.ts';
import { troubleSchema } from './service.ts';
import { everyRow, viewSchema } from './view.ts';

export const credentialKindSchema = z.enum(['accessKey', 'trialKey', 'sessionToken']);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/** Where a credential is kept or came from. */
export const credentialSourceSchema = z.enum(['keychain', 'session', 'environment', 'sample']);

/** All that ever leaves main about a credential: no value, four characters at most. */
export const credentialStatusSchema = z.object({
  id: z.string(),
  kind: credentialKindSchema,
  source: credentialSourceSchema,
  /** What the person calls it. */
  name: z.string().nullable(),
  lastFour: z.string().max(4),
  /** Null for those that nobody added here. */
  addedAt: z.string().nullable(),
  /** Whose session it is, by the token itself; null for keys. */
  who: z.string().nullable(),
  /** When it ends; null when that is not known or never. */
  endsAt: z.string().nullable(),
  /** False: it may end earlier (a trial key that was pasted counts from then). */
  endIsSure: z.boolean(),
  /** Sent with the requests it is for: one key for data, one session token for the account. */
  inUse: z.boolean(),
  /** Why its value can't be had from where it is kept. */
  trouble: z.enum(['missing', 'damaged', 'unreadable']).nullable(),
  /** A stored key is there too, but this one (from the environment) is used. */
  overridesStored: z.boolean(),
});
export type CredentialStatus = z.infer<typeof credentialStatusSchema>;

/** Whether the OS keychain can be used; the reason when it can't. */
export const keychainStatusSchema = z.object({
  available: z.boolean(),
  /** "this computer’s keychain", or where keys live instead. */
  place: z.string(),
  reason: z.string().nullable(),
});

export const profileSchema = z.object({
  /** `sample`, or the origin of the service's address. */
  id: z.string(),
  label: z.string(),
  address: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

export const themeSchema = z.enum(['system', 'light', 'dark']);

/** Whose clock dates in the data are shown by. */
export const timeZoneSchema = z.enum(['local', 'utc']);
export type TimeZone = z.infer<typeof timeZoneSchema>;

/** Calls after which the program asks before continuing; null: it never asks. */
const ceilingSchema = z.number().int().min(1).nullable();

/** What the person set, for all services. */
export const preferencesSchema = z.object({
  theme: themeSchema,
  /** How long a request may take before it counts as lost. */
  timeoutSeconds: z.number().min(1).max(3600),
  /** Automatic retries where they are safe. */
  retries: z.number().int().min(0).max(2),
  ceilings: z.object({ run: ceilingSchema, day: ceilingSchema }),
  /** Price of one call by platform; turns counts into estimates. */
  prices: z.object({
    currency: z.string().max(10),
    perCall: z.partialRecord(platformSchema, z.number().min(0)),
  }),
  /** A small summary under each column's name; null: where the window is large enough. */
  summaryStrip: z.boolean().nullable(),
  timeZone: timeZoneSchema,
  /** A rail of icons leaves its room to the rows; in a small window it is one anyway. */
  sidebar: z.enum(['full', 'rail']).default('full'),
  /**
   * Whether pictures that rows name are loaded from where they are. Off, the window's policy
   * forbids them; changing it counts from the next load of the window.
   */
  remoteImages: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Requests can take up to 120 s; hence the time. A metered program proposes a limit. */
export const usualPreferences: Preferences = {
  theme: 'system',
  timeoutSeconds: 130,
  retries: 2,
  ceilings: { run: 200, day: null },
  prices: { currency: 'EUR', perCall: {} },
  summaryStrip: null,
  timeZone: 'local',
  sidebar: 'full',
  remoteImages: false,
};

/** The run with the row that a question was opened from. */
const tabOriginSchema = z.object({ runId: runIdSchema, query: querySchema });

/** A query tab. `runId` is null until something was asked. */
export const tabSchema = z.object({
  id: z.string().max(64),
  /** What the person calls it, until they take the name back. */
  name: z.string().max(200).optional(),
  query: querySchema,
  runId: runIdSchema.nullable(),
  collapsed: z.boolean(),
  /** Which of the run's rows are shown, and in which order. */
  view: viewSchema.default(everyRow),
  /** How far *Get several pages…* goes at first; what opened the tab says it. */
  limit: runLimitSchema.optional(),
  from: tabOriginSchema.optional(),
  /** Its question, while it is that of `from`, is asked until rows come that `from` has. */
  untilKnown: z.boolean().optional(),
  /** The list that its question is asked for; null: taken away, also where its run has one. */
  list: listChoiceSchema.nullable().optional().catch(undefined),
});
export type Tab = z.infer<typeof tabSchema>;

const fieldNames = z.array(z.string()).default([]);

/** How the person arranged a resource's columns, by field; what is not named keeps its default. */
export const columnLayoutSchema = z.object({
  /** In px. */
  widths: z.record(z.string(), z.number()),
  /** Fields of other runs are in it too: not every run has every field. */
  order: fieldNames,
  hidden: fieldNames,
  /** Shown even where they are empty in every row, which hides a column otherwise. */
  shown: fieldNames,
  /** At the left edge, in the order of `order`; null: the first column, until the person chooses. */
  pinned: z.array(z.string()).nullable().default(null),
});
export type ColumnLayout = z.infer<typeof columnLayoutSchema>;

/** How high the rows of every table are. Heights are fixed: a measured row would move others. */
export const rowStyleSchema = z.object({
  /** Of rows of one line; those of more are equally dense. */
  density: z.enum(['normal', 'compact']),
  /** Lines that a text may take; 1: it is cut off. */
  lines: z.union([z.literal(1), z.literal(2), z.literal(4)]),
});
export type RowStyle = z.infer<typeof rowStyleSchema>;

export const usualRowStyle: RowStyle = { density: 'normal', lines: 2 };

/** What an id stands for, in the first words of its row: the names of tabs and runs say it. */
export const subjectSchema = z.object({
  platform: platformSchema.nullable(),
  id: z.string().max(200),
  words: z.string().max(100),
  /** The run that the words are from; deleted, it takes them along. */
  runId: runIdSchema,
});
export type Subject = z.infer<typeof subjectSchema>;

/** The latest ones are kept. */
export const mostSubjects = 300;

/** What a person arranged, kept per service profile and restored at the next start. */
export const workspaceSchema = z.object({
  tabs: z.array(tabSchema).max(100),
  activeTab: z.string().nullable(),
  starred: z.array(z.string()).max(200),
  /** The person's usual fields, by resource. */
  usualFields: z.record(z.string(), z.array(z.string())),
  /** By resource. */
  columns: z.record(z.string(), columnLayoutSchema),
  rowStyle: rowStyleSchema.default(usualRowStyle),
  /** Latest last. */
  subjects: z.array(subjectSchema).max(mostSubjects).default([]),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/**
 * Which of a window's saves this is. They may arrive in another order, and after the snapshot that
 * the next page of the window asks for.
 */
export const saveTurnSchema = z.strictObject({
  window: z.string().max(64),
  number: z.int().nonnegative(),
});
export type SaveTurn = z.infer<typeof saveTurnSchema>;

export const emptyWorkspace: Workspace = {
  tabs: [],
  activeTab: null,
  starred: [],
  usualFields: {},
  columns: {},
  rowStyle: usualRowStyle,
  subjects: [],
};

/** Calls counted since the start of the program, and ever, for the profile in use. */
export const callCountsSchema = z.object({ session: z.number(), total: z.number() });
export type CallCounts = z.infer<typeof callCountsSchema>;

export const snapshotSchema = z.object({
  version: z.string(),
  catalogue: catalogueSchema,
  /** As that of `serviceProfileReplySchema`. */
  catalogueRevision: z.number(),
  /** Null before the person chose a service: Welcome. */
  profile: profileSchema.nullable(),
  /** The credential in use for data; null when there is none. */
  credential: credentialStatusSchema.nullable(),
  /** Every credential of the profile, those not in use too. */
  credentials: z.array(credentialStatusSchema),
  keychain: keychainStatusSchema,
  /** An address given at start (flag or environment), to fill in on Welcome. */
  suggestedAddress: z.string().nullable(),
  preferences: preferencesSchema,
  workspace: workspaceSchema,
  calls: callCountsSchema,
  /** What the service reports of its platforms, where that is trouble. */
  trouble: z.array(troubleSchema),
  notices: z.array(noticeSchema),
  dataFolder: z.string(),
  project: z.object({
    /** Of the open project, anew each time one is opened. */
    opening: z.string(),
    title: z.string(),
    /** Whether this computer knows others. */
    hasOthers: z.boolean(),
  }),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
