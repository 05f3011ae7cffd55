/**
 * A list: one run whose question is asked for many inputs, one after the other. Where a list comes
 * from, what is said of it before anything is asked, and how far its inputs are.
 */
import { z } from 'zod';

/** Longest list, in different inputs. */
export const maxInputs = 100_000;
/** Largest text or file that a list is read from, in bytes. */
export const maxListBytes = 5 * 1024 * 1024;
/** Most pages that are got for each input. */
export const maxPagesPerInput = 1000;

/**
 * The column that says which input a row came from. No service sends a member of this name; in
 * saved files it is called `input`.
 */
export const inputField = '_input';

/**
 * `nothing`: the service answered with no rows. `refused`: it can't be asked for that. `partly`:
 * there is more than the pages asked for. `cutOff`: there is more, and no way to it.
 */
export const inputStatusSchema = z.enum([
  'waiting',
  'done',
  'nothing',
  'notFound',
  'refused',
  'failed',
  'partly',
  'cutOff',
]);
export type InputStatus = z.infer<typeof inputStatusSchema>;

/** In words. */
export const inputStatusWords: Readonly<Record<InputStatus, string>> = {
  waiting: 'Waiting',
  done: 'Done',
  nothing: 'No rows',
  notFound: 'Not found',
  refused: 'Refused',
  failed: 'Failed',
  partly: 'Has more',
  cutOff: 'Cut off',
};

/** Where a list came from, for the methods sheet. */
export const listSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paste') }),
  z.object({ kind: z.literal('file'), name: z.string().max(300) }),
  z.object({
    kind: z.literal('run'),
    runId: z.string(),
    /** What was asked there, in words. */
    title: z.string(),
    field: z.string(),
  }),
]);
export type ListSource = z.infer<typeof listSourceSchema>;

/** Lines of a text or a file, or values of a run's column, before they are matched to parameters. */
export const listTableSchema = z.object({
  tableId: z.string(),
  source: listSourceSchema,
  /** In words; null for pasted text and columns of runs. */
  encoding: z.string().nullable(),
  columns: z.array(
    z.object({
      /** From the first line where it is a header, else `Column 1`. */
      name: z.string(),
      /** Its first values. */
      sample: z.array(z.string()),
    }),
  ),
  /** Without the header. */
  lines: z.number(),
  /** Whether the first line is taken for names of columns. */
  hasHeader: z.boolean(),
});
export type ListTable = z.infer<typeof listTableSchema>;

/** Which column of the table (from 0) fills which parameter, by its key. */
export const listMappingSchema = z.record(z.string().max(100), z.number().int().min(0));

/** A list as a form has it: which table, and which columns of it are asked. */
export const listChoiceSchema = z.object({
  table: listTableSchema,
  hasHeader: z.boolean(),
  mapping: listMappingSchema,
  /** Leaves out what was answered already. */
  onlyNew: z.boolean(),
});
export type ListChoice = z.infer<typeof listChoiceSchema>;

/** What will be asked, and what will not, before anything is. */
export const checkedListSchema = z.object({
  listId: z.string(),
  /** Keys of the parameters that it fills. */
  keys: z.array(z.string()),
  /** Of the inputs as they will be asked: a run that began with the same list has the same. */
  sha256: z.string(),
  /** Of the values alone, in any order: to be compared with a recipe's. */
  valuesSha256: z.string(),
  /** Lines that have anything in them. */
  lines: z.number(),
  /** Different inputs that will be asked. */
  different: z.number(),
  /** Lines that can't be right. */
  wrong: z.number(),
  /** The first of them. */
  wrongLines: z.array(z.object({ line: z.number(), text: z.string(), why: z.string() })),
  /** Of the different ones, those that a run in this data folder has answered already. */
  answered: z.number(),
  /** The first inputs, as they will be sent. */
  sample: z.array(z.string()),
  /** Inputs that go into one call; 1 unless the service takes several IDs at once. */
  perCall: z.number(),
});
export type CheckedList = z.infer<typeof checkedListSchema>;

