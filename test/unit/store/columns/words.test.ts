/** Words of texts: counted, kept by a filter, in their context, and typical of a group. */
import { spawnSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartQuestionSchema, wordKinds } from '#shared/contract/chart.ts';
import type { ChartQuestion, DrawnOf } from '#shared/contract/chart.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { logLikelihood, Tally } from '#main/core/store/columns/worker/words.ts';
import { languagesOf } from '#main/core/store/columns/worker/words.ts';
import { keyFor, keyOf, readTokens } from '#main/core/store/columns/worker/tokens.ts';
import {
  countByPython,
  countBySegmenter,
  languages,
  plainWords,
  textsOf,
} from '#test/support/columns/texts.ts';
import type { PlainCounts } from '#test/support/columns/texts.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { runsOf } from '#test/support/thorough.ts';
import { filledRun, sharedStore, storeWith } from '#test/support/columns/store.ts';
import type { Rows } from '#test/support/columns/reference.ts';

const shared = sharedStore();

type Words = Extract<ChartQuestion, { kind: 'words' }>;

const question: Words = {
  kind: 'words',
  field: 'text',
  of: 'words',
  by: 'rows',
  most: 200,
  stopWords: [],
  groups: null,
};

async function wordsOf(
  texts: readonly string[],
  asked: Partial<Words> = {},
): Promise<DrawnOf<'words'>> {
  const source = await filledRun(
    shared,
    texts.map((text) => ({ text })),
  );
  const whole = chartQuestionSchema.parse({ ...question, ...asked });
  const { drawn } = await shared.store.ask(source, {
    kind: 'chart',
    view: everyRow,
    question: whole,
  });
  await shared.store.detach(source.id);
  if (drawn.kind !== 'words') throw new Error(drawn.kind);
  return drawn;
}

/** What a question of another kind answers, of rows with two columns. */
async function ask<K extends 'words' | 'context'>(
  rows: Rows,
  asked: Extract<ChartQuestion, { kind: K }>,
  view: View = everyRow,
): Promise<DrawnOf<K>> {
  const source = await filledRun(shared, rows);
  const { drawn } = await shared.store.ask(source, { kind: 'chart', view, question: asked });
  await shared.store.detach(source.id);
  return drawn as DrawnOf<K>;
}

const tokensOf = (text: string, wanted: string): string[] => {
  const found: string[] = [];
  readTokens(text, (kind, start, end) => {
    if (kind === wanted) found.push(text.slice(start, end));
  });
  return found;
};

describe.each([...languages, 'mixed'] as const)('a thousand texts: %s', (language) => {
  const texts = textsOf(language);
  const top = (counts: PlainCounts, by: 0 | 1) =>
    Object.entries(counts.words)
      .map(([word, both]) => [word, both[by]] as const)
      .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, 200);
  const expectCounts = async (counts: PlainCounts) => {
    for (const [by, at] of [
      ['rows', 0],
      ['times', 1],
    ] as const) {
      const drawn = await wordsOf(texts, { by });
      expect(drawn.values.map(({ text, count }) => [keyOf('word', text), count])).toEqual(
        top(counts, at),
      );
      expect(drawn).toMatchObject({
        filled: 1000,
        read: 1000,
        exact: true,
        distinct: Object.keys(counts.words).length,
      });
    }
  };
  it('words are those of the platform’s segmenter, whether it is told the language or not', async () => {
    const plain = countBySegmenter(texts, undefined);
    if (language !== 'mixed') expect(countBySegmenter(texts, language)).toEqual(plain);
    await expectCounts(plain);
  });
  it('Python counts the same where words are between spaces', async ({ skip }) => {
    if (language === 'ja' || language === 'zh' || language === 'mixed') return;
    if (spawnSync('python3', ['--version']).status !== 0) skip('There is no Python here.');
    await expectCounts(countByPython(texts));
  });
});

const pieces = fc.oneof(
  fc.constantFrom(
    ...`a B é ß ñ İ ı ſ ﬁ Ⅷ ª ² ½ 1 ٣ ٫ , . ; : ' ’ ‘ · _ - – " ” ״ ! / \\ & % ½ ( ~`.split(' '),
  ),
  fc.constantFrom(
    ...'й ё ς ά א ב ״ ש ع َ ـ ي ی ک क ि ् ா 한 국 Ա ა አ Ꭰ 漢 字 か が ゙ ー カ ｶ ﾞ ไ ท ย ລ ខ မ 〇 々'.split(
      ' ',
    ),
  ),
  fc.constantFrom(
    ' ',
    ' ',
    '\n',
    '\u00AD',
    '\u200D',
    '\u200C',
    '\u200E',
    '\u200B',
    '\uFE0F',
    '\u0301',
    '\u3000',
    '😀',
    '❤️',
    '🇩🇪',
  ),
  // Of pictures and lone accents, some are letters to the segmenter.
  anyCharacter.filter((character) => /[\p{L}\p{Nd}]/u.test(character)),
);

