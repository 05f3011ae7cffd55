/** An export: what is asked for, and how far it is. */
import { z } from 'zod';
import { networkSchema } from '../../catalogue/networks.ts';
import { problemSchema } from '../problem.ts';
import { runIdSchema } from '../run.ts';
import { everyRow, isEveryRow, viewSchema } from '../view.ts';
import { formatIdSchema, formatOptionsSchema, formats } from './formats.ts';
import { privacySchema } from './privacy.ts';

/** Where a row came from: the line of the list it was asked by, and when its page was answered (UTC). */
export const originSchema = z.enum(['inputRow', 'collectedAt']);
export type Origin = z.infer<typeof originSchema>;

/** Minted by the window, so that a repeated start changes nothing. */
export const exportIdSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

export const exportSpecSchema = z
  .strictObject({
    /** Runs of one resource. With several, a column `run` says which one a row is of. */
    runIds: z.array(runIdSchema).min(1).max(100),
    /**
     * Which rows and in which order. The runs follow one another; where duplicates are hidden, an
     * item that several runs have is in the first of them.
     */
    view: viewSchema.default(everyRow),
    /** Columns in this order; null for all. */
    columns: z.array(z.string().max(1000)).min(1).max(5000).nullable().default(null),
    /** Columns of ours beside those of the items: `input_row`, `collected_at`. */
    origin: z.array(originSchema).default([]),
    format: formatOptionsSchema,
    /** Writes `<name>.methods.md` and `<name>.methods.json` beside the file. */
    methods: z.boolean().default(true),
    privacy: privacySchema.nullable().default(null),
    /** What is a node and what an edge; of formats that are networks. */
    network: networkSchema.nullable().default(null),
  })
  .refine(({ format, network }) => formats[format.kind].isNetwork === (network !== null), {
    path: ['network'],
    message: 'A network needs two columns. Choose them in Save, for Gephi or as tables.',
  })
  .refine(
    ({ format, view, columns, privacy, origin }) =>
      formats[format.kind].choosable ||
      (isEveryRow(view) && columns === null && privacy === null && origin.length === 0),
    {
      path: ['format'],
      message:
        'Raw pages and datasets hold everything: rows and columns can’t be chosen, nor anything replaced or added.',
    },
  );
export type ExportSpec = z.output<typeof exportSpecSchema>;

/** What a format could not hold as it was, or what was changed on the way, counted. */
export const changeSchema = z.object({
  code: z.enum([
    'loneSurrogates',
    'nulCharacters',
    'controlCharacters',
    'networkCharacters',
    'cutTexts',
    'unreadableRows',
    'unreadablePages',
    'renamedColumns',
    'keptAsJson',
    'pseudonyms',
    'mentions',
    'peopleRemain',
    'otherTypes',
    'alreadySaved',
    'askedAgain',
  ]),
  count: z.number(),
  /** In a sentence, with the number. */
  message: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** How large a network is, and what of the rows it holds. */
export const networkSizeSchema = z.object({
  nodes: z.number(),
  edges: z.number(),
  /** Edges from a node to itself. */
  loops: z.number(),
  /** Rows of which edges were made; all others have no source or no target. */
  rows: z.number(),
});
export type NetworkSize = z.infer<typeof networkSizeSchema>;

export const writtenFileSchema = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});
export type WrittenFile = z.infer<typeof writtenFileSchema>;

export const exportStateSchema = z.discriminatedUnion('kind', [
  /** Rows are chosen and columns looked at. */
  z.object({ kind: z.literal('preparing') }),
  z.object({
    kind: z.literal('writing'),
    /** Rows written; null where only bytes can be told. */
    rows: z.number().nullable(),
    bytes: z.number(),
    bytesPerSecond: z.number(),
  }),
  /** The file is checked, copied to its place and synced. */
  z.object({
    kind: z.literal('finishing'),
    bytes: z.number(),
    of: z.number(),
    bytesPerSecond: z.number(),
  }),
  z.object({
    kind: z.literal('saved'),
    /** What the person gets: the file, or the archive in which it lies with its methods sheet. */
    name: z.string(),
    /** The file itself first. */
    files: z.array(writtenFileSchema),
    rows: z.number(),
    /** Null unless the file is one. */
    network: networkSizeSchema.nullable(),
    changes: z.array(changeSchema),
    /** Where the browser fetches it, once; null when it is on disk already. */
    download: z.string().nullable(),
    ms: z.number(),
    /** Why there is no methods sheet although one was wanted; the file itself is whole. */
    sheetProblem: problemSchema.nullable(),
  }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('failed'), problem: problemSchema }),
]);
export type ExportState = z.infer<typeof exportStateSchema>;

export const exportSchema = z.object({
  id: exportIdSchema,
  /** Grows with every change: events and replies cross. */
  revision: z.number(),
  runIds: z.array(runIdSchema),
  format: formatIdSchema,
  /** Name of the file. */
  name: z.string(),
  startedAt: z.string(),
  /** Rows to be written; null while that is not known, and of raw pages. */
  of: z.number().nullable(),
  state: exportStateSchema,
});
export type Export = z.infer<typeof exportSchema>;

/** Whether nothing more will happen to it. */
export function isOver({ kind }: ExportState): boolean {
  return kind === 'saved' || kind === 'cancelled' || kind === 'failed';
}

/** Cells as texts; null where nothing is written. */
const previewRowsSchema = z.array(z.array(z.string().nullable()));

/** The first rows as they will be written. */
export const exportPreviewSchema = z.object({
  /** Rows that will be written. */
  of: z.number(),
  header: z.array(z.string()),
  rows: previewRowsSchema,
  /** Of a network; its `rows` are the strongest edges then, and `header` is theirs. */
  network: networkSizeSchema.nullable(),
  /** The beginning of the file, where it is CSV. */
  text: z.string().nullable(),
  /** How to cite the data, as the methods sheet says it. */
  citation: z.string(),
  /** The same rows without privacy; null where nothing is replaced or left out. */
  before: z.object({ header: z.array(z.string()), rows: previewRowsSchema }).nullable(),
});
export type ExportPreview = z.infer<typeof exportPreviewSchema>;
