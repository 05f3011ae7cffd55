/**
 * Networks in rows: which two columns an edge joins, and what a row says about a node. These are
 * schemas because presets are part of the effective catalogue, and networks part of an export.
 */
import { z } from 'zod';

const fieldName = z.string().max(1000);

/** An end of an edge: each value of a column, or each item where the column holds lists. */
const networkEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('column'), field: fieldName }),
  /** The account that the question asked about, or the line of its list. */
  z.strictObject({ kind: z.literal('asked') }),
]);
export type NetworkEnd = z.infer<typeof networkEndSchema>;

/** So many have 4,950 pairs. */
export const mostSharing = 100;

export const networkSchema = z.strictObject({
  source: networkEndSchema,
  /** If the same column as `source`: an edge between any two items of one row. */
  target: networkEndSchema,
  directed: z.boolean().default(true),
  /**
   * `source` and `target` are the same column: two of its values are joined if both are in rows with the same value
   * of this one, such as two accounts that share a link. The weight is how many values they share. Values that more
   * than `mostSharing` have say little, and are left out.
   */
  sharing: fieldName.nullable().default(null),
  /** A column whose numbers are summed; null: an edge's weight is its number of rows. */
  weight: fieldName.nullable().default(null),
  /** The column with a row's time, for the first and last time of each node and edge. */
  time: fieldName.nullable().default(null),
  /** Source and target are swapped for runs of questions with this value of a parameter. */
  reversedWhen: z.strictObject({ key: z.string(), value: z.string() }).nullable().default(null),
});
export type Network = z.infer<typeof networkSchema>;

/** A network that the rows of a resource are known to contain. */
export const networkPresetSchema = z.object({
  id: z.string(),
  /** "Who mentions whom". */
  title: z.string(),
  network: networkSchema,
});
export type NetworkPreset = z.infer<typeof networkPresetSchema>;

/** What a node's latest row says about it; its node is the row's value of `field`. */
export const nodeInfoSchema = z.object({
  field: z.string(),
  /** The field with the node's label; null: the value itself. */
  label: z.string().nullable(),
  attributes: z.array(z.string()),
});
export type NodeInfo = z.infer<typeof nodeInfoSchema>;
