/**
 * A list: one run that asks its question for many inputs, one after the other. Where a list is from,
 * what is known about it before anything is asked, and the progress of its inputs.
 */
import { z } from 'zod';

/** Maximum number of distinct inputs of a list. */
export const maxInputs = 100_000;
/** Largest text or file that a list is read from, in bytes. */
export const maxListBytes = 5 * 1024 * 1024;
/** Maximum number of pages for each input that a person can enter. */
export const maxPagesPerInput = 1000;
/** Largest cap of a command's calls. As a number of pages it means all: the cap ends the list first. */
export const maxCommandCalls = 1_000_000;

/** The column with the input that a row is from; saved files call it `input`. */
export const inputField = '_input';
/** Of an input taken from a run's rows: the number of those rows that had it. Saved files call it `earlier_rows`. */
export const earlierRowsField = '_earlier_rows';
/** Columns that saved files can have beside it: the input's line, and when a row was collected. */
export const inputRowField = '_input_row';
export const collectedAtField = '_collected_at';
/** Of rows saved as conversations: how deep a row is, and the ID of the first of its thread. */
export const depthField = '_depth';
export const threadField = '_thread';

/** What the names of a person's own columns begin with (`codes.ts`); no bracket follows. */
export const ownPrefix = '_own:';
export const isOwnField = (field: string): boolean => /^_own:[^()]+$/.test(field);

const added = [
  inputField,
  earlierRowsField,
  inputRowField,
  collectedAtField,
  depthField,
  threadField,
];
const ours = [...added, `${ownPrefix}.*`].join('|');
const likeOurs = new RegExp(String.raw`^(?:${ours})(?: \(service\))*$`, 's');

/**
 * Returns the name by which an item's own member is known here: never that of one of our columns, nor
 * that of another member.
 */
export const nameOfMember = (name: string): string =>
  likeOurs.test(name) ? `${name} (service)` : name;

/**
 * `nothing`: the service answered without rows. `refused`: it can't be asked for that. `partly`: there
 * is more than the requested pages. `cutOff`: there is more, but no way to get it.
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

/** The statuses that leave a list incomplete once all its inputs were asked, by importance. */
const incompleteStatuses = ['partly', 'failed', 'cutOff', 'refused'] as const;
export type IncompleteStatus = (typeof incompleteStatuses)[number];

export const isIncomplete = (status: InputStatus): status is IncompleteStatus =>
  incompleteStatuses.some((one) => one === status);

/** Returns the main reason why a list is incomplete whose inputs were all asked; null: it is complete. */
export const whyIncomplete = (
  statuses: Readonly<Record<IncompleteStatus, number>>,
): IncompleteStatus | null => incompleteStatuses.find((status) => statuses[status] > 0) ?? null;

/** Encodings of list files by their names in words. The first ones are detected; others have to be chosen. */
export const listEncodings = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  'UTF-32 LE': 'utf-32le',
  'UTF-32 BE': 'utf-32be',
  'Windows-1252 (Western European)': 'windows-1252',
  'Windows-1251 (Cyrillic)': 'windows-1251',
  'Shift_JIS (Japanese)': 'shift_jis',
  'Windows-1250 (Central European)': 'windows-1250',
  'Windows-1253 (Greek)': 'windows-1253',
  'Windows-1254 (Turkish)': 'windows-1254',
  'Windows-1255 (Hebrew)': 'windows-1255',
  'Windows-1256 (Arabic)': 'windows-1256',
  'Windows-1257 (Baltic)': 'windows-1257',
  'Windows-1258 (Vietnamese)': 'windows-1258',
  'Windows-874 (Thai)': 'windows-874',
  'KOI8-R (Cyrillic)': 'koi8-r',
  'EUC-JP (Japanese)': 'euc-jp',
  'EUC-KR (Korean)': 'euc-kr',
  'GB18030 (Chinese)': 'gb18030',
  'Big5 (Chinese)': 'big5',
  'Mac Roman': 'macintosh',
} as const;
export const listEncodingSchema = z.enum(listEncodings);
export type ListEncoding = z.infer<typeof listEncodingSchema>;

/** Separators of cells, in words. The empty one: each line is one value. */
export const listSeparators: Readonly<Record<string, string>> = {
  '': 'None: one value per line',
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  ' ': 'Space',
};
/** As in `listSeparators`, or another character that the file itself names. */
export const listSeparatorSchema = z.string().regex(/^[^\p{L}\p{N}"\r\n]?$/u);

/** The source of a list, for the methods sheet. */
export const listSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paste') }),
  z.object({ kind: z.literal('file'), name: z.string().max(300) }),
  z.object({
    kind: z.literal('run'),
    runId: z.string(),
    /** The source run's question, in words. */
    title: z.string(),
    field: z.string(),
  }),
]);
export type ListSource = z.infer<typeof listSourceSchema>;