it('words and numbers are the segmenter’s, of whatever characters texts are', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      // The segmenter says that these are no words.
      fc.pre(!/\u200D\p{Extended_Pictographic}|\p{Pc}[\p{M}\p{Cf}]/u.test(text));
      const found: string[] = [];
      readTokens(text, (kind, start, end) => {
        if (kind === 'word' || kind === 'number') found.push(keyOf(kind, text.slice(start, end)));
      });
      expect(found).toEqual(plainWords(text));
    }),
    { numRuns: runsOf(2000, 100_000), examples: [[['٣', '.', 'ﾞ', '೦']], [['1', 'ﾟ', ',', '2']]] },
  );
});

const ofPictures = fc.oneof(
  fc.constantFrom(...'😀 👍 🏽 ❤ ☺ © ♀ 👩 🔬 🏳 🌈 🏴 🇩 🇪 1 # a'.split(' ')),
  fc.constantFrom('\u200D', '\uFE0F', '\u20E3', ' ', '👩‍🔬', '🇫🇷', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢'),
);

const recommended = new RegExp(String.raw`(?=[\p{Emoji}--[0-9#*]])\p{RGI_Emoji}`, 'gv');

it('emoji are those that Unicode recommends, whatever pictures are beside each other', () => {
  fc.assert(
    fc.property(fc.array(ofPictures, { maxLength: 10 }), (parts) => {
      const text = parts.join('');
      const plain = text.match(recommended) ?? [];
      expect(tokensOf(text, 'emoji')).toEqual(plain);
    }),
    { numRuns: runsOf(2000, 100_000) },
  );
});

it.each([
  [
    'hashtag',
    'a#no #Yes ##also #1 #１月 看#气候 x&#39; /#frag',
    ['#Yes', '#also', '#１月', '#气候'],
  ],
  [
    'mention',
    'a@b.example @mira_o. 谢谢@tidal.notes的 ＠ハル @josé',
    ['@mira_o', '@tidal.notes', '＠ハル', '@josé'],
  ],
  ['emoji', '1️⃣ 😀👍🏽 ❤️ 🇩🇪© 👩‍🔬', ['😀', '👍🏽', '❤️', '🇩🇪', '👩‍🔬']],
  ['number', '3.5 1,000 19th 2024年 ٣', ['3.5', '1,000', '2024', '٣']],
  [
    'site',
    '看https://A.example/x。http://b.example?q=1 www.c.example) awww.no',
    ['https://A.example/x。http://b.example?q=1', 'www.c.example)'],
  ],
])('finds what is a %s', (kind, text, found) => {
  expect(tokensOf(text, kind)).toEqual(found);
});

describe('what is counted', () => {
  const values = async (texts: string[], asked: Partial<Words>) =>
    (await wordsOf(texts, asked)).values.map(({ text, count }) => [text, count]);

  it('is shown as most often written, once for each row or each time', async () => {
    const texts = ['ART art Art', 'art', 'Árt', 'start'];
    expect(await values(texts, {})).toEqual([
      ['art', 3],
      ['start', 1],
    ]);
    expect(await values(texts, { by: 'times' })).toEqual([
      ['art', 5],
      ['start', 1],
    ]);
  });

  it('has pairs of neighbours, of which neither is left out', async () => {
    const texts = ['climate change, climate\nChange', 'the climate of change', 'climate @a change'];
    const asked = { of: 'pairs', by: 'times', stopWords: ['OF', 'the'] } satisfies Partial<Words>;
    expect(await values(texts, asked)).toEqual([['climate change', 2]]);
    expect(await values(['東京に行く'], { of: 'pairs' })).toEqual([
      ['に行く', 1],
      ['東京に', 1],
    ]);
  });

  it('has sites whatever page of theirs, and neither words nor numbers of links', async () => {
    const texts = [
      'https://www.A.example/one two',
      'http://a.example:80/2 https://u@a.example',
      '#tag @who 5',
    ];
    expect(await values(texts, { of: 'sites' })).toEqual([['a.example', 2]]);
    expect(await values(texts, {})).toEqual([['two', 1]]);
  });

  it('leaves out the stop words of the languages that the texts are in', async () => {
    const drawn = await wordsOf([...textsOf('de'), ...textsOf('en')], { stopWords: null });
    expect(drawn.languages.toSorted()).toEqual(['de', 'en']);
    expect(drawn.stopWords).toEqual(expect.arrayContaining(['wieder', 'the']));
    const shown = drawn.values.map(({ text }) => keyOf('word', text));
    expect(shown).toContain('klimawandel');
    expect(shown).not.toContain('wieder');
    expect(shown).not.toContain("don't");
  });
});

it('the language of a text is the one with most of its stop words, if there are several and no other has as many', () => {
  expect(languagesOf(['dass wir also da sind', 'we are here and you are not', 'und ihr'])).toEqual([
    'de',
    'en',
  ]);
  expect(languagesOf(['nicht', 'the nicht', ''])).toEqual([]);
});

it('a filter keeps the rows that a word was counted in', async () => {
  const texts = textsOf('mixed');
  const rows = texts.map((text) => ({ text }));
  const source = await filledRun(shared, rows);
  for (const of of wordKinds) {
    const { values } = await wordsOf(texts, { of, most: of === 'words' ? 60 : 25 });
    expect(values.length).toBeGreaterThan(1);
    for (const { text, count } of values) {
      const word = of === 'sites' ? `https://${text}` : text;
      const found = await shared.store.query(source, withWord(word));
      expect([word, found.count]).toEqual([word, count]);
    }
  }
  await shared.store.detach(source.id);
}, 120_000);

const withWord = (word: string, field = 'text'): View => ({
  ...everyRow,
  filters: [{ kind: 'hasWord', field, word }],
});

it('“art” isn’t in “start”, and several words follow each other', async () => {
  const texts = [
    'Start',
    'the ART of',
    'art-house',
    'climate change',
    'climate, change',
    'Klímate Change',
    'd’Art',
    '#art',
    '@art',
    'https://art.example/art',
    'art.example',
    'Ａ',
    12,
    ['art', 'x'],
    null,
  ];
  const source = await filledRun(
    shared,
    texts.map((text) => ({ text })),
  );
  const kept = async (word: string) =>
    [...((await shared.store.query(source, withWord(word))).seqs ?? [])].map((seq) => texts[seq]);
  expect(await kept('art')).toEqual(['the ART of', 'art-house', ['art', 'x']]);
  expect(await kept('climate change')).toEqual(['climate change']);
  expect(await kept('#ART')).toEqual(['#art']);
  expect(await kept('@art')).toEqual(['@art']);
  expect(await kept('https://art.example')).toEqual(['https://art.example/art']);
  expect(await kept('12')).toEqual([12]);
  expect(await kept('…')).toEqual([]);
  await shared.store.detach(source.id);
});

describe('two groups', () => {
  // Computed apart: 2 × (10 × ln(10 / 3.5) + 4 × ln(4 / 10.5)), 3.5 and 10.5 being 14 spread over 1,000 and 3,000.
  it('differ by log-likelihood, as Rayson and Garside (2000) have it', () => {
    expect(logLikelihood([10, 4], [1000, 3000])).toBeCloseTo(13.2758, 4);
    expect(logLikelihood([5, 15], [1000, 3000])).toBe(0);
    expect(logLikelihood([0, 6], [100, 300])).toBeCloseTo(2 * 6 * Math.log(4 / 3), 10);
  });

  it('have the words typical of each, by how often they are there', async () => {
    const rows: Rows = [
      ...Array.from({ length: 30 }, (_, at) => ({ at: 'x', text: at < 20 ? 'tea time' : 'time' })),
      ...Array.from({ length: 20 }, () => ({ at: 'y', text: 'Coffee time' })),
      { at: 'z', text: 'coffee tea juice' },
    ];
    const one = { kind: 'is', field: 'at', value: 'x' } as const;
    const drawn = await ask(rows, { ...question, groups: { one, other: { ...one, value: 'y' } } });
    expect(drawn.groups).toEqual({
      one: {
        rows: 30,
        times: 50,
        typical: [
          { text: 'tea', count: 20, elsewhere: 0, score: logLikelihood([20, 0], [50, 40]) },
          { text: 'time', count: 30, elsewhere: 20, score: logLikelihood([30, 20], [50, 40]) },
        ],
      },
      other: {
        rows: 20,
        times: 40,
        typical: [
          { text: 'Coffee', count: 20, elsewhere: 0, score: logLikelihood([0, 20], [50, 40]) },
        ],
      },
    });
    const rest = await ask(rows, { ...question, groups: { one, other: null } });
    expect(rest.groups?.other).toMatchObject({ rows: 21, times: 43 });
    expect(rest.groups?.other.typical.map(({ text }) => text)).toEqual(['Coffee', 'juice']);
  });
});

describe('a word in its context', () => {
  const rows = ['more art is', 'Art so art', 'an art, also', 'start'].map((text) => ({ text }));
  const lines = async (sort: 'after' | 'before' | 'row', most = 10) => {
    const drawn = await ask(rows, { kind: 'context', field: 'text', word: 'art', sort, most });
    expect(drawn).toMatchObject({ times: 4, rows: 3, filled: 4, read: 4 });
    return drawn.lines.map(({ row, before, word, after }) => `${row} ${before}|${word}|${after}`);
  };
  it('is in a line each time, sorted by what follows, what precedes, or the rows', async () => {
    const [first, third] = ['1 |Art| so art', '1 Art so |art|'];
    expect(await lines('after')).toEqual([third, '2 an |art|, also', '0 more |art| is', first]);
    expect(await lines('before')).toEqual([first, '2 an |art|, also', '0 more |art| is', third]);
    expect(await lines('row', 2)).toEqual(['0 more |art| is', first]);
  });
});

it('says of how many texts it is if reading them takes too long', async () => {
  const { store, source } = await storeWith(
    textsOf('zh').map((text) => ({ text })),
    { wordsMs: 0 },
  );
  const { drawn } = await store.ask(source, { kind: 'chart', view: everyRow, question });
  expect(drawn).toMatchObject({ filled: 1000, read: 0, values: [] });
});

it('forgets rare words when there are too many, and says so unless it makes no difference', () => {
  const tally = new Tally('words', ['stop'], 1000);
  for (let row = 0; row < 20_000; row++)
    tally.add({ text: `often rare${row} stop`, row, group: 0 });
  expect(tally.result({ by: 'rows', most: 1, groups: null })).toMatchObject({
    rows: 20_000,
    times: 40_000,
    exact: true,
    values: [{ text: 'often', count: 20_000 }],
  });
  const two = tally.result({ by: 'rows', most: 2, groups: null });
  expect(two.exact).toBe(false);
  expect(two.distinct).toBeLessThanOrEqual(1000);
});

it('what is remembered of words has an end, and keeps none of the texts that they were in', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heldBy = (read: () => void): number => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    read();
    collectGarbage();
    return process.memoryUsage().heapUsed - before;
  };
  const keysOf = (text: string): string[] => {
    const keys: string[] = [];
    readTokens(text, (kind, start, end) => {
      keys.push(keyFor(kind, text.slice(start, end)));
    });
    return keys;
  };
  const long = heldBy(() => {
    for (let at = 0; at < 100; at++) {
      const words = `今日は東京の港に行きました${at} неповторимое${at} ${'-'.repeat(500_000)}`;
      expect(keysOf(words)).toHaveLength(11);
    }
  });
  const many = heldBy(() => {
    for (let at = 0; at < 500_000; at++) keysOf(`incomparably${at}`);
  });
  expect(Math.max(long, many)).toBeLessThan(20e6);
});

