/** A file that is no methods sheet: what it is instead, and which one to choose. */
import type { Problem } from '#shared/contract/problem.ts';
import { ownProblem } from '../../problem-error.ts';

const beside = 'Choose the file beside it whose name ends in .methods.json.';

/** By how they begin; the first that fits. */
const kinds: readonly (readonly [beginning: RegExp, title: string, advice: string])[] = [
  [
    /^PK[\s\S]{10,40}?(?:\[Content_Types\]|_rels\/|docProps\/|xl\/)/,
    'This is a workbook, not its methods sheet.',
    beside,
  ],
  [
    // oxlint-disable-next-line no-control-regex -- an archive begins with them
    /^PK[\u0003\u0005]/,
    'This is a zip archive.',
    'Unpack it, then choose the file in it whose name ends in .methods.json.',
  ],
  [/^PAR1/, 'This is a Parquet file, not its methods sheet.', beside],
  [
    /^\uFEFF?# How .* was made/,
    'This is the methods sheet for reading; it can’t be opened as a form.',
    beside,
  ],
  [
    /^\s*\{\s*"kind":\s*"social-data-explorer\/methods"/,
    'This methods sheet is damaged, or part of it is missing.',
    'Choose another copy of it.',
  ],
  [/^\uFEFF?\{.*\}\r?\n\{/, 'These are saved rows, not their methods sheet.', beside],
  [/^\s*[{[]/, 'This is no methods sheet.', beside],
];

/** @param text The beginning of the file, as UTF-8 whatever it is. */
export function noSheet(text: string): Problem {
  const [, title, advice] = kinds.find(([beginning]) => beginning.test(text)) ?? [
    null,
    'This is a text or a table, not a methods sheet.',
    beside,
  ];
  return ownProblem('invalid_input', title, advice);
}
