/**
 * Columns of a person's own: codes, yes or no, a number, a note. Their values belong to items (a resource and an
 * ID), so that the same post has them in every run. They stay in the project; no service ever gets them.
 */
import { z } from 'zod';
import { resourceIdSchema } from '../catalogue/types.ts';
import { isOwnField } from './list.ts';

/** `code`: one of a list; `codes`: several of it. */
const ownKinds = ['code', 'codes', 'yesNo', 'number', 'note'] as const;
export type OwnKind = (typeof ownKinds)[number];

const nameSchema = z.string().trim().min(1).max(100);
const longText = z.string().trim().max(2000);
/** Of a column, and of an item: also those that the column no longer has. */
export const mostCodes = 200;
/** A line that a person's initials or name fits in. */
const coderSchema = z.string().trim().max(100);

const codeSchema = z.strictObject({
  name: nameSchema,
  /** When it applies. */
  description: longText.default(''),
  example: longText.default(''),
});
export type Code = z.infer<typeof codeSchema>;

export const ownColumnSchema = z.strictObject({
  /** Never changes, and is never used again for another column. */
  field: z.string().min(5).max(150).refine(isOwnField),
  name: nameSchema,
  kind: z.enum(ownKinds),
  description: longText.default(''),
  /** Those a person chooses from; of other kinds none. */
  codes: z.array(codeSchema).max(mostCodes).default([]),
});
export type OwnColumn = z.infer<typeof ownColumnSchema>;

/** What values of a kind are. Several codes are in the column's order, so that the same are the same text. */
export const valueSchemas = {
  code: nameSchema,
  codes: z.array(nameSchema).min(1).max(mostCodes),
  yesNo: z.boolean(),
  number: z.number(),
  note: z.string().min(1).max(10_000),
} as const satisfies Record<OwnKind, z.ZodType>;

const { code, codes, yesNo, number, note } = valueSchemas;
export const givenValueSchema = z.union([code, codes, yesNo, number, note]);
export type GivenValue = z.infer<typeof givenValueSchema>;

/** Null: none. */
export const ownValueSchema = givenValueSchema.nullable();
export type OwnValue = z.infer<typeof ownValueSchema>;

/** In words, continuing a sentence. */
export const kindWords: Readonly<Record<OwnKind, string>> = {
  code: 'one code from a list',
  codes: 'several codes from a list',
  yesNo: 'yes or no',
  number: 'a number',
  note: 'a note',
};

/** The most rows whose values are changed at once. */
export const mostCoded = 100_000;

/** A change of a resource's columns. */
export const columnChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('save'),
    /** Null: a new column. */
    field: ownColumnSchema.shape.field.nullable(),
    column: ownColumnSchema.omit({ field: true }),
    /** By the new name of a code the one it had: items that have it keep it. */
    renamed: z
      .array(z.tuple([nameSchema, nameSchema]))
      .max(mostCodes)
      .default([]),
  }),
  z.strictObject({ kind: z.literal('remove'), field: ownColumnSchema.shape.field }),
  /** Who codes from now on: initials, or a name. */
  z.strictObject({ kind: z.literal('coder'), who: coderSchema }),
]);

export type ColumnChange = z.infer<typeof columnChangeSchema>;

/** What becomes of the values of rows. */
export const valueChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), value: ownValueSchema }),
  /** Of several codes, one more or one less. */
  z.strictObject({ kind: z.literal('add'), code: nameSchema }),
  z.strictObject({ kind: z.literal('take'), code: nameSchema }),
]);
export type ValueChange = z.infer<typeof valueChangeSchema>;

export const resourceOfCodesSchema = z.strictObject({ resource: resourceIdSchema });

/** The columns of a resource, and what can be undone. */
export interface Codes {
  columns: OwnColumn[];
  /** Who codes; empty: nobody said. */
  who: string;
  /** The latest change, in words (“12 values of Topic”); null: none that is known. */
  undo: string | null;
  /** What was undone last, until something else is changed. */
  redo: string | null;
}

/** How many of these rows have no ID, so that nothing can be noted of them. */
export interface Coded {
  items: number;
  withoutId: number;
}

/** How far coders agree on items that at least two of them coded. Null: it can’t be told. */
export interface Agreement {
  items: number;
  /** On which they agree completely. */
  same: number;
  percent: number | null;
  /** Of two coders. */
  kappa: number | null;
  /** Of numbers by how far they are apart, otherwise by whether they are the same. */
  alpha: number | null;
}

export interface ColumnsAgreement {
  /** Null for several codes: each of them is looked at alone. */
  all: Agreement | null;
  /** Whether each code was given. */
  codes: (Agreement & { code: string })[];
  /** Items that only the first, or only the second column has. */
  only: [first: number, second: number];
}

/** Characters of a file of codes: some hundred thousand items. */
export const longestCodesFile = 30_000_000;

export interface TakenCodes {
  /** Names of the columns that have them now. */
  columns: string[];
  /** Values in all of them, and how many of these are of the run's items. */
  values: number;
  ofRun: number;
}