/** Texts that take long: too long to be remembered, in a language that needs a dictionary. */
const slowTexts = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `${'我们去公园散步气候变化是一个严重的问题'.repeat(3)}${at}`,
  );

it('is stopped in the middle of the texts, and nothing else waits for it', async () => {
  const texts = [...slowTexts(8000), '天'];
  const { store, source } = await storeWith(texts.map((text) => ({ text, n: 1 })));
  const stop = new AbortController();
  const counted = store.ask(
    source,
    { kind: 'chart', view: everyRow, question },
    { signal: stop.signal },
  );
  const other = await store.query(source, { ...everyRow, search: '天' });
  expect(other.count).toBeGreaterThan(0);
  const began = performance.now();
  stop.abort();
  await expect(counted).rejects.toMatchObject({ code: 'cancelled' });
  expect(performance.now() - began).toBeLessThan(2000);
});

it('rows that need new columns are filled in while words are counted, of all that there were', async () => {
  const texts = slowTexts(8000);
  const { store, source } = await storeWith(texts.map((text) => ({ text })));
  const asked = { kind: 'chart', view: everyRow, question: { ...question, most: 20 } } as const;
  const before = await store.ask(source, asked);
  let isCounted = false;
  const counting = store.ask(source.asOf(8000), asked).finally(() => (isCounted = true));
  source.rows = [...source.rows, { text: '今天', n: 1 }];
  await store.catchUp(source);
  expect(isCounted).toBe(false);
  const counted = await counting;
  expect(counted).toEqual(before);
  expect(counted.drawn).toMatchObject({ filled: 8000, read: 8000 });
});
