/**
 * The record beside a saved file: how the data was made, in full. The JSON can be opened again as a
 * recipe; the Markdown says the same for people.
 */
import { z } from 'zod';
import { derivedSchema } from '../derived.ts';
import { inputStatusSchema, listSourceSchema, recipeListSchema } from '../list.ts';
import { stepRecipeSchema } from '../recipe.ts';
import { columnTypeSchema, runIdSchema, runLimitSchema } from '../run.ts';
import { querySchema } from '../../query/types.ts';
import { askedServiceSchema } from '../../service/profile.ts';
import { changeSchema, exportSpecSchema, networkSizeSchema, writtenFileSchema } from './export.ts';

/** Longest methods sheet that is read, in characters. */
export const maxSheetLength = 4_000_000;

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  /**
   * Exactly as sent, without the key. What only the session knew is `<cursor>`, what was from a list is
   * `<input>`, and if people are replaced, an account's name is its pseudonym.
   */
  address: z.string(),
  /** Number of its pages. */
  pages: z.number(),
});

/** The part of a run that suffices to ask its question again. */
const recipeRunSchema = z.object({
  /** The query in words. */
  title: z.string(),
  query: querySchema,
  service: askedServiceSchema,
  pages: z.number(),
  /** The limit at which asking again goes as far as the run did; null: unknown. */
  limit: runLimitSchema.nullable().default(null),
  list: recipeListSchema.nullable().default(null),
});
export type RecipeRun = z.infer<typeof recipeRunSchema>;

/**
 * The runs and the rule that rows were derived from: nothing can be asked again. Their names and questions
 * are empty if people are replaced.
 */
const derived = derivedSchema.nullable().default(null);

const sheetListSchema = recipeListSchema.extend({
  /** Names of files and of runs are empty if people are replaced, since they may name one. */
  source: listSourceSchema,
  /** Of the inputs in their order; null if people are replaced, since it would confirm a guess. */
  sha256: z.string().nullable(),
  /** Inputs by status. */
  statuses: z.record(inputStatusSchema, z.number()),
});
export type SheetList = z.infer<typeof sheetListSchema>;

const sheetRunSchema = recipeRunSchema.extend({
  list: sheetListSchema.nullable().default(null),
  derived,
  runId: runIdSchema,
  /** The text of the column `run`, and the person's name for it. */
  label: z.string(),
  /** Every given value with its label. */
  values: z.array(z.tuple([z.string(), z.string()])),
  requests: z.array(requestSchema),
  /** Version of the program that ran it. */
  applicationVersion: z.string(),
  startedAt: z.string(),
  firstAnswerAt: z.string().nullable(),
  lastAnswerAt: z.string().nullable(),
  /** Requests sent, whatever their outcome. */
  calls: z.number(),
  failures: z.number(),
  /** The sources of its pages according to the service; null where it gave none. */
  dataSources: z.array(
    z.object({ dataSource: z.string().nullable(), pages: z.number(), rows: z.number() }),
  ),
  rowsFetched: z.number(),
  /** Fetched beyond a row limit, and so not shown. */
  rowsHeldBack: z.number(),
  /** After filters and duplicates. */
  rowsChosen: z.number(),
  /** What is missing or unusual, a sentence each. */
  notices: z.array(z.string()).default([]),
  /** Why it went no further: the state's name, and in words. */
  ended: z.object({ state: z.string(), words: z.string() }),
  /** Shown rows with the same id as an earlier one; null: not counted. */
  duplicates: z.object({ field: z.string(), count: z.number().nullable(), leftOut: z.boolean() }),
});
export type SheetRun = z.infer<typeof sheetRunSchema>;

export const methodsSheetSchema = z.object({
  kind: z.literal('social-data-explorer/methods'),
  version: z.literal(1),
  application: z.object({ name: z.string(), version: z.string() }),
  writtenAt: z.string(),
  timeZone: z.string(),
  file: z.object({
    name: z.string(),
    bytes: z.number(),
    sha256: z.string(),
    format: z.string(),
    rows: z.number(),
    /** How null, empty texts, numbers and yes/no are distinguished in it. */
    values: z.string(),
  }),
  runs: z.array(sheetRunSchema).min(1).max(100),
  /** The inputs of lists with their statuses, beside the file. */
  inputsFile: writtenFileSchema.nullable().default(null),
  /** The specification of the export, from which it can be repeated. */
  spec: exportSpecSchema,
  /** Null unless the file is a network. `words`: how it was made, a sentence each. */
  network: networkSizeSchema
    .extend({ words: z.array(z.string()), nodesFile: writtenFileSchema.nullable() })
    .nullable()
    .default(null),
  /** The view in words, a sentence each. */
  view: z.array(z.string()),
  /** How to cite the data. */
  citation: z.string().default(''),
  columns: z.array(
    z.object({
      name: z.string(),
      field: z.string(),
      label: z.string(),
      type: columnTypeSchema,
      /** Rows of the file that have a non-null value; null: not counted. */
      filled: z.number().nullable(),
    }),
  ),
  /** What could not be written unchanged. */
  changes: z.array(changeSchema),
  /** Fingerprint of the secret behind the pseudonyms; null without pseudonyms. */
  pseudonymSecret: z.string().nullable(),
});
export type MethodsSheet = z.infer<typeof methodsSheetSchema>;

/** What fills in a form again: in a workbook and its Markdown sheet; a methods sheet includes it. */
export const recipeFileSchema = methodsSheetSchema
  .pick({ version: true, spec: true, pseudonymSecret: true })
  .extend({
    kind: z.enum(['social-data-explorer/recipe', 'social-data-explorer/methods']),
    runs: z.array(recipeRunSchema.extend({ derived })).min(1).max(100),
  });
export type RecipeFile = z.infer<typeof recipeFileSchema>;

/** A methods sheet as a form takes it. */
const recipeSchema = z.object({
  kind: z.literal('questions'),
  queries: z.array(recipeRunSchema),
  /** How it was saved; its runs are the original ones. */
  spec: exportSpecSchema,
  /** What this version or this service can't repeat, in sentences. */
  notices: z.array(z.string()),
});
export type Recipe = z.infer<typeof recipeSchema>;

/** What *Open recipe…* finds in a file: filled-in forms, or a recipe with steps. */
export const openedRecipeSchema = z.discriminatedUnion('kind', [
  recipeSchema,
  z.object({
    kind: z.literal('steps'),
    recipe: stepRecipeSchema,
    notices: z.array(z.string()),
  }),
]);
export type OpenedRecipe = z.infer<typeof openedRecipeSchema>;
