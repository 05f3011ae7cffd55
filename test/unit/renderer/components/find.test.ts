import { describe, expect, it } from 'vitest';
import { fold, rankOf, wordsOf } from '#renderer/components/find.ts';

describe('finding by typed words', () => {
  it('folds case and accents', () => {
    expect(fold('Réponses ŻÓŁĆ')).toBe('reponses zołc');
    expect(wordsOf('  Réponses  à ')).toEqual(['reponses', 'a']);
    expect(wordsOf(' ')).toEqual([]);
  });

  it('ranks by the last text that a word needed', () => {
    const texts = ['search posts', 'microblog', 'words'];
    expect(rankOf(texts, ['posts'])).toBe(0);
    expect(rankOf(texts, ['posts', 'microblog'])).toBe(1);
    expect(rankOf(texts, ['words', 'posts'])).toBe(2);
    expect(rankOf(texts, ['posts', 'nowhere'])).toBeNull();
    expect(rankOf(texts, [])).toBe(0);
  });
});
