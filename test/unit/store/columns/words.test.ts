/** Words of texts: counted, kept by a filter, in their context, and typical of a group. */
import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartQuestionSchema } from '#shared/contract/chart.ts';
import type { ChartQuestion, DrawnOf } from '#shared/contract/chart.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { keyOf, readTokens } from '#main/core/store/columns/worker/tokens.ts';
import { countByPython, countBySegmenter, languages, textsOf } from '#test/support/columns/texts.ts';
import type { PlainCounts } from '#test/support/columns/texts.ts';
import { filledRun, sharedStore } from '#test/support/columns/store.ts';
import type { Rows } from '#test/support/columns/reference.ts';

const shared = sharedStore();

type Words = Extract<ChartQuestion, { kind: 'words' }>;

const question: Words = {
  kind: 'words', field: 'text', of: 'words', by: 'rows', most: 200, stopWords: [], groups: null,
};

async function wordsOf(texts: readonly string[], asked: Partial<Words> = {}): Promise<DrawnOf<'words'>> {
  const source = await filledRun(shared, texts.map((text) => ({ text })));
  const whole = chartQuestionSchema.parse({ ...question, ...asked });
  const { drawn } = await shared.store.ask(source, { kind: 'chart', view: everyRow, question: whole });
  await shared.store.detach(source.id);
  if (drawn.kind !== 'words') throw new Error(drawn.kind);
  return drawn;
}

const tokensOf = (text: string, wanted: string): string[] => {
  const found: string[] = [];
  readTokens(text, (kind, start, end) => { if (kind === wanted) found.push(text.slice(start, end)); });
  return found;
};

describe.each([...languages, 'mixed'] as const)('a thousand texts: %s', (language) => {
  const texts = textsOf(language);
  const top = (counts: PlainCounts, by: 0 | 1) =>
    Object.entries(counts.words).map(([word, both]) => [word, both[by]] as const)
      .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 200);
  const expectCounts = async (counts: PlainCounts) => {
    for (const [by, at] of [['rows', 0], ['times', 1]] as const) {
      const drawn = await wordsOf(texts, { by });
      expect(drawn.values.map(({ text, count }) => [keyOf('word', text), count])).toEqual(top(counts, at));
      expect(drawn).toMatchObject({ filled: 1000, read: 1000, exact: true, distinct: Object.keys(counts.words).length });
    }
  };
  it('words are those of the platform’s segmenter, whether it is told the language or not', async () => {
    const plain = countBySegmenter(texts, undefined);
    if (language !== 'mixed') expect(countBySegmenter(texts, language)).toEqual(plain);
    await expectCounts(plain);
  });
  it.runIf(['en', 'es', 'de', 'ar'].includes(language))('Python counts the same', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('There is no Python here.');
    await expectCounts(countByPython(texts));
  });
});
