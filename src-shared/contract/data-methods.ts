/** Methods about data: asking for it, reading it, deriving it from other data, saving it. */
import { z } from 'zod';
import { networkSchema } from '../catalogue/networks.ts';
import { querySchema } from '../query/types.ts';
import { chartQuestionSchema } from './chart.ts';
import type { Chart, NetworkChart } from './chart.ts';
import {
  columnChangeSchema,
  longestCodesFile,
  ownColumnSchema,
  resourceOfCodesSchema,
  valueChangeSchema,
} from './codes.ts';
import type { Coded, Codes, ColumnsAgreement, TakenCodes } from './codes.ts';
import { mostCollections } from './derived.ts';
import type { Comparable } from './derived.ts';
import { exportIdSchema, exportSpecSchema } from './export/export.ts';
import type { Export, ExportPreview } from './export/export.ts';
import type { FoundPeople, PseudonymSecret } from './export/privacy.ts';
import { runDescriptionSchema } from './history.ts';
import type { FoundRuns, RunSummary } from './history.ts';
import { listTakenSchema, listToTakeSchema } from './list-choice.ts';
import type { TakenList } from './list-choice.ts';
import { askedListSchema, listMappingSchema, listPartSchema, nextInputsSchema } from './list.ts';
import type { CheckedList } from './list.ts';
import { mediaLinkSchema } from './media.ts';
import type { LoadedMedia, MediaColumn, MissingMedia } from './media.ts';
import { chainSchema, maxSheetLength } from './recipe.ts';
import type { OpenedRecipe } from './recipe.ts';
import { budgetSchema, maxWindowRows, onePage, rowsIdSchema, runIdSchema } from './run.ts';
import type { Page, RowWindow, Run, RunReply } from './run.ts';
import { savedFileSchema } from './saved.ts';
import type { Saved } from './saved.ts';
import { timeZoneSchema } from './summary.ts';
import type { Summary } from './summary.ts';
import { chosenRowsSchema, everyRow, viewSchema } from './view.ts';
import type { Duplicates, OpenedView, ThreadRows } from './view.ts';
import { type OpenedFile, mostSentBytes, mostSentFileBytes } from './open-file.ts';

/** The input of a method that needs none. */
export const nothing = z.strictObject({});
/**
 * What a method replies: a type alone. Main is built together with whoever calls it, so nobody parses
 * an answer a second time.
 */
export const reply = <T>(): z.ZodType<T> => z.custom<T>();
/** The output of a method that returns nothing. */
export const done = reply<object>();

const oneRun = z.strictObject({ runId: runIdSchema });
const manyRuns = z.strictObject({ runIds: z.array(runIdSchema).min(1).max(10_000) });

/** In either order: the one asked first is the earlier one. */
const twoRuns = z.tuple([runIdSchema, runIdSchema]);
/** The new run's name. */
const derivedName = z.string().trim().min(1).max(200);