/** Every `of`-th different input from the `number`-th on (from 1): a share of the work. */
export const listPartSchema = z
  .strictObject({ number: z.number().int().min(1), of: z.number().int().min(1).max(maxInputs) })
  .refine(({ number, of }) => number <= of, 'There is no such part.');
export type ListPart = z.infer<typeof listPartSchema>;

/** What a record says of a list: not its inputs, for they may be people. */
export const recipeListSchema = z.object({
  /** Keys of the parameters that its inputs filled. */
  keys: z.array(z.string()).min(1),
  count: z.number(),
  /** Pages for each input at most. */
  perInput: z.number(),
  /** Inputs that shared a call. */
  perCall: z.number(),
  /** Of the values alone, in any order; null where people are replaced: who guesses could check. */
  valuesSha256: z.string().nullable().default(null),
});

export type RecipeList = z.infer<typeof recipeListSchema>;

/** How a list is asked. */
export const listPlanSchema = z.strictObject({
  listId: z.string().max(100),
  /** Leaves out the inputs that were answered already. */
  onlyNew: z.boolean().default(false),
  /** Pages for each input at most. */
  perInput: z.number().int().min(1).max(maxPagesPerInput),
  /** Stops after so many inputs, to see what they cost; null for all. */
  first: z.number().int().min(1).nullable(),
  /** Calls of this run that are never exceeded, retries included. */
  maxCalls: z.number().int().min(1),
});
export type ListPlan = z.infer<typeof listPlanSchema>;

/** Which inputs are asked when a list continues. */
export const listNextSchema = z.strictObject({
  inputs: z.enum(['waiting', 'failed', 'more']),
  first: z.number().int().min(1).nullable(),
  /** Of the whole run, calls before included. */
  maxCalls: z.number().int().min(1),
});
export type ListNext = z.infer<typeof listNextSchema>;

/** The list of a run, as the window sees it. */
export const runListSchema = z.object({
  /** Keys of the parameters that the inputs fill. */
  keys: z.array(z.string()),
  source: listSourceSchema,
  /** Of the inputs as they were asked, one a line. */
  sha256: z.string(),
  count: z.number(),
  perInput: z.number(),
  perCall: z.number(),
  maxCalls: z.number(),
  /** Inputs by status. */
  statuses: z.record(inputStatusSchema, z.number()),
  /** Inputs that were finished when it was last started, and that will be; null: all. */
  before: z.number(),
  until: z.number().nullable(),
  /** The input under way. */
  current: z.string().nullable(),
  /** Rows of inputs that were asked again from their first page: kept, and not shown. */
  replacedRows: z.number(),
  /** Calls that asking for more of what is partly here takes at most, without retries. */
  moreCalls: z.number(),
  /** The inputs can't be read any more: the rows can, but it can't be continued. */
  isLost: z.boolean(),
});
export type RunList = z.infer<typeof runListSchema>;

/** An input of a run. */
export const inputSchema = z.object({
  /** From 0. */
  number: z.number(),
  /** As asked. */
  text: z.string(),
  status: inputStatusSchema,
  rows: z.number(),
  pages: z.number(),
  /** Requests sent for it. */
  calls: z.number(),
  /** Why it is not done, in a sentence. */
  why: z.string().nullable(),
  /** Line of the file or text, from 1; null where it is from a run. */
  line: z.number().nullable(),
});
export type Input = z.infer<typeof inputSchema>;

export const inputOrderSchema = z.enum(['number', 'text', 'status', 'rows', 'pages', 'calls']);

/** Which inputs, in which order. */
export const inputsViewSchema = z.strictObject({
  statuses: z.array(inputStatusSchema).max(8).nullable(),
  search: z.string().max(1000),
  order: inputOrderSchema,
  descending: z.boolean(),
});
export type InputsView = z.infer<typeof inputsViewSchema>;
