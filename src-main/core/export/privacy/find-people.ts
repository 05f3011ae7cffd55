/** Searches all rows for people: who they are, and which columns name them. */
import { memberOf } from '#shared/catalogue/types.ts';
import type { Column } from '#shared/contract/run.ts';
import type { Change } from '#shared/contract/export/export.ts';
import {
  areRowsPeople,
  isHistoryOfNames,
  suggestPseudonyms,
} from '#shared/contract/export/privacy.ts';
import type { FoundPeople, Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import { countOf } from '#shared/counts.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import type { Replace } from '../cells.ts';
import { kindIn, namingInputs } from './list-inputs.ts';
import { mentionsOn, memberNamesIn, ownOf, People, textsIn } from './people.ts';
import type { Identifier, Own } from './people.ts';

interface SearchedRows {
  runs: readonly LiveRun[];
  each(): AsyncIterable<JsonObject>;
}

/** Columns that identify people, out of all columns of the runs; those chosen by the person first. */
export function namingColumns(
  { runs }: Pick<SearchedRows, 'runs'>,
  columns: readonly Column[],
  chosen: Privacy['pseudonyms'] = [],
): Privacy['pseudonyms'] {
  const ofPeople = areRowsPeople(runs[0]?.resource.id ?? '');
  const suggested = [...namingInputs(runs), ...suggestPseudonyms(columns, ofPeople)];
  return [
    ...chosen,
    ...suggested.filter(({ field }) => !chosen.some((one) => one.field === field)),
  ];
}

/** Adds everyone in these columns to `people`. */
export async function collectPeople(
  rows: SearchedRows,
  naming: Privacy['pseudonyms'],
  people: People,
): Promise<void> {
  for await (const row of rows.each()) {
    if (people.isFull) return;
    for (const one of peopleOf(row, naming)) people.add(one);
  }
}

/**
 * The one click: each column that names one of the run's own people gets pseudonyms or is left out, links
 * and pictures are always left out, and the result reports who is still named in texts after that.
 */
export async function findPeople(
  rows: SearchedRows,
  columns: readonly Column[],
): Promise<FoundPeople> {
  const naming = namingColumns(rows, columns);
  const people = new People();
  await collectPeople(rows, naming, people);
  const scans = columns
    .filter(({ field }) => !naming.some((one) => one.field === field))
    .map((column) => new ColumnScan(column));
  const mention = mentionsOn(rows.runs[0]?.endpoint.platform ?? null);
  const scrub: Replace = (_field, value) =>
    textsIn(value).map((text) => people.replaceIn(text.replaceAll(mention, ''), () => ''));
  // Counted in the same pass: reading the rows once more costs as much as everything else.
  const prose = scans.filter(({ column }) => column.meaning === 'text');
  const named = new NamedCounts(people, scrub);
  for await (const row of rows.each()) {
    const own = ownOf(peopleOf(row, naming));
    for (const scan of scans) scan.add(memberOf(row, scan.column.field) ?? null, own, people);
    for (const { column } of prose)
      named.add(column.field, memberOf(row, column.field) ?? null, own);
  }
  const fieldsOf = (wanted: Treatment): string[] =>
    scans.filter((scan) => scan.treatment() === wanted).map(({ column }) => column.field);
  const alsoNaming = scans.flatMap((scan) =>
    scan.treatment() === 'replaced' ? [{ field: scan.column.field, kind: scan.kind ?? 'id' }] : [],
  );
  const pseudonyms = [...naming, ...alsoNaming];
  const texts = fieldsOf('scrubbed');
  // With more people known, the counts so far are incomplete.
  if (alsoNaming.length > 0) await collectPeople(rows, alsoNaming, people);
  const remains =
    alsoNaming.length > 0
      ? await findRemaining(rows, texts, pseudonyms, people, scrub)
      : named.of(texts);
  return { privacy: { drop: fieldsOf('leftOut'), pseudonyms, scrubMentions: texts }, remains };
}

type Treatment = 'asItIs' | 'replaced' | 'leftOut' | 'scrubbed';

/** Determines from the values of a column, row by row, how it names people. */
class ColumnScan {
  readonly column: Column;
  /** Kind of the values that name somebody, as long as each is nothing else. */
  kind: PseudonymKind | null = null;
  #isInside = false;
  /** The column is prose: its values contain spaces. */
  #isProse = false;
  /** The values are addresses: their targets identify a person even without a name in the address. */
  #hasLinks = false;

  constructor(column: Column) {
    this.column = column;
    this.#isInside = isHistoryOfNames(column);
    this.#hasLinks = column.meaning === 'url' || column.meaning === 'image';
  }

  add(value: JsonValue, own: Own, people: People): void {
    const mayBeProse = this.column.meaning === 'text';
    if (this.#isInside && (!mayBeProse || this.#isProse)) return;
    if (typeof value === 'number' && own.keys.has(String(value))) this.#isInside = true;
    this.#isInside ||= memberNamesIn(value).some((name) => people.areIn(name, own));
    for (const text of textsIn(value)) {
      this.#isProse ||= mayBeProse && /\s/.test(text.trim());
      this.#hasLinks ||= /^https?:\/\/\S+$/i.test(text);
      if (this.#isInside || !people.areIn(text, own)) continue;
      const kind = people.whoIs(text)?.kind ?? null;
      if (kind === null || (this.kind ?? kind) !== kind) this.#isInside = true;
      else this.kind = kind;
    }
  }

  treatment(): Treatment {
    const { meaning } = this.column;
    const isAtRisk = this.#isInside || this.#hasLinks || this.kind !== null;
    if (meaning === 'text' && (this.#isProse || !isAtRisk)) return 'scrubbed';
    return this.#isInside || this.#hasLinks
      ? 'leftOut'
      : this.kind === null
        ? 'asItIs'
        : 'replaced';
  }
}

/** Counts by column the rows in which somebody is still named after `replace`. */
export async function findRemaining(
  rows: SearchedRows,
  fields: readonly string[],
  naming: Privacy['pseudonyms'],
  people: People,
  replace: Replace,
): Promise<FoundPeople['remains']> {
  const named = new NamedCounts(people, replace);
  for await (const row of rows.each()) {
    const own = ownOf(peopleOf(row, naming));
    for (const field of fields) named.add(field, memberOf(row, field) ?? null, own);
  }
  return named.of(fields);
}

/** Counts by column the rows whose written values name somebody. */
class NamedCounts {
  readonly #people: People;
  readonly #replace: Replace;
  readonly #counts = new Map<string, number>();

  constructor(people: People, replace: Replace) {
    this.#people = people;
    this.#replace = replace;
  }

  add(field: string, value: JsonValue, own: Own): void {
    if (value === null) return;
    const written = this.#replace(field, value);
    const isNamed = [...textsIn(written), ...memberNamesIn(written)].some((text) =>
      this.#people.areIn(text, own),
    );
    if (isNamed) this.#counts.set(field, (this.#counts.get(field) ?? 0) + 1);
  }

  /** The counts of these columns, in the order in which somebody was first found. */
  of(fields: readonly string[]): FoundPeople['remains'] {
    return [...this.#counts].flatMap(([field, rows]) =>
      fields.includes(field) ? [{ field, rows }] : [],
    );
  }
}

/** The same as a change for the file's record; none if nobody is named. */
export function remainsAsChange(remains: FoundPeople['remains']): Change[] {
  if (remains.length === 0) return [];
  const columns = remains.map(({ field, rows }) => `${field} (${countOf(rows, 'row')})`);
  return [
    {
      code: 'peopleRemain',
      count: remains.length,
      message: `IDs, usernames or names of people in the rows remain in: ${columns.join(', ')}.`,
    },
  ];
}

const peopleOf = (row: JsonObject, naming: Privacy['pseudonyms']): Identifier[] =>
  naming.flatMap(({ field, kind }) =>
    textsIn(memberOf(row, field) ?? null, true).map((value) => ({
      kind: kindIn(field, kind, value),
      value,
    })),
  );
