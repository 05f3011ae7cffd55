/** What is asked of a million rows, through the contract and by hand of DuckDB. */
import type { Filter, Sort, View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { timesAtMost } from '../measure.ts';
import type { Measured } from '../measure.ts';

export interface Question {
  what: string;
  goal?: Measured['goal'];
  /** Said where ours is also held beside the first statement alone. */
  besideFirst?: string;
  /** `n` is the round: each asks something else, so that nothing is remembered. */
  ask: (n: number) => { view: View; summaryOf?: string; sql: string[] };
}

/** Fields in the SQL are `{field}`, their keys of order `{field}k`. */
const holdOrder = (n: number, order: string): string =>
  `CREATE OR REPLACE TEMP TABLE o AS SELECT seq FROM f.t WHERE {status} <> 'none ${n}' ORDER BY ${order} NULLS LAST, seq`;

const sortBy = (field: string, order: string, direction: Sort['direction'] = 'ascending') => ({
  what: `sort by ${field}`,
  goal: timesAtMost(3),
  ask: (n: number) => ({
    view: {
      ...everyRow,
      filters: [{ kind: 'isNot', field: 'status', value: `none ${n}` } as const],
      sort: [{ field, direction }],
    },
    sql: [holdOrder(n, order)],
  }),
});

const filterBy = (what: string, of: (n: number) => { filter: Filter; condition: string }) => ({
  what: `filter by ${what}`,
  goal: timesAtMost(2),
  besideFirst: 'beside the bare count alone',
  ask: (n: number) => {
    const { filter, condition } = of(n);
    return {
      view: { ...everyRow, filters: [filter] },
      sql: [
        `SELECT count(*) FROM f.t WHERE ${condition}`,
        `SELECT * FROM f.t WHERE ${condition} LIMIT 100`,
      ],
    };
  },
});

/** The least that says as much: counts, ends, the ten commonest values. */
const summaryOf = (field: string, ...further: string[]) => ({
  what: `summary of ${field}`,
  ask: () => ({
    view: everyRow,
    summaryOf: field,
    sql: [
      `SELECT count({${field}}), count(DISTINCT {${field}}), ${further.join(', ')} FROM f.t`,
      `SELECT {${field}}, count(*) FROM f.t WHERE {${field}} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
    ],
  }),
});

const words = ['night', 'morning', 'hours', 'sobre', 'years', 'nach'];

export const questions: readonly Question[] = [
  sortBy('likeCount', '{likeCount} DESC', 'descending'),
  sortBy('text', '{text}k'),
  sortBy('createdAt', '{createdAt}'),
  filterBy('a word in the text', (n) => {
    const word = words[n % words.length]!;
    return {
      filter: { kind: 'contains', field: 'text', text: word },
      condition: `contains({text}k, '${word}')`,
    };
  }),
  filterBy('likes', (n) => ({
    filter: { kind: 'number', field: 'likeCount', min: String(1000 + n), max: null },
    condition: `{likeCount} >= ${1000 + n}`,
  })),
  summaryOf('likeCount', 'min({likeCount})', 'max({likeCount})', 'median({likeCount})'),
  summaryOf('text', 'min(length({text}))', 'max(length({text}))'),
];

/** Views whose windows are timed. */
export const windowViews: readonly (readonly [string, View])[] = [
  ['as they arrived', everyRow],
  ['sorted by text', { ...everyRow, sort: [{ field: 'text', direction: 'ascending' }] }],
  ['sorted by likes', { ...everyRow, sort: [{ field: 'likeCount', direction: 'descending' }] }],
];
