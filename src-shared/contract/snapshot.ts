/** Everything that the window needs to draw itself, in one reply. */
import type { Notice } from './run.ts';
import type { Catalogue } from '../catalogue/types.ts';
import type { Preset } from './export/formats.ts';
import { z } from 'zod';
import { isLookupKey, platformSchema } from '../catalogue/types.ts';
import { querySchema } from '../query/types.ts';
import { recipeListSchema } from './list.ts';
import { listChoiceSchema } from './list-choice.ts';
import { runIdSchema, runLimitSchema } from './run.ts';
import { dateUnitSchema } from './summary.ts';
import { everyRow, viewSchema } from './view.ts';

export const credentialKindSchema = z.enum(['accessKey', 'trialKey', 'sessionToken']);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/** Where a credential is stored or was provided. */
type CredentialSource = 'keychain' | 'session' | 'environment' | 'sample';

/** Everything that leaves main about a credential: no value, at most four characters. */
export interface CredentialStatus {
  id: string;
  kind: CredentialKind;
  source: CredentialSource;
  /** The person's name for it. */
  name: string | null;
  lastFour: string;
  /** Null for those not added here. */
  addedAt: string | null;
  /** The session's user according to the token; null for keys. */
  who: string | null;
  /** When it expires; null: unknown or never. */
  endsAt: string | null;
  /** False: it may expire earlier (a pasted trial key is assumed to be new). */
  endIsSure: boolean;
  /** Sent with the requests it is for: one key for data, one session token for the account. */
  inUse: boolean;
  /** Why its value can't be read from its store. */
  trouble: 'missing' | 'damaged' | 'unreadable' | null;
  /** A stored key exists too, but this one (from the environment) is used. */
  overridesStored: boolean;
}

/** Whether the OS keychain can be used, and why not. */
interface KeychainStatus {
  available: boolean;
  /** "this computer’s keychain", or where keys are stored instead. */
  place: string;
  reason: string | null;
}

export interface Profile {
  /** `sample`, or the origin of the service's address. */
  id: string;
  label: string;
  address: string;
}

export const themeSchema = z.enum(['system', 'light', 'dark']);

/** The time zone in which dates in the data are shown. */
const timeZoneSchema = z.enum(['local', 'utc']);
export type TimeZone = z.infer<typeof timeZoneSchema>;

/** Calls after which the program asks before continuing; null: it never asks. */
const ceilingSchema = z.number().int().min(1).nullable();

/** Node breaks off requests that wait for 300 seconds; the program must be the one that says why. */
export const longestTimeoutSeconds = 240;

/** The person's settings, for all services. */
export const preferencesSchema = z.object({
  theme: themeSchema,
  /** Time after which a request counts as lost. */
  timeoutSeconds: z.number().min(1).max(longestTimeoutSeconds),
  /** Number of automatic retries where they are safe. */
  retries: z.number().int().min(0).max(2),
  ceilings: z.object({ run: ceilingSchema, day: ceilingSchema }),
  /** Price of one call by platform; turns counts into estimates. */
  prices: z.object({
    currency: z.string().max(10),
    perCall: z.partialRecord(platformSchema, z.number().min(0)),
  }),
  /** A small summary under each column's name; null: only in a large enough window. */
  summaryStrip: z.boolean().nullable(),
  timeZone: timeZoneSchema,
  /** Whether columns have the service's names for them, too: for code and documentation. */
  fieldNames: z.boolean(),
  /** The icon rail leaves more room for the rows; in a small window it is always used. */
  sidebar: z.enum(['full', 'rail']).default('full'),
  /** Whether pictures and videos that rows link to are loaded from their sites, which learn of it. */
  loadsMedia: z.boolean(),
  /** What they may take on disk, in MB; those used longest ago are deleted. */
  mediaMegabytes: z.number().int().min(50).max(1_000_000),
  /** What charts over time count by where rows allow it: as chosen last. Null: whatever fits. */
  chartUnit: dateUnitSchema.nullable(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** Some of them, or one of the limits. A default would be a change that nobody made. */
export const preferencesChangeSchema = preferencesSchema
  .extend({
    ceilings: preferencesSchema.shape.ceilings.partial(),
    sidebar: preferencesSchema.shape.sidebar.unwrap(),
  })
  .partial();
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

export const withChange = (before: Preferences, change: PreferencesChange): Preferences => ({
  ...before,
  ...change,
  ceilings: { ...before.ceilings, ...change.ceilings },
});

/**
 * Requests can take up to 120 s, hence the timeout. Since the program is metered, it proposes a limit.
 */
export const defaultPreferences: Preferences = {
  theme: 'system',
  timeoutSeconds: 130,
  retries: 2,
  ceilings: { run: 200, day: null },
  prices: { currency: 'EUR', perCall: {} },
  summaryStrip: null,
  timeZone: 'local',
  fieldNames: false,
  sidebar: 'full',
  loadsMedia: false,
  mediaMegabytes: 500,
  chartUnit: null,
};

/** The run with the row that a question was opened from. */
const tabOriginSchema = z.object({ runId: runIdSchema, query: querySchema });

/** A query tab. `runId` is null until something is asked. */
export const tabSchema = z.object({
  id: z.string().max(64).refine(isLookupKey),
  /** The person's name for it, until they remove it. */
  name: z.string().max(200).optional(),
  query: querySchema,
  runId: runIdSchema.nullable(),
  collapsed: z.boolean(),
  /** Which of the run's rows are shown, in which order. */
  view: viewSchema.default(everyRow),
  /** How they are looked at, by the id of a look; null: as rows of the run are at first. */
  look: z.string().max(40).nullable().optional(),
  /** Which inputs of the run's list. */
  inputsView: viewSchema.optional(),
  /** The initial limit of *Get several pages…*, given by what opened the tab. */
  limit: runLimitSchema.optional(),
  from: tabOriginSchema.optional(),
  /** While its question is that of `from`, it is asked until rows appear that `from` has. */
  untilKnown: z.boolean().optional(),
  /** The list of inputs for its question; null: removed, even if its run has one. */
  list: listChoiceSchema.nullable().optional().catch(undefined),
  /** What the recipe that opened the tab says about its list, which it doesn't contain. */
  recipeList: recipeListSchema.optional().catch(undefined),
});
export type Tab = z.infer<typeof tabSchema>;

const fieldNames = z.array(z.string()).default([]);

/** The person's arrangement of a resource's columns, by field; others keep their default. */
const columnLayoutSchema = z.object({
  /** In px. */
  widths: z.record(z.string(), z.number()),
  /** May include fields of other runs: not every run has every field. */
  order: fieldNames,
  hidden: fieldNames,
  /** Shown even if empty in every row, in which case a column is hidden by default. */
  shown: fieldNames,
  /** At the left edge, sorted as in `order`; null: the first column, until the person chooses. */
  pinned: z.array(z.string()).nullable().default(null),
});
export type ColumnLayout = z.infer<typeof columnLayoutSchema>;

/** Height of the rows of every table, and of tiles. Heights are fixed: a measured row would move others. */
const rowStyleSchema = z.object({
  /** Height of single-line rows; taller ones have the same density. */
  density: z.enum(['normal', 'compact']),
  /** Maximum number of lines of a text; 1: it is truncated; 0: two where texts are shown, else one. */
  lines: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4)]),
  tiles: z.enum(['small', 'medium', 'large']),
});
export type RowStyle = z.infer<typeof rowStyleSchema>;

