/** What a methods sheet says of rows that were worked out from other runs: lines, not marked up. */
import { assertNever } from '#shared/assert-never.ts';
import type { Derivation, Derived, SourceRun } from '#shared/contract/derived.ts';

const grouped = (value: number): string => value.toLocaleString('en-US');

/** The rule in sentences, and the numbers that came of it. */
export function ruleWords({ from, facts }: Derived): string[] {
  return [...rule(from), ...counts(facts)];
}

function rule(from: Derivation): string[] {
  switch (from.kind) {
    case 'compare':
      return compareWords(from);
    case 'collections':
      return collectionsWords(from);
    case 'dataset':
      return datasetWords(from);
    default:
      return assertNever(from);
  }
}

type Of<Kind extends Derivation['kind']> = Extract<Derivation, { kind: Kind }>;

const compareWords = ({ identity, fields, change, changedFields, sources }: Of<'compare'>) => [
  `Rule: rows of both runs with the same ${identity}${sources[1].listKeys.length > 0 ? ' and the same input' : ''} are one row, with the values of the later run. ${change} says new, gone, changed or same; ${changedFields} names what changed. A field’s value before is in …_before, the difference of numbers in …_difference.`,
  `Compared: ${fields.map(({ field }) => field).join(', ')}. A missing value counts like null, and numbers are compared by value.`,
  'gone: the later run asked the same and got everything there was. missing: it isn’t in the later run, which doesn’t have everything or asked something else.',
];

const collectionsWords = ({ collectedAt }: Of<'collections'>) => [
  `Rule: the rows of all runs follow one another, the earliest run first. ${collectedAt} says when a row’s page was answered (UTC).`,
];

const datasetWords = ({ table, collectedAt, run }: Of<'dataset'>) => [
  `Rule: the rows were read from ${table}/ of a dataset folder, whose files had the checksums of its records. They follow one another by run, the earliest first. ${collectedAt} says when a row’s page was answered (UTC)${run === null ? '' : `, ${run} the run it is of`}.`,
  'The runs are as their methods sheets in the dataset say. Numbers are as the dataset’s columns have them: 1.50 is 1.5.',
];

function counts(facts: Derived['facts']): string[] {
  if (facts === null) return [];
  const { changes, changedFields, repeated, withoutId, unreadable, replaced } = facts;
  const told = Object.entries(changes).map(([kind, rows]) => `${kind} ${grouped(rows)}`);
  const fields = Object.entries(changedFields)
    .filter(([, rows]) => rows > 0)
    .map(([field, rows]) => `${field} ${grouped(rows)}`);
  const isComparison = told.length > 0;
  return [
    ...(isComparison ? [`Rows: ${told.join(', ')}`] : []),
    ...(fields.length > 0 ? [`Rows in which a field changed: ${fields.join(', ')}`] : []),
    `Rows with the ID of one before them${isComparison ? ' in the same run, left out' : ', kept'}: ${grouped(repeated)}`,
    `Rows without an ID${isComparison ? ', left out' : ''}: ${grouped(withoutId)}`,
    ...(replaced > 0
      ? [`Rows of inputs that were asked again later, left out: ${grouped(replaced)}`]
      : []),
    ...(unreadable > 0 ? [`Rows that can’t be read, left out: ${grouped(unreadable)}`] : []),
  ];
}

/** What it was, when it was answered and how far it got. */
export const runWords = (source: SourceRun): string => {
  const { runId, title, createdAt, firstAnswerAt, lastAnswerAt, pages, rows, isComplete } = source;
  const answered =
    firstAnswerAt === null ? 'no answers' : `answers ${firstAnswerAt} to ${lastAnswerAt ?? ''}`;
  return `${title === '' ? '' : `“${title}”, `}run ${runId}, asked ${createdAt}, ${answered}, ${grouped(pages)} pages, ${grouped(rows)} rows, ${isComplete ? 'everything there was' : 'not everything'}`;
};
