/** Faults in runs that are worked out from others: rows called what they are not, half results. */
import { faultsOf } from '../fault.mjs';

const rules = 'contract/derived.test.ts';
const compare = faultsOf('src-main/core/derived/compare.ts', rules);
const values = faultsOf('src-main/core/json/same-value.ts', 'unit/json/same-value.test.ts');

const dataset = faultsOf('src-main/core/derived/dataset/read-dataset.ts', rules);

export const derived = [
  compare(
    'rows are gone although the later run stopped before them',
    'return () => hasAll;',
    'return () => hasAll || true;',
  ),
  compare(
    'rows are gone although something else was asked',
    '!askedTheSame(earlier, later) || ',
    '',
  ),
  compare('a row that is there again counts as gone', 'isLeft[seq] = 0;', ''),
  faultsOf('src-main/core/derived/write-run.ts', rules)(
    'the facts are lost',
    '[factsMember]: JSON.parse',
    'lost: JSON.parse',
  ),
  faultsOf('src-main/core/derived/collections.ts', rules)(
    'every row was collected with the first page of all',
    'page++;',
    'break;',
  ),
  dataset('a file is read whose bytes were changed', "|| hash.digest('hex') !== sha256", ''),
  dataset('a link leads out of the dataset', 'real !== path', 'false'),
  dataset(
    'a record names files of other folders',
    'rows.length + inputs.length !== files.length',
    'false',
  ),
  faultsOf('src-main/core/derived/dataset/datasets.ts', rules)(
    'a window writes anywhere',
    '!isDatasetFile(file)',
    'false',
  ),
  faultsOf('src-main/core/derived/dataset/dataset-rows.ts', 'contract/lists-saved.test.ts')(
    'rows of an input count twice after it was asked again',
    'if (left > 0 &&',
    'if (left < 0 &&',
  ),
  faultsOf('src-main/core/store/read-lines.ts', rules)(
    'a line ends at U+2028',
    'yield line;',
    "yield* line.split('\\u2028');",
  ),
  faultsOf('src-main/core/derived/derived-handlers.ts', rules)(
    'two calls at once work a run out twice',
    'if (known !== undefined) return known.done;',
    '',
  ),
  values(
    'differences are rounded',
    'return String(number) === text ? number : { $n: text };',
    'return number;',
  ),
  values('1.50 is another value than 1.5', 'minus(left, right).digits === 0n', 'one === other'),
];
