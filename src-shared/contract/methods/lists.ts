/** Methods about lists of inputs. None of them calls the service; values stay in main. */
import type { CheckedList, ListMapping, ListTable } from '../list.ts';
import { z } from 'zod';
import { querySchema } from '../../query/types.ts';
import {
  listEncodingSchema,
  listMappingSchema,
  listPartSchema,
  listSeparatorSchema,
  maxInputs,
  maxListBytes,
} from '../list.ts';
import { listRowsSchema, listTakenSchema } from '../list-choice.ts';
import { runIdSchema } from '../run.ts';
import { reply } from './parts.ts';

/** Null: detected. */
const separator = listSeparatorSchema.nullable().default(null);

/** Length of this number of bytes in base64. */
const base64Length = Math.ceil(maxListBytes / 3) * 4;

export const listsMethods = {
  /**
   * Reads pasted lines or cells, or a CSV or text file; detects encoding and separator unless they are
   * given. `lines` are cells already: those of a recipe.
   */
  'list.read': {
    input: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('paste'),
        text: z.string().max(maxListBytes),
        separator,
      }),
      z.strictObject({
        kind: z.literal('lines'),
        lines: z.array(z.array(z.string().max(maxListBytes)).min(1).max(100)).max(maxInputs),
      }),
      z.strictObject({
        kind: z.literal('file'),
        name: z.string().max(300),
        base64: z.string().max(base64Length),
        encoding: listEncodingSchema.nullable().default(null),
        separator,
      }),
    ]),
    output: reply<ListTable>(),
  },

  /**
   * Takes a run's values for a parameter of a question, and for the other parameters of its path from
   * the same row; `mapping` assigns the columns.
   */
  'list.fromRun': {
    input: listRowsSchema,
    output: reply<ListTable & { mapping: ListMapping }>(),
  },

  /** Takes the inputs of a run's list to ask them again; `mapping` as for `list.fromRun`. */
  'list.again': {
    input: z.strictObject({ runId: runIdSchema }),
    output: reply<ListTable & { mapping: ListMapping; perInput: number }>(),
  },

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
} as const;
