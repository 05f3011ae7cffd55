/**
 * Values that a rule of the specification accepts or refuses. Examples rather than patterns: two
 * patterns can be written differently and mean the same, or alike and differ.
 */
import type { PathRule, QueryParameterFact } from '#test/support/facts/types.ts';

export interface ExampleValues {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

const blank = ['', '   '];

export const pathExamples: Readonly<Record<PathRule, ExampleValues>> = {
  microblogPostId: {
    accepted: ['1', '0', '1986934512780812300', '9'.repeat(60)],
    refused: [...blank, '12a', '-1', '1.5', '1 2', '0x1f', '１２３', 'C9xQ2LmNp4R'],
  },
  photosharePostId: {
    accepted: ['C9xQ2LmNp4R', '_', '-_-', '3123456789012345678_4567890123', '7'],
    refused: [...blank, 'a/b', 'a.b', 'a b', 'ü', '../x', 'id?', '<media_id>_<user_id>'],
  },
  shortvideoPostId: {
    accepted: ['7', '7312345678901234567', '1'.repeat(50)],
    refused: [...blank, '1'.repeat(51), '12a', '-1', '1.5', '٣'],
  },
  username: {
    accepted: ['mira_osei', 'a.b-c', 'x', '名前', '1234567890', 'mira@work'],
    refused: [...blank, '@mira_osei', '@'],
  },
  any: {
    accepted: ['17851234567890123', 'abc', '7312345678901230001', 'Übung'],
    refused: blank,
  },
};

const dates: ExampleValues = {
  accepted: ['2024-02-29', '2026-11-20', '1999-12-31'],
  refused: [
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20261120',
    '2026/11/20',
    '2026-11-20T00:00:00Z',
    'yesterday',
  ],
};

/** Texts that the specification itself gives a form. */
const texts: Readonly<Record<string, ExampleValues>> = {
  lang: {
    accepted: ['en', 'pt-BR', 'zh-Hans-CN', 'es-419'],
    refused: ['e', 'en_GB', 'en-', 'english language', 'a-very-wrong-tag-because-of-subtags'],
  },
  countryCode: { accepted: ['PT', 'de', 'PRT'], refused: ['P', 'P1', 'Portugal', 'P-T'] },
};

/** For `ids`; order and repeats are another test's matter. */
const idLists: ExampleValues = {
  accepted: ['1k2a9f', '0', 'abc,def', 'a, b\nc', '1ABC2D', listOf(100)],
  refused: ['t3_1k2a9f', 'ok, t3_x', 'a-b', 'é', 'a/b', ',', listOf(101)],
};

function listOf(count: number): string {
  return Array.from({ length: count }, (_, at) => (1_000_000 + at).toString(36)).join(',');
}

/** Examples for a query parameter; an optional one may be blank, which means "not given". */
export function queryExamples(fact: QueryParameterFact): ExampleValues {
  const own = ownExamples(fact);
  return fact.required
    ? { ...own, refused: [...own.refused, ...blank] }
    : { ...own, accepted: [...own.accepted, ...blank] };
}

function ownExamples(fact: QueryParameterFact): ExampleValues {
  const { min = 0, max = 0, allowed = [] } = fact;
  switch (fact.type) {
    case 'text':
      return (
        texts[fact.name] ?? { accepted: ['sea', '"a b" OR c', 'ação 東京', '-x +y'], refused: [] }
      );
    case 'date':
      return dates;
    case 'integer':
      return {
        accepted: [String(min), String(max)],
        refused: [String(min - 1), String(max + 1), '1.5', '1e1', '-5', 'ten', '0x10'],
      };
    case 'enum':
      return {
        accepted: allowed,
        refused:
          fact.allowedEvidence === 'documented'
            ? ['something else', `${allowed[0]} `.repeat(2)]
            : [],
      };
    case 'list':
      return idLists;
    case 'fields':
    case 'cursor':
      throw new Error(`${fact.type} is no parameter of the form`);
    default:
      throw new Error(`unknown type ${String(fact.type satisfies never)}`);
  }
}
