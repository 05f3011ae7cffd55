/**
 * The kinds of parameters: how the catalogue writes a type, what can be wrong with a value, and which
 * parameters of a service's own description can be the same. A new kind is an entry in both tables here
 * and a control in the form.
 */
import { quoted } from '../characters.ts';
import { z } from 'zod';

const choiceSchema = z.object({
  value: z.string(),
  label: z.string(),
  /** Describes the answer more precisely than the endpoint’s noun: "Followers". */
  noun: z.string().optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/** A rule for text, and the message shown when it is broken. */
const patternSchema = z.object({ source: z.string(), message: z.string() });

/** Other notations of a value, as patterns; the first group is the value. */
const writtenSchema = z.array(z.string()).optional();

/** Most IDs that share a call. */
export const mostIds = 1000;

/** Which control and which check a parameter needs. */
export const parameterTypeSchema = z.discriminatedUnion('kind', [
  /**
   * `at`: usernames have no leading @; the form shows it outside the value. `phrases`: exact phrases are
   * in straight quotes (Lucene), which word processors make curly. `codeOf`: a code that the form lists
   * by the name of what it stands for.
   */
  z.object({
    kind: z.literal('text'),
    pattern: patternSchema.optional(),
    at: z.boolean().optional(),
    phrases: z.boolean().optional(),
    codeOf: z.enum(['language', 'region']).optional(),
    written: writtenSchema,
  }),
  z.object({ kind: z.literal('date') }),
  /** `closed: false`: the listed values are suggestions (assumed), and others may be entered. */
  z.object({
    kind: z.literal('choice'),
    choices: z.array(choiceSchema),
    closed: z.boolean(),
    /** A value is always sent: the first choice by default. */
    always: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('integer'), min: z.number(), max: z.number() }),
  /** Several ids separated by comma, space or line break; sent comma-separated. */
  z.object({
    kind: z.literal('ids'),
    pattern: patternSchema,
    max: z.number().int().min(1),
    written: writtenSchema,
  }),
]);
export type ParameterType = z.infer<typeof parameterTypeSchema>;
export type TypeOf<K extends ParameterType['kind']> = Extract<ParameterType, { kind: K }>;

/** Smallest and largest value, or number of IDs per call. */
export interface Limits {
  min: number;
  max: number;
}

/** What a service's own description says about a parameter's kind. */
export interface DescribedKind {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';
  format: string | null;
  values: readonly string[] | null;
  min: number | null;
  max: number | null;
  maxItems: number | null;
}

type SchemaValue = string | number | readonly string[] | JsonSchema;
/** A JSON schema of a value, by keyword. */
export interface JsonSchema {
  readonly [keyword: string]: SchemaValue;
}

/** Methods, because TypeScript lets them be called with the type that an entry was found by. */
interface Kind<T extends ParameterType> {
  /** Returns what is wrong with a non-blank value; null: nothing. */
  complain(value: string, type: T): string | null;
  /** Splits typed text into single values. */
  split?(typed: string): string[];
  /** The JSON schema of a value, as the sample service describes it. */
  schema(type: T): JsonSchema;
  /** Whether the described parameter can be of this kind. */
  fits(described: DescribedKind, type: T): boolean;
  limits?: {
    of(type: T): Limits;
    /** The description's limits; null if it gives none. */
    described(described: DescribedKind, ours: Limits): Limits | null;
    set(type: T, limits: Limits): T;
  };
}

const isText = ({ type }: DescribedKind): boolean => type === 'string' || type === 'any';
const isDate = ({ format }: DescribedKind): boolean => (format ?? '').startsWith('date');
const isFreeText = (one: DescribedKind): boolean =>
  isText(one) && one.values === null && !isDate(one);

/** Whether the text is a name that `core/export/privacy/replacer.ts` gives a person in a saved file. */
export const isPseudonym = (text: string): boolean => /^(?:id|user|name)_[a-z2-7]{16}$/.test(text);

const kinds: { [K in ParameterType['kind']]: Kind<TypeOf<K>> } = {
  text: {
    complain: (value, { pattern }) => {
      if (isPseudonym(value)) {
        return 'This is a pseudonym from a saved file, so no service knows it. Enter the account’s own name.';
      }
      return pattern === undefined || new RegExp(pattern.source, 'u').test(value)
        ? null
        : pattern.message;
    },
    schema: ({ pattern }) => ({
      type: 'string',
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
    }),
    fits: isFreeText,
  },
  date: {
    complain: (value) => {
      if (isCalendarDate(value)) return null;
      return /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? 'There is no such day. Check the date.'
        : 'Use a date such as 2026-11-18, “today” or “6 days ago”.';
    },
    schema: () => ({ type: 'string', format: 'date' }),
    fits: (described) => isText(described) && described.values === null,
  },
  choice: {
    complain: (value, { closed, choices }) =>
      !closed || choices.some((choice) => choice.value === value)
        ? null
        : `Choose one of: ${choices.map((choice) => choice.label).join(', ')}.`,
    schema: ({ choices }) => ({ type: 'string', enum: choices.map(({ value }) => value) }),
    fits: (described, { closed, choices }) =>
      isText(described) &&
      !isDate(described) &&
      // Assumed values may be entirely wrong.
      (described.values === null ||
        !closed ||
        choices.some(({ value }) => described.values?.includes(value) === true)),
  },
  integer: {
    complain: (value, { min, max }) =>
      /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
        ? null
        : `Use a whole number from ${min} to ${max}.`,
    schema: ({ min, max }) => ({ type: 'integer', minimum: min, maximum: max }),
    fits: ({ type }) => type === 'integer' || type === 'number',
    limits: {
      of: ({ min, max }) => ({ min, max }),
      described: ({ min, max }, ours) =>
        max === null ? null : { min: Math.max(0, Math.ceil(min ?? ours.min)), max },
      set: (type, limits) => ({ ...type, ...limits }),
    },
  },
  ids: {
    complain: (value, { pattern, max }) => {
      const ids = splitIds(value);
      if (ids.length === 0) return 'Enter at least one ID.';
      if (ids.length > max) {
        return `Enter at most ${max} IDs at a time; you entered ${ids.length}. Split them into several questions.`;
      }
      const rule = new RegExp(pattern.source, 'u');
      const wrong = ids.find((id) => !rule.test(id));
      return wrong === undefined ? null : `${quoted(wrong)} isn’t valid. ${pattern.message}`;
    },
    split: splitIds,
    schema: ({ pattern, max }) => ({
      type: 'array',
      items: { type: 'string', pattern: pattern.source },
      maxItems: max,
    }),
    fits: (described) =>
      isFreeText(described) || (described.type === 'array' && described.values === null),
    limits: {
      of: ({ max }) => ({ min: 1, max }),
      described: ({ maxItems }) => (maxItems === null ? null : { min: 1, max: maxItems }),
      set: (type, { max }) => ({ ...type, max: Math.max(1, max) }),
    },
  },
};

const kindOf = (type: ParameterType): Kind<ParameterType> => kinds[type.kind];

/** Returns what is wrong with a non-blank value; null: nothing. */
export const problemOfValue = (type: ParameterType, value: string): string | null =>
  kindOf(type).complain(value, type);

/** Splits typed text into single values: one, unless the kind takes several. */
export const valuesIn = (type: ParameterType, typed: string): string[] =>
  kindOf(type).split?.(typed) ?? [typed];

/** Whether a parameter of the service's description can have this type. */
export const fitsType = (type: ParameterType, described: DescribedKind): boolean =>
  kindOf(type).fits(described, type);

/** Returns the JSON schema of a value of this type. */
export const schemaOfType = (type: ParameterType): JsonSchema => kindOf(type).schema(type);

export const choicesIn = (type: ParameterType): readonly Choice[] =>
  type.kind === 'choice' ? type.choices : [];

/** Returns a choice's label, or the value itself if it isn't a choice. */
export const labelOf = (type: ParameterType, value: string): string =>
  choicesIn(type).find((choice) => choice.value === value)?.label ?? value;

/** Returns null for a kind without limits. */
export const limitsOf = (type: ParameterType): Limits | null =>
  kindOf(type).limits?.of(type) ?? null;

export const withLimits = (type: ParameterType, limits: Limits): ParameterType =>
  kindOf(type).limits?.set(type, limits) ?? type;

/** Returns the description's limits if they are usable for this type. */
export function describedLimits(type: ParameterType, described: DescribedKind): Limits | null {
  const { limits } = kindOf(type);
  const ours = limits?.of(type);
  const theirs = ours === undefined ? null : limits?.described(described, ours);
  if (theirs == null || ours === undefined) return null;
  if (!Number.isSafeInteger(theirs.max) || theirs.max < ours.min) return null;
  return { min: Math.min(theirs.min, theirs.max), max: theirs.max };
}

/** Splits ids separated by commas, spaces or line breaks; keeps their order and drops duplicates. */
export function splitIds(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];
}

/** Whether the text is an existing day, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  // Date.UTC reads years 0–99 as 19xx; no post is that old.
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
