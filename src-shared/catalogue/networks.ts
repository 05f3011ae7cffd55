/**
 * Networks that rows hold: which two columns are joined by an edge, and what a row says about a
 * node. Schemas, because presets are part of the effective catalogue and networks of an export.
 */
import { z } from 'zod';

const fieldName = z.string().max(1000);

/** What an end of an edge is: each value of a column, each item where it has lists. */
export const networkEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('column'), field: fieldName }),
  /** The account that the question asked for, or the line of its list. */
  z.strictObject({ kind: z.literal('asked') }),
]);
export type NetworkEnd = z.infer<typeof networkEndSchema>;

export const networkSchema = z.strictObject({
  source: networkEndSchema,
  /** The same column as `source`: an edge between any two items that are in one row together. */
  target: networkEndSchema,
  directed: z.boolean().default(true),
  /** A column whose numbers are added up; null: an edge weighs the rows that it is in. */
  weight: fieldName.nullable().default(null),
  /** The column that says when a row happened: first and last of each node and edge. */
  time: fieldName.nullable().default(null),
  /** Source and target are exchanged for runs of questions with this value of a parameter. */
  reversedWhen: z.strictObject({ key: z.string(), value: z.string() }).nullable().default(null),
});
export type Network = z.infer<typeof networkSchema>;

/** A network that rows of a resource are known to hold. */
export const networkPresetSchema = z.object({
  id: z.string(),
  /** "Who mentions whom". */
  title: z.string(),
  network: networkSchema,
});
export type NetworkPreset = z.infer<typeof networkPresetSchema>;

/** What the latest row of a node says about it, where the node is the value of `field` there. */
export const nodeInfoSchema = z.object({
  field: z.string(),
  /** What it is called; the value itself where this is null. */
  label: z.string().nullable(),
  attributes: z.array(z.string()),
});
export type NodeInfo = z.infer<typeof nodeInfoSchema>;
