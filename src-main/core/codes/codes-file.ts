/** A person's codes as a file for another coder, and the codebook for people who read the data. */
import { z } from 'zod';
import { countOf } from '#shared/counts.ts';
import {
  givenValueSchema,
  kindWords,
  ownColumnSchema,
  valueSchemas,
} from '#shared/contract/codes.ts';
import { refused } from '../problem-error.ts';
import { shownSeqs } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { identityOf } from '../store/own-values.ts';
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
  resource: z.string().max(300),
  who: z.string().min(1).max(100),
  columns: z.array(columnSchema).max(500),
});
export type CodesFile = z.infer<typeof fileSchema>;

/** Returns all that is noted of a resource's items, or of `items` among them, as JSON. */
export function writeCodes(
  values: OwnValues,
  resource: string,
  who: string,
  items: ReadonlySet<string> | null = null,
): string {
  const file: CodesFile = {
    kind,
    version: 1,
    resource,
    who,
    columns: values.columns(resource).map((column) => ({
      column,
      values: [...values.notedIn(resource, column.field)].flatMap(([item, noted]) =>
        items === null || items.has(item) ? [{ item, ...noted }] : [],
      ),
    })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Who codes; a dataset is saved whoever that is. */
export const coderOf = (values: OwnValues, creator: string): string =>
  values.who || creator || 'unknown';

/** What is noted of the items of a run, for a dataset; null: its resource has no own columns. */
export async function codesOf(run: LiveRun, creator: string): Promise<string | null> {
  const { values } = run.own;
  const { id } = run.resource;
  if (values.columns(id).length === 0) return null;
  const { items } = await itemsOf(run);
  return writeCodes(values, id, coderOf(values, creator), items);
}

/** The items of a run's rows, by default of all; and how many of these have no ID. */
export async function itemsOf(
  run: LiveRun,
  rows: Iterable<number> = shownSeqs(run),
): Promise<{ items: Set<string>; withoutId: number }> {
  const items = new Set<string>();
  let withoutId = 0;
  for await (const batch of run.stored.rowBatches(rows)) {
    for (const { row } of batch) {
      const item = identityOf(row, run.resource.identity);
      if (item === null) withoutId += 1;
      else items.add(item);
    }
  }
  return { items, withoutId };
}

/** Files of several runs as one for each coder and resource. Of an item that several have, the latest counts. */
export function mergedCodes(files: readonly CodesFile[]): CodesFile[] {
  const merged = new Map<string, CodesFile>();
  for (const file of files) {
    const key = JSON.stringify([file.resource, file.who]);
    const before = merged.get(key);
    const columns = new Map(before?.columns.map((one) => [one.column.field, one]));
    for (const { column, values } of file.columns) {
      const all = [...(columns.get(column.field)?.values ?? []), ...values];
      const latest = new Map(
        all.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((one) => [one.item, one]),
      );
      columns.set(column.field, { column, values: [...latest.values()] });
    }
    merged.set(key, { ...file, columns: [...columns.values()] });
  }
  return [...merged.values()];
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
export const codebookOf = (values: OwnValues, resource: string): string[] =>
  values.columns(resource).flatMap((column) => {
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

/** What a person typed can't end a line or a cell. */
const inLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\|<>*_`[\]#]/g, String.raw`\$&`);
