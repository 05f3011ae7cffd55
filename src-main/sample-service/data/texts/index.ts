/** All languages, and recognising the topic of a search. */
import { ar } from './ar.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { languages, topics } from './types.ts';
import type { LanguageCode, LanguageTexts, TopicId } from './types.ts';

export const textsOf: Record<LanguageCode, LanguageTexts> = {
  en,
  es,
  ja,
  ar,
};

const scripts: readonly (readonly [RegExp, LanguageCode])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, 'ja'],
  [/\p{Script=Arabic}/u, 'ar'],
];

/** Scripts without spaces, where a word can start anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The topic of a search and its language, if they can be recognised. */
export interface Subject {
  topic: TopicId | null;
  language: LanguageCode | null;
}

export function subjectOf(phrase: string): Subject {
  const text = phrase.toLowerCase();
  for (const language of languages) {
    for (const topic of topics) {
      const { words } = textsOf[language].topics[topic];
      if (words.some((word) => startsWord(text, word))) return { topic, language };
    }
  }
  const script = scripts.find(([pattern]) => pattern.test(phrase));
  return { topic: null, language: script?.[1] ?? null };
}

function startsWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  if (unspaced.test(word)) {
    // A single character is a whole word, or part of an unrelated one.
    return word.length > 1 || text.split(/\s+/).includes(word);
  }
  // Short words must match whole ("tea", not "team"); longer ones may be inflected. The Arabic article is
  // attached to its word.
  const end = word.length < 5 ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:ال)?${word}${end}`, 'u').test(text);
}
