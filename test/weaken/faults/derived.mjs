/** Faults in runs that are worked out from others: rows called what they are not, half results. */
import { faultsOf } from '../fault.mjs';

const rules = 'contract/derived.test.ts';
const compare = faultsOf('src-main/core/derived/compare.ts', rules);
const values = faultsOf('src-main/core/json/same-value.ts', 'unit/json/same-value.test.ts');

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
  faultsOf('src-main/core/derived/derived-handlers.ts', rules)(
    'two calls at once work a run out twice',
    'if (!underWay.has(runId) && !(await store.has(runId))) {',
    'if (!(await store.has(runId))) {',
  ),
  values(
    'differences are rounded',
    'return String(number) === text ? number : { $n: text };',
    'return number;',
  ),
  values('1.50 is another value than 1.5', 'minus(left, right).digits === 0n', 'one === other'),
];
