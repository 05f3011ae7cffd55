/** What is where in *Details*: a picture, the main text, a few facts, then everything. */
import type { Column, Row } from '#shared/contract/run.ts';

interface RecordParts {
  /** The picture that the item is about; profile pictures are further down. */
  picture: Column | null;
  /** The first text that is there, set larger for reading. */
  main: Column | null;
  /** Who, when, how many: shown again in full below. */
  facts: Column[];
  /** Every member of the item, in the columns' order; those no column knows are last. */
  all: Column[];
}

const factMeanings: ReadonlySet<Column['meaning']> = new Set(['username', 'name', 'date', 'count']);

/** `columns` as arranged for the grid. */
export function recordParts(row: Row, columns: readonly Column[]): RecordParts {
  const held = columns.filter(({ field }) => Object.hasOwn(row, field));
  const known = new Set(columns.map(({ field }) => field));
  const unknown = Object.keys(row)
    .filter((field) => !known.has(field))
    .map(unknownColumn);
  const isFilled = ({ field }: Column): boolean => row[field] !== null && row[field] !== '';
  return {
    picture:
      held.find((column) => column.usual && column.meaning === 'image' && isFilled(column)) ?? null,
    main: held.find((column) => column.meaning === 'text' && isFilled(column)) ?? null,
    facts: held.filter(
      (column) => column.usual && factMeanings.has(column.meaning) && isFilled(column),
    ),
    all: [...held, ...unknown],
  };
}

/** A member that arrived after the run's columns were last reported. */
function unknownColumn(field: string): Column {
  return { field, label: field, meaning: 'text', type: 'mixed', usual: false };
}
