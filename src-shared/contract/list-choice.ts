/** A list as chosen in a form, and what it was taken from. */
import { z } from 'zod';
import {
  listEncodingSchema,
  listMappingSchema,
  listSeparatorSchema,
  listTableSchema,
  maxInputs,
  maxListBytes,
} from './list.ts';
import type { ListMapping, ListTable } from './list.ts';
import { runIdSchema } from './run.ts';
import { chosenRowsSchema } from './view.ts';

/** Values of a run's column, for a parameter of a question. */
const listRowsSchema = chosenRowsSchema.extend({
  field: z.string().max(1000),
  /** Only these of its values, in their order; omitted: all. */
  values: z.array(z.string().max(10_000)).min(1).max(1000).optional(),
  endpointId: z.string().max(200),
  key: z.string().max(100),
});
export type ListRows = z.infer<typeof listRowsSchema>;

/** Longer pasted texts, or files of more bytes, would make the saved tabs large: such a list is only in memory. */
export const maxKeptText = 20_000;

/** As the person chose; null: detected. */
const separator = listSeparatorSchema.nullable().default(null);

/** @param most characters of a text, and bytes of a file. */
const sourcesUpTo = (most: number) =>
  [
    /** A run's rows: their values for a parameter, and for the other parameters of its path. */
    listRowsSchema.extend({ kind: z.literal('rows') }),
    /** The inputs of a run's list, to ask them again. */
    z.strictObject({ kind: z.literal('inputs'), runId: runIdSchema }),
    /** Pasted lines or cells. */
    z.strictObject({ kind: z.literal('text'), text: z.string().max(most), separator }),
    /** A CSV or text file. */
    z.strictObject({
      kind: z.literal('file'),
      name: z.string().max(300),
      base64: z.string().max(Math.ceil(most / 3) * 4),
      encoding: listEncodingSchema.nullable().default(null),
      separator,
    }),
  ] as const;

/** What a list was taken from, so that it can be taken again. */
export const listTakenSchema = z.discriminatedUnion('kind', sourcesUpTo(maxKeptText));

/** What a list is taken from; `lines` are cells already: those of a recipe. */
export const listToTakeSchema = z.discriminatedUnion('kind', [
  ...sourcesUpTo(maxListBytes),
  z.strictObject({
    kind: z.literal('lines'),
    lines: z.array(z.array(z.string().max(maxListBytes)).min(1).max(100)).max(maxInputs),
  }),
]);

/** A list as it was taken; of a run, its columns fill the parameters as in `mapping`. */
export interface TakenList extends ListTable {
  mapping?: ListMapping;
  /** Of a run's inputs: pages for each of them. */
  perInput?: number;
}

/** A list as chosen in a form: its table and its mapped columns. */
export const listChoiceSchema = z.object({
  table: listTableSchema,
  /** Missing for large files and long texts, which are only in memory. */
  taken: listTakenSchema.optional().catch(undefined),
  hasHeader: z.boolean(),
  mapping: listMappingSchema,
  /** Skips inputs that were answered before. */
  onlyNew: z.boolean(),
  /** Maximum number of pages for each input, if a run asked them before. */
  perInput: z.number().optional().catch(undefined),
});
export type ListChoice = z.infer<typeof listChoiceSchema>;
