/**
 * The inputs of a run with a list, as they were at its start: in the first record of its log. A row shows
 * the input it is from (`inputField`).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mostIds } from '#shared/catalogue/parameter-kinds.ts';
import { keySchema } from '#shared/catalogue/types.ts';
import {
  earlierRowsField,
  inputField,
  listSourceSchema,
  maxInputs,
} from '#shared/contract/list.ts';
import type { JsonObject } from '../json/index.ts';
import { asObject, parseOrUndefined } from '../json/index.ts';
import { refused } from '../problem-error.ts';
import { maxTail } from './record.ts';
import type { ListInput } from './record.ts';
import type { PageRecord } from './log-contents.ts';

/** The list, as described in the first line of the log. */
export const storedListSchema = z.object({
  /** The parameters that an input fills, in the order of its values. */
  keys: z.array(keySchema).min(1),
  source: listSourceSchema,
  count: z.number().int().min(0).max(maxInputs),
  /** See `hashOfAsked`. */
  sha256: z.string(),
  perInput: z.number().int().min(1),
  /** Inputs that share one call. */
  perCall: z.number().int().min(1).max(mostIds),
  /**
   * For inputs that share a call: the member of an item that identifies its input, and the prefix to
   * remove from its value.
   */
  identity: z.object({ field: z.string(), without: z.string() }).nullable(),
});
export type StoredList = z.infer<typeof storedListSchema>;

const inputsSchema = z.array(
  z.object({
    values: z.array(z.string()),
    line: z.number().nullable(),
    rows: z.int().positive().optional(),
  }),
);

/** @throws ProblemError for inputs that could not be read again. */
export function checkSize(inputs: readonly ListInput[]): void {
  const bytes = inputs.reduce(
    (sum, input) => sum + Buffer.byteLength(JSON.stringify(input)) + 1,
    0,
  );
  if (bytes > maxTail - 100) {
    throw refused('This list is larger than 64 MB.', 'Split it, then use one part at a time.');
  }
}

/** Hash of the values in their order, whatever lines of a file they are from. */
export const hashOfAsked = (inputs: readonly ListInput[]): string => hashOf(valuesOf(inputs));

/** Hash of the values in any order: the same for whatever file they were read from. */
export const hashOfValues = (inputs: readonly ListInput[]): string =>
  hashOf(valuesOf(inputs).toSorted());

const valuesOf = (inputs: readonly ListInput[]): string[] =>
  inputs.map(({ values }) => JSON.stringify(values));

const hashOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

/** The values of one input, as shown to a person. */
const inputText = ({ values }: ListInput): string => values.join(', ');

export class RunInputs {
  /** Empty when they are damaged or not those that were written. */
  readonly all: readonly ListInput[];
  readonly list: StoredList;
  /** The columns that rows have before their own. */
  readonly columns: readonly string[];
  /** For inputs that share calls: number by text, in lower case too. */
  readonly #numbers = new Map<string, number>();
  #lastMember: { input: number; bytes: Buffer } | undefined;

  constructor(list: StoredList, all: readonly ListInput[]) {
    this.list = list;
    this.all = all;
    const isCounted = all.some(({ rows }) => rows !== undefined);
    this.columns = isCounted ? [inputField, earlierRowsField] : [inputField];
    if (list.identity === null) return;
    // IDs in base 36 come back in lower case; one that is written as it was asked comes first.
    all.forEach((input, n) => this.#numbers.set(inputText(input).toLowerCase(), n));
    all.forEach((input, n) => this.#numbers.set(inputText(input), n));
  }

  /** The inputs of the run with this header, as its log has them; undefined when it has no list. */
  static of(log: { header: JsonObject | undefined; inputs: unknown }): RunInputs | undefined {
    const { data: list } = storedListSchema.safeParse(log.header?.['list']);
    if (list === undefined) return undefined;
    const { data: all = [] } = inputsSchema.safeParse(log.inputs);
    const isWhole =
      all.length === list.count &&
      all.every(({ values }) => values.length === list.keys.length) &&
      hashOfAsked(all) === list.sha256;
    return new RunInputs(list, isWhole ? all : []);
  }

  get isLost(): boolean {
    return this.all.length === 0;
  }

  text(n: number): string {
    const input = this.all[n];
    return input === undefined ? `#${n + 1}` : inputText(input);
  }

  /** The input that an item of a page belongs to; null when it matches none of those asked. */
  numberOf(page: Pick<PageRecord, 'input'>, item: JsonObject): number | null {
    const { identity } = this.list;
    if (page.input === null || identity === null) return page.input;
    const id = item[identity.field];
    if (typeof id !== 'string') return null;
    const { without } = identity;
    const bare = without !== '' && id.startsWith(without) ? id.slice(without.length) : id;
    return this.#numbers.get(bare) ?? null;
  }

  /** The row as the table shows it: its own members, preceded by its input. */
  withInput(page: Pick<PageRecord, 'input'>, row: Uint8Array): Buffer | undefined {
    const number =
      this.list.identity === null
        ? page.input
        : this.numberOf(page, asObject(parseOrUndefined(row)) ?? {});
    if (number === null || row[0] !== 0x7b) return undefined;
    if (this.#lastMember?.input !== number) {
      const rows = this.all[number]?.rows;
      const counted = rows === undefined ? '' : `,"${earlierRowsField}":${rows}`;
      const text = `{"${inputField}":${JSON.stringify(this.text(number))}${counted}`;
      this.#lastMember = { input: number, bytes: Buffer.from(text) };
    }
    const { bytes } = this.#lastMember;
    const members = row.subarray(1);
    return Buffer.concat(isEmpty(members) ? [bytes, members] : [bytes, comma, members]);
  }
}

const comma = Buffer.from(',');

/** Returns whether an object ends before it has any member; `members` starts after its brace. */
function isEmpty(members: Uint8Array): boolean {
  let at = 0;
  // JSON's white space: of the bytes up to the space, only spaces, tabs and line ends occur here.
  while ((members[at] ?? 0x7d) <= 0x20) at++;
  return members[at] === 0x7d;
}
