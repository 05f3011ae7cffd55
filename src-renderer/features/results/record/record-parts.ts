/** The parts of a row in full: author and date, its text, its figures, then everything. */
import type { Field, Resource } from '#shared/catalogue/types.ts';
import { inputField } from '#shared/contract/list.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { authorField } from '#shared/query/use-value.ts';

export interface RecordParts {
  /** The picture that the item is about. */
  picture: Column | null;
  /** Picture, name and username of the account that wrote the item or that it describes. */
  avatar: Column | null;
  name: Column | null;
  account: Column | null;
  /** When an account wrote it. */
  date: Column | null;
  /** The address of the item itself. */
  original: Column | null;
  /** The first text that has a value, set larger for reading. */
  main: Column | null;
  /** Other default fields that are shown first, apart from counts: community, location. */
  facts: Column[];
  /** Likes, comments, followers. */
  figures: Column[];
  /**
   * The input of a list, then every member of the item: first those not shown above, each in the
   * columns’ order.
   */
  all: Column[];
}

const factMeanings: ReadonlySet<Column['meaning']> = new Set(['username', 'name', 'date']);

/** `columns`: as arranged for the grid. */
export function recordParts(
  row: Row,
  columns: readonly Column[],
  resource: Resource | null,
): RecordParts {
  const input = columns.filter(({ field }) => field === inputField && Object.hasOwn(row, field));
  const held = columns.filter(({ field }) => field !== inputField && Object.hasOwn(row, field));
  const known = new Set(columns.map(({ field }) => field));
  const unknown = Object.keys(row)
    .filter((field) => !known.has(field))
    .map(unknownColumn);
  const isFilled = ({ field }: Column): boolean => row[field] !== null && row[field] !== '';
  const filled = held.filter(isFilled);
  const defaults = filled.filter((column) => column.usual);
  const first = (meaning: Column['meaning'], from = filled): Column | null =>
    from.find((column) => column.meaning === meaning) ?? null;

  const account = first('username', defaults);
  const groups = new Map(resource?.fields.map(({ name, group }: Field) => [name, group]));
  const isAuthored = resource !== null && authorField(resource) !== null;
  const besideAccount = filled.filter(
    ({ field }) => account !== null && groups.get(field) === groups.get(account.field),
  );
  const head = {
    picture: first('image', defaults),
    avatar: first('image', isAuthored || account === null ? besideAccount : filled),
    name: first('name', besideAccount),
    account,
    date: account !== null && isAuthored ? first('date', defaults) : null,
    original: filled.find(({ field }) => field === resource?.original) ?? null,
    main: first('text'),
  };
  const inHead = new Set(Object.values(head));
  const facts = defaults.filter((one) => factMeanings.has(one.meaning) && !inHead.has(one));
  const figures = defaults.filter(({ meaning }) => meaning === 'count');
  const shown = new Set([...inHead, ...facts, ...figures]);
  return {
    ...head,
    facts,
    figures,
    all: [
      ...input,
      ...held.filter((column) => !shown.has(column)),
      ...unknown,
      ...held.filter((column) => shown.has(column)),
    ],
  };
}

/** Returns a column for a member that arrived after the run's columns were last reported. */
function unknownColumn(field: string): Column {
  return { field, label: field, meaning: 'text', type: 'mixed', usual: false };
}
