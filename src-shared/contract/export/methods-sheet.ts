/**
 * The record beside a saved file: how the data was made, in full. The JSON can be opened again as a
 * recipe; the Markdown says the same for people.
 */
import { z } from 'zod';
import { derivedSchema } from '../derived.ts';
import { inputStatusSchema, listSourceSchema } from '../list.ts';
import { stepRecipeSchema } from '../recipe.ts';
import { columnTypeSchema, runIdSchema, runLimitSchema } from '../run.ts';
import { querySchema } from '../../query/types.ts';
import { changeSchema, exportSpecSchema, networkSizeSchema, writtenFileSchema } from './export.ts';

/** Longest text of a methods sheet that is read, in characters. */
export const maxSheetLength = 4_000_000;

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  /**
   * Exactly as sent, without the key; what only the session knew stands as `<cursor>`, what came
   * from a list as `<input>`, and where people are replaced, an account's pseudonym for its name.
   */
  address: z.string(),
  /** How many pages came of it. */
  pages: z.number(),
});

/** That the question was asked for a list. The inputs are not in the record: they may be people. */
const recipeListSchema = z.object({
  /** Keys of the parameters that its inputs filled. */
  keys: z.array(z.string()).min(1),
  count: z.number(),
  /** Pages for each input at most. */
  perInput: z.number(),
  /** Inputs that shared a call. */
  perCall: z.number(),
});

/** What of a run is enough to ask its question again. */
const recipeRunSchema = z.object({
  /** The query in words. */
  title: z.string(),
  query: querySchema,
  service: z.object({ profileId: z.string(), address: z.string() }),
  pages: z.number(),
  /** Asking with it again goes as far as the run went; null: nobody knows. */
  limit: runLimitSchema.nullable().default(null),
  list: recipeListSchema.nullable().default(null),
});
export type RecipeRun = z.infer<typeof recipeRunSchema>;

const sheetListSchema = recipeListSchema.extend({
  /** Names of files and of runs are left empty where people are replaced: they may name one. */
  source: listSourceSchema,
  /** Of `inputs.jsonl` in the run's folder; null where people are replaced: who guesses could check. */
  sha256: z.string().nullable(),
  /** Inputs by status. */
  statuses: z.record(inputStatusSchema, z.number()),
  /** Of inputs that were asked again from their first page: kept by the program, in no file. */
  replacedRows: z.number(),
});
export type SheetList = z.infer<typeof sheetListSchema>;

const sheetRunSchema = recipeRunSchema.extend({
  list: sheetListSchema.nullable().default(null),
  /**
   * Its rows were worked out from these runs, by this rule; what they were called and asked is left
   * empty where people are replaced.
   */
  derived: derivedSchema.nullable().default(null),
  runId: runIdSchema,
  /** What the column `run` says, and what the person calls it. */
  label: z.string(),
  /** Every given value with its label. */
  values: z.array(z.tuple([z.string(), z.string()])),
  requests: z.array(requestSchema),
  /** Of the program when it asked. */
  applicationVersion: z.string(),
  startedAt: z.string(),
  firstAnswerAt: z.string().nullable(),
  lastAnswerAt: z.string().nullable(),
  /** Requests sent, whatever became of them. */
  calls: z.number(),
  failures: z.number(),
  /** Where the service says that pages came from; null where it said nothing. */
  dataSources: z.array(
    z.object({ dataSource: z.string().nullable(), pages: z.number(), rows: z.number() }),
  ),
  rowsFetched: z.number(),
  /** Beyond a row limit: fetched, and not part of what is seen. */
  rowsHeldBack: z.number(),
  /** After filters and duplicates. */
  rowsChosen: z.number(),
  /** What is missing or odd, a sentence each. */
  notices: z.array(z.string()).default([]),
  /** Why it went no further: the state's name, and in words. */
  ended: z.object({ state: z.string(), words: z.string() }),
  /** Rows that have the same id as one before them, of all that are seen; null: not counted. */
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
    /** How null, empty texts, numbers and yes/no are told apart in it. */
    values: z.string(),
  }),
  runs: z.array(sheetRunSchema).min(1).max(100),
  /** The inputs of lists with their statuses, beside the file. */
  inputsFile: writtenFileSchema.nullable().default(null),
  /** What was asked of the export: it can be made again from this. */
  spec: exportSpecSchema,
  /** Null unless the file is one. `words`: how it was made, a sentence each. */
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
      /** Rows of the file in which it is there and not null; null: not counted. */
      filled: z.number().nullable(),
    }),
  ),
  /** What could not be written unchanged. */
  changes: z.array(changeSchema),
  /** Of the secret that made the pseudonyms; null where none were made. */
  pseudonymSecret: z.string().nullable(),
});
export type MethodsSheet = z.infer<typeof methodsSheetSchema>;

/** What fills in a form again: in a workbook and in the sheet for reading; a methods sheet has it, too. */
export const recipeFileSchema = methodsSheetSchema
  .pick({ version: true, spec: true, pseudonymSecret: true })
  .extend({
    kind: z.enum(['social-data-explorer/recipe', 'social-data-explorer/methods']),
    runs: z.array(recipeRunSchema).min(1).max(100),
  });
export type RecipeFile = z.infer<typeof recipeFileSchema>;

/** A methods sheet as a form takes it. */
export const recipeSchema = z.object({
  kind: z.literal('questions'),
  queries: z.array(recipeRunSchema),
  /** How it was saved; its runs are those of before. */
  spec: exportSpecSchema,
  /** What this version or this service can't do as it was, in sentences. */
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
