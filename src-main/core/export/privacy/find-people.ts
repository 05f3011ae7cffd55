/** Looks through all rows for people: who they are, and in which columns they are named. */
import type { Column } from '#shared/contract/run.ts';
import type { Change } from '#shared/contract/export/export.ts';
import {
  areRowsPeople,
  isHistoryOfNames,
  suggestPseudonyms,
} from '#shared/contract/export/privacy.ts';
import type { FoundPeople, Privacy, PseudonymKind } from '#shared/contract/export/privacy.ts';
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { rowBatches } from '../selection.ts';
import type { SelectedRun } from '../selection.ts';
import type { Replace } from '../shape.ts';
import { kindIn, namingInputs } from './list-inputs.ts';
import { mentionsOn, memberNamesIn, ownOf, People, textsIn } from './people.ts';
import type { Identifier, Own } from './people.ts';

interface LookedThrough {
  selection: readonly SelectedRun[];
  signal: AbortSignal;
}

/** Columns that say who somebody is, over all columns of the runs; those the person chose first. */
export function namingColumns(
  { selection }: Pick<LookedThrough, 'selection'>,
  columns: readonly Column[],
  chosen: Privacy['pseudonyms'] = [],
): Privacy['pseudonyms'] {
  const ofPeople = areRowsPeople(selection[0]?.run.resource.id ?? '');
  const suggested = [
    ...namingInputs(selection.map(({ run }) => run)),
    ...suggestPseudonyms(columns, ofPeople),
  ];
  return [
    ...chosen,
    ...suggested.filter(({ field }) => !chosen.some((one) => one.field === field)),
  ];
}

/** Remembers in `people` whoever is in these columns. */
export async function collectPeople(
  rows: LookedThrough,
  naming: Privacy['pseudonyms'],
  people: People,
): Promise<void> {
  for await (const row of rowsOf(rows)) {
    if (people.isFull) return;
    for (const one of peopleOf(row, naming)) people.add(one);
  }
}

/**
 * What the one click does about people: each column that names one of the run's own people goes by
 * pseudonyms or is left out, links and pictures are left out whoever they lead to, and what is named
 * in texts after that.
 */
export async function findPeople(
  rows: LookedThrough,
  columns: readonly Column[],
): Promise<FoundPeople> {
  const naming = namingColumns(rows, columns);
  const people = new People();
  await collectPeople(rows, naming, people);
  const looks = columns
    .filter(({ field, type }) => type !== 'empty' && !naming.some((one) => one.field === field))
    .map((column) => new ColumnLook(column));
  const mention = mentionsOn(rows.selection[0]?.run.endpoint.platform ?? null);
  const scrub: Replace = (_field, value) =>
    textsIn(value).map((text) => people.replaceIn(text.replaceAll(mention, ''), () => ''));
  // Counted on the way: reading the rows once more costs as much as all the rest.
  const prose = looks.filter(({ column }) => column.meaning === 'text');
  const named = new NamedCounts(people, scrub);
  for await (const row of rowsOf(rows)) {
    const own = ownOf(peopleOf(row, naming));
    for (const look of looks) look.take(memberOf(row, look.column.field), own, people);
    for (const { column } of prose) named.take(column.field, memberOf(row, column.field), own);
  }
  const fieldsOf = (wanted: Fate): string[] =>
    looks.filter((look) => look.fate() === wanted).map(({ column }) => column.field);
  const alsoNaming = looks.flatMap((look) =>
    look.fate() === 'replaced' ? [{ field: look.column.field, kind: look.kind ?? 'id' }] : [],
  );
  const pseudonyms = [...naming, ...alsoNaming];
  const texts = fieldsOf('scrubbed');
  // With more people, what was counted is not all.
  if (alsoNaming.length > 0) await collectPeople(rows, alsoNaming, people);
  const remains =
    alsoNaming.length > 0
      ? await findRemaining(rows, texts, pseudonyms, people, scrub)
      : named.of(texts);
  return { privacy: { drop: fieldsOf('leftOut'), pseudonyms, scrubMentions: texts }, remains };
}

type Fate = 'asItIs' | 'replaced' | 'leftOut' | 'scrubbed';

/** What the values of a column say about people, row after row. */
class ColumnLook {
  readonly column: Column;
  /** Of the values that name somebody, while each is nothing but that. */
  kind: PseudonymKind | null = null;
  #isInside = false;
  /** It is prose: values have spaces. */
  #isProse = false;
  /** Values are addresses: what they lead to shows whose it is, without a name in them. */
  #hasLinks = false;

  constructor(column: Column) {
    this.column = column;
    this.#isInside = isHistoryOfNames(column);
    this.#hasLinks = column.meaning === 'url' || column.meaning === 'image';
  }

  take(value: JsonValue, own: Own, people: People): void {
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

  fate(): Fate {
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

/** By column, in how many rows somebody is still named once values went through `replace`. */
export async function findRemaining(
  rows: LookedThrough,
  fields: readonly string[],
  naming: Privacy['pseudonyms'],
  people: People,
  replace: Replace,
): Promise<FoundPeople['remains']> {
  const named = new NamedCounts(people, replace);
  for await (const row of rowsOf(rows)) {
    const own = ownOf(peopleOf(row, naming));
    for (const field of fields) named.take(field, memberOf(row, field), own);
  }
  return named.of(fields);
}

/** By column, the rows in which somebody is named in what is written of them. */
class NamedCounts {
  readonly #people: People;
  readonly #replace: Replace;
  readonly #counts = new Map<string, number>();

  constructor(people: People, replace: Replace) {
    this.#people = people;
    this.#replace = replace;
  }

  take(field: string, value: JsonValue, own: Own): void {
    if (value === null) return;
    const written = this.#replace(field, value);
    const isNamed = [...textsIn(written), ...memberNamesIn(written)].some((text) =>
      this.#people.areIn(text, own),
    );
    if (isNamed) this.#counts.set(field, (this.#counts.get(field) ?? 0) + 1);
  }

  /** Of these columns, those with such rows; the one where somebody was met first comes first. */
  of(fields: readonly string[]): FoundPeople['remains'] {
    return [...this.#counts].flatMap(([field, rows]) =>
      fields.includes(field) ? [{ field, rows }] : [],
    );
  }
}

/** The same for the file's record; nothing where nobody is named. */
export function remainsAsChange(remains: FoundPeople['remains']): Change[] {
  if (remains.length === 0) return [];
  const columns = remains.map(
    ({ field, rows }) =>
      `${field} (${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'})`,
  );
  return [
    {
      code: 'peopleRemain',
      count: remains.length,
      message: `Ids, usernames or names of people in the rows remain in: ${columns.join(', ')}.`,
    },
  ];
}

async function* rowsOf({ selection, signal }: LookedThrough): AsyncGenerator<JsonObject> {
  for (const selected of selection) {
    for await (const batch of rowBatches(selected, () => undefined)) {
      signal.throwIfAborted();
      yield* batch;
    }
  }
}

const peopleOf = (row: JsonObject, naming: Privacy['pseudonyms']): Identifier[] =>
  naming.flatMap(({ field, kind }) =>
    textsIn(memberOf(row, field), true).map((value) => ({
      kind: kindIn(field, kind, value),
      value,
    })),
  );

const memberOf = (row: JsonObject, field: string): JsonValue =>
  Object.hasOwn(row, field) ? (row[field] ?? null) : null;
