/**
 * What people write. A language is a file in `languages/`: its statements by topic and what surrounds them,
 * the names and places of those who speak it. Placeholders in texts: {n} a small number, {N} a large one,
 * {h} a time of day, {p} the author's city, {q} the words searched for.
 */
import { createDice, itemAt, shuffled } from './dice.ts';
import type { Dice } from './dice.ts';
import ar from './languages/ar.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import ja from './languages/ja.json' with { type: 'json' };
import topicData from './topics.json' with { type: 'json' };

export const topics = [
  'trees',
  'tides',
  'bread',
  'trains',
  'climate',
  'food',
  'books',
  'coffee',
] as const;
export type TopicId = (typeof topics)[number];

/** A topic in all languages: emoji, and its community in the forum with the labels of posts there. */
export const topicOf: Record<TopicId, (typeof topicData)['trees']> = topicData;

/** Topics written as words; others are left out. */
export const toTopics = (words: readonly string[]): TopicId[] =>
  words.flatMap((word) => topics.filter((topic) => topic === word));

export const languages = ['en', 'es', 'ja', 'ar'] as const;
export type LanguageCode = (typeof languages)[number];

/**
 * `names`: separated by spaces; `Haru=陽` is a name as usernames spell it and as profiles write it. `people`:
 * they post often, and appear in the catalogue's examples. `countries`: cities by code of the country, in the
 * language's own names. `openers`, `closers`: precede and follow a statement. `mentions`: statements about
 * whatever was searched for. `topics`: the hashtag without its mark, lower-case starts of `words` by which a
 * search is recognised as being about it, and statements, each complete.
 */
type Language = Omit<typeof en, 'countries'> & {
  countries: Readonly<Record<string, readonly string[]>>;
};
export type FeaturedPerson = Language['people'][number];

export const languageOf: Record<LanguageCode, Language> = { en, es, ja, ar };

// Recognising what a search is about.

/** A script without spaces, where a word can start anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The topic of a search and its language, if they can be recognised. */
export function subjectOf(phrase: string): {
  topic: TopicId | null;
  language: LanguageCode | null;
} {
  const text = phrase.toLowerCase();
  for (const language of languages) {
    for (const topic of topics) {
      const { words } = languageOf[language].topics[topic];
      if (words.some((word) => startsWord(text, word))) return { topic, language };
    }
  }
  if (unspaced.test(phrase)) return { topic: null, language: 'ja' };
  return { topic: null, language: /\p{Script=Arabic}/u.test(phrase) ? 'ar' : null };
}

function startsWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  // A single character is a whole word, or part of an unrelated one.
  if (unspaced.test(word)) return word.length > 1 || text.split(/\s+/).includes(word);
  // Short words must match whole ("tea", not "team"); longer ones may be inflected. The Arabic article is
  // attached to its word.
  const end = word.length < 5 ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:ال)?${word}${end}`, 'u').test(text);
}

// Composing texts from statements.

export interface TextOrder {
  language: LanguageCode;
  /** The topic; null when only the searched words are known. */
  topic: TopicId | null;
  /** Index of this text among those of its language: neighbours get different statements. */
  ordinal: number;
  /** Words that must appear; null when there was no search. */
  phrase: string | null;
  city: string;
  /** What the text is rolled from. */
  seed: string;
}

const fill = (text: string, { language, phrase, city }: TextOrder, dice: Dice): string =>
  text.replaceAll(/\{(\w)\}/g, (_, blank: string) => {
    if (blank === 'n') return String(dice.between(5, 48));
    if (blank === 'N') {
      return (dice.count(1400, 0.9) + 100).toLocaleString(`${language}-u-nu-latn`);
    }
    if (blank === 'h') {
      return `${dice.between(6, 22)}:${dice.pick(['05', '10', '20', '25', '40', '55'])}`;
    }
    return blank === 'p' ? city : (phrase ?? '');
  });

const wordsOf = (phrase: string): string[] => phrase.split(/\s+/).filter((word) => word !== '');

const hasWords = (text: string, phrase: string): boolean =>
  wordsOf(phrase.toLowerCase()).every((word) => text.toLowerCase().includes(word));

/** `city trees` as `#CityTrees`; null when it would not be one tag. */
export function toHashtag(phrase: string): string | null {
  const words = wordsOf(phrase.replaceAll('#', ' '));
  const fits = words.every((word) => /^[\p{L}\p{M}\p{N}_]+$/u.test(word));
  if (!fits || words.length === 0 || words.length > 4) return null;
  if (words.length === 1) return `#${words[0] ?? ''}`;
  return `#${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/**
 * One complete statement about the topic, or about the searched words. Statements take turns, in a different
 * order in each round and language; `further` is another one that the neighbours don't have either.
 */
export function statement(order: TextOrder, further = false): string {
  const { language, ordinal, seed, topic } = order;
  const { mentions, topics: known } = languageOf[language];
  const says = topic === null ? mentions : known[topic].says;
  const round = `${says[0] ?? ''} ${Math.floor(ordinal / says.length)}`;
  const turn = (ordinal + (further ? Math.ceil(says.length / 2) : 0)) % says.length;
  const text = itemAt(says, shuffled(turn, says.length, round));
  return fill(text, order, createDice(seed, 'statement', turn));
}

/** Adds missing searched words: as a hashtag, or in a separate sentence. */
function withPhrase(text: string, order: TextOrder): string {
  const { phrase, ordinal } = order;
  if (phrase === null || hasWords(text, phrase)) return text;
  const tag = toHashtag(phrase);
  if (tag !== null && hasWords(text + tag, phrase)) return `${text} ${tag}`;
  return `${text}\n\n${statement({ ...order, topic: null, ordinal: ordinal % 100 })}`;
}

function arranged(order: TextOrder, dice: Dice): string {
  const { closers, openers } = languageOf[order.language];
  const gap = order.language === 'ja' ? '' : ' ';
  const first = statement(order);
  const style = dice.float();
  // Starts that a spreadsheet could treat as a formula are included, as in real life.
  if (style < 0.03) return `+1 ${first}`;
  if (style < 0.05) return `=> ${first}`;
  if (style < 0.09 && order.topic !== null) return `- ${first}\n- ${statement(order, true)}`;
  if (style < 0.45) return first;
  if (style < 0.6) return `${fill(dice.pick(openers), order, dice)}${gap}${first}`;
  if (style < 0.92) return `${first}${style < 0.82 ? gap : '\n\n'}${dice.pick(closers)}`;
  return order.topic === null ? first : `${first}${gap}${statement(order, true)}`;
}

/** Sometimes adds an emoji at the end of the text, unless it has one. */
const withEmoji = (text: string, topic: TopicId | null, dice: Dice, chance: number): string =>
  topic !== null && dice.chance(chance) && !/\p{Extended_Pictographic}/u.test(text)
    ? `${text} ${dice.pick(topicOf[topic].emoji)}`
    : text;

/** How posts of a platform are composed: with how many emoji and tags, and in one line or several. */
const styles = {
  microblog: { emoji: 0.22, tags: 0.3, lines: true },
  photoshare: { emoji: 0.5, tags: 0.8, lines: true },
  shortvideo: { emoji: 0.4, tags: 0.7, lines: false },
} as const;

/** A post; photoshare has more tags, in a paragraph of their own. */
export function composePost(order: TextOrder, platform: keyof typeof styles): string {
  const { city, language, seed, topic } = order;
  const { emoji, lines, tags } = styles[platform];
  const dice = createDice(seed, 'text');
  const body = lines ? arranged(order, dice) : statement(order);
  const text = withPhrase(withEmoji(body, topic, dice, emoji), order);
  if (topic === null || !dice.chance(tags)) return text;
  const own = `#${languageOf[language].topics[topic].tag}`;
  if (platform === 'microblog' && text.includes('#')) return text;
  if (platform !== 'photoshare') return `${text} ${own}`;
  const english = `#${en.topics[topic].tag}`;
  const chosen = [...new Set([own, toHashtag(city) ?? english, english])]
    .filter((tag) => !text.toLowerCase().includes(tag.toLowerCase()))
    .slice(0, dice.between(1, 3));
  if (chosen.length === 0) return text;
  return `${text}\n${dice.chance(0.4) ? '.\n' : ''}${chosen.join(' ')}`;
}

/** A reply under a post; `topic` is the post's. */
export function composeReply(order: TextOrder): string {
  const { language, ordinal, seed, topic } = order;
  const { replies } = languageOf[language];
  const gap = language === 'ja' ? '' : ' ';
  const dice = createDice(seed, 'reply');
  const reply = itemAt(replies, ordinal);
  const first = fill(reply, order, dice);
  const style = dice.float();
  let second = '';
  if (style >= 0.55 && style < 0.75) {
    second = gap + fill(dice.pick(replies.filter((other) => other !== reply)), order, dice);
  } else if (style >= 0.75 && style < 0.9 && topic !== null) second = gap + statement(order);
  return withEmoji(first + second, topic, dice, 0.2);
}