export const dataMethods = {
  // Methods that ask the service, and those about its stored answers.

  /**
   * Starts a run: fetches the first page, or as many as the limit allows. Replies when the first page
   * has arrived; the others are reported by events. Repeating the call with the same id changes
   * nothing.
   */
  'run.start': {
    input: z
      .strictObject({
        runId: runIdSchema,
        query: querySchema,
        limit: budgetSchema.prefault(onePage),
        /** Asks for each input of a list (`list.check`), whatever `pages` and `rows` of the limit. */
        list: askedListSchema.nullable().default(null),
        /** For rows sorted newest first: stops after a page that nothing new follows, compared with this run. */
        untilKnown: runIdSchema.nullable().default(null),
      })
      // A list needs a cap; of a question without one, limits of inputs and calls would be ignored.
      .refine(
        ({ list, limit: { inputs, perInput, calls } }) =>
          list === null ? (inputs ?? perInput ?? calls) === null : calls !== null,
        { path: ['limit', 'calls'] },
      ),
    output: reply<RunReply>(),
  },

  /**
   * Fetches the next pages, starting with the failed one if there is one. If the cursor is lost,
   * `byDate` asks the question again up to the day of `Run.stoppedAt`.
   */
  'run.next': {
    input: z.strictObject({
      runId: runIdSchema,
      limit: budgetSchema.prefault(onePage),
      /** The person agreed when a limit asked: this run continues past it. */
      beyondCeiling: z.boolean().default(false),
      byDate: z.boolean().default(false),
      /** For a run with a list: which inputs; null: what was asked last, as far as it is left. */
      inputs: nextInputsSchema.nullable().default(null),
      /** Limit of this step's calls, retries included; null: only the run's. */
      atMost: z.number().int().min(1).nullable().default(null),
    }),
    output: reply<RunReply>(),
  },

  /** Shows the rows beyond the row limit. Doesn't call the service. */
  'run.showAll': { input: oneRun, output: reply<RunReply>() },

  'run.stop': { input: oneRun, output: reply<{ run: Run }>() },

  /** Saves the page in memory after the disk was full or failing. */
  'run.trySavingAgain': { input: oneRun, output: reply<RunReply>() },

  /** Opens a run from disk. */
  'run.open': { input: oneRun, output: reply<RunReply>() },

  'run.pages': {
    input: z.strictObject({
      runId: runIdSchema,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: reply<{ pages: Page[] }>(),
  },

  /** Lists all runs on disk, latest first. */
  'history.list': {
    input: nothing,
    output: reply<{
      runs: RunSummary[];
      /** Ids of the runs in the trash, by the call that deleted them, the latest last. */
      removals: string[][];
    }>(),
  },

  /** Names, stars or notes a run. */
  'history.describe': { input: runDescriptionSchema, output: done },

  /** Moves runs to the trash, from which they can be restored until the program is closed. */
  'history.remove': { input: manyRuns, output: done },

  /**
   * Finds other runs of the project that have a row's item, by its kind and ID. It costs nothing. Replies after about
   * a second; then `next` is passed as `after` until it is null.
   */
  'history.find': {
    input: z.strictObject({
      runId: runIdSchema,
      /** Its number in the run, from 0. */
      row: z.number().int().min(0),
      after: runIdSchema.nullable().default(null),
    }),
    output: reply<FoundRuns>(),
  },

  /** Restores runs from the trash. */
  'history.restore': { input: manyRuns, output: done },

  // Methods about lists of inputs. None of them calls the service; values stay in main.

  /** Reads a list, or takes it from a run; detects encoding and separator unless they are given. */
  'list.take': { input: listToTakeSchema, output: reply<TakenList>() },

  /** Returns what a list will ask. The list is remembered by its id, unless larger ones that came later took its room. */
  'list.check': {
    input: z.strictObject({
      tableId: z.string().max(100),
      /** Takes the table again if it is no longer in memory, for example after a restart. */
      taken: listTakenSchema.optional(),
      hasHeader: z.boolean(),
      /** Values of the parameters that the list doesn't fill. */
      query: querySchema,
      mapping: listMappingSchema,
      /** Omitted: the whole list. */
      part: listPartSchema.optional(),
    }),
    output: reply<CheckedList>(),
  },

  // Methods that read rows: those of a run, or the inputs of its list (`inputsOf`), which change instead of
  // becoming more: there, `rows` and `of` of an answer count the changes (`RunList`). None calls the service.

  /**
   * Counts the current rows of a view of a run: the number for `rows.window`. `anchor` is the number of
   * a row (from 0) to find in it. No view ever calls the service.
   */
  'view.open': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema,
      anchor: z.number().int().min(0).nullable().default(null),
    }),
    output: reply<OpenedView>(),
  },

  /**
   * Returns how the rows of a view with `thread` answer each other, in its order, of the run's first `rows` rows.
   */
  'view.threads': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema,
      rows: z.number().int().min(0).nullable().default(null),
    }),
    output: reply<ThreadRows>(),
  },

  /** Summarises the values of a view's rows, of `fields` or of every column (null). */
  'view.summary': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema,
      fields: z.array(z.string().max(1000)).max(1000).nullable(),
      /** The time zone of the days and months that dates are counted by. */
      timeZone: timeZoneSchema.default('UTC'),
    }),
    output: reply<Summary>(),
  },

  /** Returns the data for a chart of a view's rows. */
  'view.chart': {
    input: z.strictObject({ runId: rowsIdSchema, view: viewSchema, question: chartQuestionSchema }),
    output: reply<Chart>(),
  },

  /** Returns the strongest edges of the network in a view's rows. */
  'view.network': {
    input: z.strictObject({ runId: runIdSchema, view: viewSchema, network: networkSchema }),
    output: reply<NetworkChart>(),
  },

  /** Counts repeated rows. */
  'view.duplicates': {
    input: z.strictObject({ runId: rowsIdSchema }),
    output: reply<Duplicates>(),
  },

  /**
   * Returns rows of a view of the run's first `rows` rows (null: of all current ones).
   */
  'rows.window': {
    input: z.strictObject({
      runId: rowsIdSchema,
      view: viewSchema.default(everyRow),
      rows: z.number().int().min(0).nullable().default(null),
      offset: z.number().int().min(0),
      count: z.number().int().min(1).max(maxWindowRows),
    }),
    output: reply<RowWindow>(),
  },

  // Methods about a person's own columns, which stay in the project.

  'codes.list': { input: resourceOfCodesSchema, output: reply<Codes>() },

  /** Adds, changes or removes a column, or says who codes. */
  'codes.change': {
    input: resourceOfCodesSchema.extend({ change: columnChangeSchema }),
    output: reply<Codes>(),
  },

  /** Gives rows a value, all at once or not at all. It belongs to their items. */
  'codes.set': {
    input: chosenRowsSchema.extend({
      field: ownColumnSchema.shape.field,
      change: valueChangeSchema,
    }),
    output: reply<Codes & Coded>(),
  },

  /**
   * Takes in what another coder saved as a file, as columns beside one's own; what was taken in before of the same
   * coder is replaced. `runId`: whose items are counted.
   */
  'codes.take': {
    input: z.strictObject({ text: z.string().max(longestCodesFile), runId: runIdSchema }),
    output: reply<TakenCodes>(),
  },

  /** Compares two columns over the items of a view's rows. */
  'codes.agreement': {
    input: z.strictObject({
      runId: runIdSchema,
      view: viewSchema,
      fields: z.tuple([ownColumnSchema.shape.field, ownColumnSchema.shape.field]),
    }),
    output: reply<ColumnsAgreement>(),
  },

  /**
   * Takes back a resource's latest change, also one of an earlier start; with `redo`, what was taken back last.
   * Replies what it was. Null: there is none.
   */
  'codes.undo': {
    input: resourceOfCodesSchema.extend({ redo: z.boolean() }),
    output: reply<{ undone: string | null }>(),
  },

  // Methods about pictures and videos that rows link to. They ask the sites that have them, never the service.

  /** Finds the columns of a run with links to media: by what they mean, or by how their links end. */
  'media.columns': { input: oneRun, output: reply<{ columns: MediaColumn[] }>() },

  /**
   * Loads what a link of a row leads to, unless it is here already; refused while the preference
   * `loadsMedia` is off. Concurrent calls for a link send one request.
   */
  'media.load': { input: mediaLinkSchema, output: reply<LoadedMedia | MissingMedia>() },

  /** Returns what loaded media take on disk. */
  'media.cache': { input: nothing, output: reply<{ bytes: number }>() },

  /** Deletes all loaded media. */
  'media.empty': { input: nothing, output: done },

  // Methods that derive a run from others. None of them calls the service.

  /** Returns the columns of two runs that can be compared, and what the comparison can't know. */
  'compare.look': { input: z.strictObject({ runIds: twoRuns }), output: reply<Comparable>() },

  /**
   * Compares two runs of the same kind of items. Replies when the new run is complete; repeating the
   * call with the same id joins the work or opens the result.
   */
  'compare.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: twoRuns,
      fields: z.array(z.string().max(1000)).min(1).max(1000),
      name: derivedName,
    }),
    output: reply<RunReply>(),
  },

  /** Combines the rows of several runs of a question in one table, earliest first. */
  'collections.open': {
    input: z.strictObject({
      runId: runIdSchema,
      runIds: z.array(runIdSchema).min(2).max(mostCollections),
      name: derivedName,
    }),
    output: reply<RunReply>(),
  },

  /** Receives bytes of a file, or of a file in a dataset's folder; several files in any order. */
  'open.send': {
    input: z.strictObject({
      fileId: runIdSchema,
      /** Its path in the dataset's folder, with `/`; null: the file itself. */
      path: z.string().max(500).nullable(),
      /** Their position in the file: directly after those sent before. */
      offset: z.number().int().min(0).max(mostSentFileBytes),
      base64: z.base64().max(Math.ceil(mostSentBytes / 3) * 4),
    }),
    output: done,
  },

  /** Returns what a file is that was sent. */
  'open.look': {
    input: z.strictObject({ fileId: runIdSchema, name: z.string().max(1000) }),
    output: reply<OpenedFile>(),
  },

  /** Returns the file that the operating system or a command opened the program with, once. */
  'open.take': { input: nothing, output: reply<{ opened: OpenedFile | null }>() },

  /** Reads a table of a file into a run of its own. Replies when it is complete. */
  'open.table': {
    input: z.strictObject({
      runId: runIdSchema,
      fileId: runIdSchema,
      table: z.string().max(1000),
      name: derivedName,
    }),
    output: reply<RunReply>(),
  },

  /** Forgets a file, deletes what was sent, and cancels looking at it. */
  'open.close': { input: z.strictObject({ fileId: runIdSchema }), output: done },

  /** Cancels deriving a run; nothing of it is stored. */
  'derived.cancel': { input: oneRun, output: done },

  // Methods that save rows, files, pictures and their records. None of them calls the service.

  /**
   * Saves rows: main asks where, and replies when saving begins. `export.changed` reports progress.
   * Repeating the call with the same id changes nothing. No export calls the service.
   */
  'export.start': {
    input: z.strictObject({
      exportId: exportIdSchema,
      spec: exportSpecSchema,
      /** Saves the runs, which are steps of a recipe's run, as tables in one archive. */
      chain: chainSchema.optional(),
    }),
    output: reply<{ kind: 'cancelled' } | { kind: 'started'; export: Export }>(),
  },

  /** Cancels an export or a preview immediately; an existing file of that name remains. */
  'export.cancel': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /**
   * Shows a saved file in the system's file manager; refused if files are downloads. The window names
   * the export, never a path.
   */
  'export.showInFolder': { input: z.strictObject({ exportId: exportIdSchema }), output: done },

  /** Exports of this session, latest first: for a window that missed events. */
  'export.list': { input: nothing, output: reply<{ exports: Export[] }>() },

  /** Returns the first rows as they would be written. */
  'export.preview': {
    input: z.strictObject({
      /** For `export.cancel`. The next preview with this id ends this one, which fails. */
      exportId: exportIdSchema.optional(),
      spec: exportSpecSchema,
      rows: z.number().int().min(1).max(100).default(20),
    }),
    output: reply<ExportPreview>(),
  },

  /**
   * Searches all rows of the runs for the people in them, and suggests what to do with each column that
   * names one. Takes seconds for hundreds of thousands of rows.
   */
  'export.findPeople': {
    input: z.strictObject({ runIds: z.array(runIdSchema).min(1).max(100) }),
    output: reply<FoundPeople>(),
  },

  /** Reads a methods sheet's JSON as queries and choices, or a recipe with steps. Sends nothing. */
  'recipe.open': {
    input: z.strictObject({ text: z.string().max(maxSheetLength) }),
    output: reply<OpenedRecipe>(),
  },

  /** Returns whether there is a secret for pseudonyms, never the secret. */
  'pseudonyms.status': { input: nothing, output: reply<PseudonymSecret>() },

  /** Imports a secret (or the file that holds it); write-only. */
  'pseudonyms.useSecret': {
    input: z.strictObject({
      secret: z.string().max(10_000),
      /** Whether to replace an existing secret, whose pseudonyms can then no longer be made. */
      replace: z.boolean().default(false),
    }),
    output: reply<PseudonymSecret>(),
  },

  /** Saves one file as it is; main asks where. */
  'file.save': { input: z.strictObject({ file: savedFileSchema }), output: reply<Saved>() },
} as const;
