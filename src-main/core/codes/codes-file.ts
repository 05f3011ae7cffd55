/** A person's codes as a file for another coder, and the codebook for people who read the data. */
import { z } from 'zod';
import { countOf } from '#shared/counts.ts';
import {
  givenValueSchema,
  kindWords,
  ownColumnSchema,
  valueSchemas,
} from '#shared/contract/codes.ts';
import { isoTime } from '../clock.ts';
import { refused } from '../problem-error.ts';
import type { OwnValues } from '../store/own-values.ts';

const kind = 'social-data-explorer/codes';

const notedSchema = z.strictObject({
  item: z.string(),
  value: givenValueSchema,
  who: z.string(),
  at: z.iso.datetime(),
});

const columnSchema = z
  .strictObject({ column: ownColumnSchema, values: z.array(notedSchema) })
  .refine(({ column, values }) =>
    values.every(({ value }) => valueSchemas[column.kind].safeParse(value).success),
  );

const fileSchema = z.strictObject({
  kind: z.literal(kind),
  version: z.literal(1),
  writtenAt: z.iso.datetime(),
  resource: z.string().max(300),
  who: z.string().min(1).max(100),
  columns: z.array(columnSchema).max(500),
});
export type CodesFile = z.infer<typeof fileSchema>;

/** Returns all that is noted of a resource's items, as JSON. */
export function writeCodes(values: OwnValues, resource: string, who: string): string {
  const file: CodesFile = {
    kind,
    version: 1,
    writtenAt: isoTime(),
    resource,
    who,
    columns: values.columns(resource).map((column) => ({
      column,
      values: Array.from(values.notedIn(resource, column.field), ([item, noted]) => ({
        item,
        ...noted,
      })),
    })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** @throws ProblemError when it is something else. */
export function readCodes(text: string): CodesFile {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    throw refused(
      'This file has no codes that this version can read.',
      'Choose a file that was made with “Save codes as a file”.',
    );
  }
}

/**
 * Returns the codebook as lines of Markdown: what each column and code means, how often it was given, by whom, when.
 */
export function codebookOf(values: OwnValues, resource: string): string[] {
  return values.columns(resource).flatMap((column) => {
    const { items, coders, from, to } = values.factsOf(resource, column.field);
    const by = coders.length === 0 ? '' : ` by ${coders.map(inLine).join(', ')}`;
    const when = from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
    const counts = new Map<string, number>();
    for (const [, { value }] of values.notedIn(resource, column.field)) {
      for (const code of [value].flat().map(String)) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    const table = ['| Code | When it applies | Example | Items |', '|---|---|---|---|'].concat(
      column.codes.map(
        ({ name, description, example }) =>
          `| ${[name, description, example].map(inLine).join(' | ')} | ${counts.get(name) ?? 0} |`,
      ),
      '',
    );
    return [
      `### ${inLine(column.name)}`,
      '',
      `${kindWords[column.kind]}; ${countOf(items, 'item')} coded${by}${when}.${column.description === '' ? '' : ` ${inLine(column.description)}`}`,
      '',
    ].concat(column.codes.length === 0 ? [] : table);
  });
}

/** What a person typed can't end a line or a cell. */
const inLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|<>*_`[\]#]/g, String.raw`\$&`);