const defaultRowStyle: RowStyle = { density: 'normal', lines: 0, tiles: 'medium' };

/** What an id stands for, in the first words of its row, used in the names of tabs and runs. */
const subjectSchema = z.object({
  platform: platformSchema.nullable(),
  id: z.string().max(200),
  words: z.string().max(100),
  /** The run that the words are from; deleting it deletes them. */
  runId: runIdSchema,
});
export type Subject = z.infer<typeof subjectSchema>;

/** Only the latest ones are stored. */
export const mostSubjects = 300;

/** The person's arrangement, stored per service profile and restored at the next start. */
export const mostTabs = 100;

export const workspaceSchema = z.object({
  tabs: z.array(tabSchema).max(mostTabs),
  activeTab: z.string().nullable(),
  starred: z.array(z.string()).max(200),
  /** The person's default fields, by resource. */
  usualFields: z.record(z.string(), z.array(z.string())),
  /** By question, live and stored alike; those of a list’s inputs as `inputs`. */
  columns: z.record(z.string(), columnLayoutSchema),
  rowStyle: rowStyleSchema.default(defaultRowStyle),
  /** Latest last. */
  subjects: z.array(subjectSchema).max(mostSubjects).default([]),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/**
 * Identifies one of a window's saves. They may arrive out of order, and after the snapshot request of
 * the window's next page.
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
  rowStyle: defaultRowStyle,
  subjects: [],
};

/** Calls counted since the start of the program and in total, for the current profile. */
export interface CallCounts {
  session: number;
  total: number;
}

/** How this computer runs the program without a window; off until a person chooses it. */
export const backgroundSchema = z.strictObject({
  /** An icon in the tray keeps it running when its window is closed. */
  keepsRunning: z.boolean(),
  /** Null where the program isn't installed, or another data folder was named. */
  startsAtLogin: z.boolean().nullable(),
});
export type Background = z.infer<typeof backgroundSchema>;

export interface Snapshot {
  version: string;
  /** How the command that collects without a window is called here, in the language of this shell. */
  command: { call: string; shell: 'sh' | 'powershell' };
  /** Null where there is nothing to choose: a browser's page has no tray. */
  background: Background | null;
  catalogue: Catalogue;
  /** Like that of `serviceProfileReplySchema`. */
  catalogueRevision: number;
  /** What rows can be saved for; the first is the default. */
  presets: readonly Preset[];
  /** Null before the person chose a service: Welcome. */
  profile: Profile | null;
  /** The current credential for data; null: none. */
  credential: CredentialStatus | null;
  /** All credentials of the profile, including unused ones. */
  credentials: CredentialStatus[];
  keychain: KeychainStatus;
  /** An address given at start (flag or environment), as the default on Welcome. */
  suggestedAddress: string | null;
  preferences: Preferences;
  workspace: Workspace;
  calls: CallCounts;
  notices: Notice[];
  dataFolder: string;
  project: {
    /** Identifies this opening of the project; new each time one is opened. */
    opening: string;
    title: string;
    /** Whether this computer knows others. */
    hasOthers: boolean;
  };
}