/** Lines of a text or a file, or values of a run's column, before they are mapped to parameters. */
export const listTableSchema = z.object({
  tableId: z.string(),
  source: listSourceSchema,
  /** Null for pasted text and columns of runs. */
  encoding: listEncodingSchema.nullable(),
  /** A word that looks wrong if the encoding is, which was guessed; null if it wasn't. */
  guess: z.string().nullable(),
  /** Null for columns of runs. */
  separator: listSeparatorSchema.nullable(),
  /** Number of lines left out because they are a title above the column names. */
  titleLines: z.number(),
  /** Number of characters that are not valid in this encoding. */
  unreadable: z.number(),
  columns: z.array(
    z.object({
      /** From the first line if it is a header, otherwise `Column 1`. */
      name: z.string(),
      /** Its first values. */
      sample: z.array(z.string()),
    }),
  ),
  /** Without the header. */
  lines: z.number(),
  /** Whether the first line is treated as a header. */
  hasHeader: z.boolean(),
});
export type ListTable = z.infer<typeof listTableSchema>;

/** Which column of the table (from 0) fills which parameter, by its key. */
export const listMappingSchema = z.record(z.string().max(100), z.number().int().min(0));
export type ListMapping = z.infer<typeof listMappingSchema>;

/** What will be asked and what won't, before anything is sent. */
export interface CheckedList {
  listId: string;
  /** Keys of the parameters that it fills. */
  keys: string[];
  /** Of the inputs as they will be asked: a run that began with the same list has the same hash. */
  sha256: string;
  /** Of the values alone, in any order, for comparison with a recipe's. */
  valuesSha256: string;
  /** Number of non-blank lines. */
  lines: number;
  /** Number of distinct inputs that will be asked. */
  different: number;
  /** Number of invalid lines. */
  wrong: number;
  /** The first invalid lines. */
  wrongLines: { line: number; text: string; why: string }[];
  /** Number of distinct inputs that a run in this data folder has already answered. */
  answered: number;
  /** The first inputs, as they will be sent. */
  sample: string[];
  /** Inputs per call; 1 unless the service takes several IDs at once. */
  perCall: number;
}

/** Every `of`-th distinct input, starting with the `number`-th (from 1): a share of the work. */
export const listPartSchema = z
  .strictObject({ number: z.number().int().min(1), of: z.number().int().min(1).max(maxInputs) })
  .refine(({ number, of }) => number <= of, 'There is no such part.');
export type ListPart = z.infer<typeof listPartSchema>;

/** What a record says about a list: not its inputs, since they may be people. */
export const recipeListSchema = z.object({
  /** Keys of the parameters that its inputs filled. */
  keys: z.array(z.string()).min(1),
  count: z.number(),
  /** Maximum number of pages for each input. */
  perInput: z.number(),
  /** Inputs per call. */
  perCall: z.number(),
  /** Of the values alone, in any order; null if people are replaced, since it would confirm a guess. */
  valuesSha256: z.string().nullable().default(null),
});

export type RecipeList = z.infer<typeof recipeListSchema>;

/** The list of a new run. */
export const askedListSchema = z.strictObject({
  listId: z.string().max(100),
  /** Skips inputs that were answered before. */
  onlyNew: z.boolean().default(false),
});
export type AskedList = z.infer<typeof askedListSchema>;

/** Which inputs are asked when a list is continued. */
export const nextInputsSchema = z.enum(['waiting', 'failed', 'more']);
export type NextInputs = z.infer<typeof nextInputsSchema>;

/** The list of a run, as the window sees it. */
export interface RunList {
  /** Keys of the parameters that the inputs fill. */
  keys: string[];
  source: ListSource;
  /** Of the inputs as they were asked, in their order. */
  sha256: string;
  count: number;
  perInput: number;
  perCall: number;
  maxCalls: number;
  /** Inputs by status. */
  statuses: Record<InputStatus, number>;
  /** How often an input has changed. */
  changes: number;
  /**
   * Inputs that weren't waiting when it was last started, and that won't be when it ends; null: all.
   * Asking failed inputs again, or for more, changes neither.
   */
  before: number;
  until: number | null;
  /** The current input. */
  current: string | null;
  /** Maximum number of calls, without retries, for asking the failed inputs again. */
  failedCalls: number;
  /** Maximum number of calls, without retries, for continuing the inputs that are partly here. */
  moreCalls: number;
  /** Whether its inputs are no longer readable: its rows are, but it can't be continued. */
  isLost: boolean;
  /**
   * Why the first input that failed did, or else the first that was refused, cut off or not found, with the
   * code of its problem; null: none was.
   */
  trouble: { status: InputStatus; code: string | null; why: string | null } | null;
}
