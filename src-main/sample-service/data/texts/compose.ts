/** Composes posts, captions and replies from statements. */
import type { Dice } from '../dice.ts';
import { itemAt, shuffled } from '../dice.ts';
import { textsOf } from './index.ts';
import { topicEmoji } from './types.ts';
import type { LanguageCode, TopicId } from './types.ts';

export interface TextOrder {
  language: LanguageCode;
  /** The topic; null when only the searched words are known. */
  topic: TopicId | null;
  /** Index of this text among those of its language: neighbours get different statements. */
  ordinal: number;
  /** Words that must appear; null when there was no search. */
  phrase: string | null;
  city: string;
  dice: Dice;
}

/** Languages without spaces between sentences. */
const solid = new Set<LanguageCode>(['ja']);

/**
 * Rotates through the texts, in a different order in each round and language. `further` advances within the
 * round, so that it is a different text.
 */
function inTurn(texts: readonly string[], ordinal: number, further = 0): string {
  const round = Math.floor(ordinal / texts.length);
  const key = `${texts[0] ?? ''} ${round}`;
  return itemAt(texts, shuffled((ordinal + further) % texts.length, texts.length, key));
}

function fill(text: string, { language, phrase, city, dice }: TextOrder): string {
  return text.replaceAll(/\{(\w)\}/g, (_, blank: string) => {
    switch (blank) {
      case 'n':
        return String(dice.between(5, 48));
      case 'N':
        return grouped(dice.count(1400, 0.9) + 100, language);
      case 'h':
        return `${dice.between(6, 22)}:${dice.pick(['05', '10', '20', '25', '40', '45', '55'])}`;
      case 'p':
        return city;
      default:
        return phrase ?? '';
    }
  });
}

/** Creating one is slow, so each language's is cached. */
const formats = new Map<LanguageCode, Intl.NumberFormat>();

function grouped(count: number, language: LanguageCode): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(`${language}-u-nu-latn`);
  formats.set(language, format);
  return format.format(count);
}

const wordsOf = (phrase: string): string[] => phrase.split(/\s+/).filter((word) => word !== '');

/** Words of the phrase that are not yet in a text. */
const missingWords = (text: string, phrase: string): string[] => {
  const lower = text.toLowerCase();
  return wordsOf(phrase).filter((word) => !lower.includes(word.toLowerCase()));
};

/** `city trees` as `#CityTrees`; null when it would not be one tag. */
export function toHashtag(phrase: string): string | null {
  const words = wordsOf(phrase.replaceAll('#', ' '));
  const fits = words.every((word) => /^[\p{L}\p{M}\p{N}_]+$/u.test(word));
  if (!fits || words.length === 0 || words.length > 4) return null;
  if (words.length === 1) return `#${words[0] ?? ''}`;
  return `#${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** One complete statement about the topic, or about the searched words. */
export function statement(order: TextOrder): string {
  const texts = textsOf[order.language];
  const choice = order.topic === null ? texts.mentions : texts.topics[order.topic].says;
  return fill(inTurn(choice, order.ordinal), order);
}

/** Another statement that the neighbours don't have either: from the other half of the list. */
export function secondStatement(order: TextOrder, topic: TopicId): string {
  const { says } = textsOf[order.language].topics[topic];
  return fill(inTurn(says, order.ordinal, Math.ceil(says.length / 2)), order);
}

/** Adds missing searched words: as a hashtag, or in a separate sentence. */
function withPhrase(text: string, order: TextOrder): string {
  const { phrase } = order;
  if (phrase === null || missingWords(text, phrase).length === 0) return text;
  const tag = toHashtag(phrase);
  if (tag !== null && missingWords(text + tag, phrase).length === 0) return `${text} ${tag}`;
  return `${text}\n\n${statement({ ...order, topic: null, ordinal: order.dice.below(100) })}`;
}

function arranged(order: TextOrder): string {
  const { language, dice, topic } = order;
  const texts = textsOf[language];
  const gap = solid.has(language) ? '' : ' ';
  const first = statement(order);
  const style = dice.float();
  // Starts that a spreadsheet could treat as a formula are included, as in real life.
  if (style < 0.03) return `+1 ${first}`;
  if (style < 0.05) return `=> ${first}`;
  if (style < 0.09 && topic !== null) {
    return `- ${first}\n- ${secondStatement(order, topic)}`;
  }
  if (style < 0.45) return first;
  if (style < 0.6) return `${fill(dice.pick(texts.openers), order)}${gap}${first}`;
  if (style < 0.82) return `${first}${gap}${dice.pick(texts.closers)}`;
  if (style < 0.92) return `${first}\n\n${dice.pick(texts.closers)}`;
  return topic === null ? first : `${first}${gap}${secondStatement(order, topic)}`;
}

const tagsOf = ({ language, topic, dice }: TextOrder, chance: number): string =>
  topic !== null && dice.chance(chance) ? ` #${textsOf[language].topics[topic].tag}` : '';

/** Sometimes adds an emoji at the end of the text, unless it has one. */
function withEmoji(text: string, { topic, dice }: TextOrder, chance: number): string {
  const wanted = topic !== null && dice.chance(chance) && !/\p{Extended_Pictographic}/u.test(text);
  return wanted ? `${text} ${dice.pick(topicEmoji[topic])}` : text;
}

/** A microblog post. */
export function composePost(order: TextOrder): string {
  const text = withEmoji(arranged(order), order, 0.22);
  const whole = withPhrase(text, order);
  return whole.includes('#') ? whole : whole + tagsOf(order, 0.3);
}

/** A photoshare caption: more lines, more tags. */
export function composeCaption(order: TextOrder): string {
  const { language, topic, dice } = order;
  const text = withPhrase(withEmoji(arranged(order), order, 0.5), order);
  if (topic === null || dice.chance(0.2)) return text;
  const own = `#${textsOf[language].topics[topic].tag}`;
  const english = `#${textsOf.en.topics[topic].tag}`;
  const city = toHashtag(order.city);
  const tags = [...new Set([own, city ?? english, english])];
  const said = text.toLowerCase();
  const chosen = tags
    .filter((tag) => !said.includes(tag.toLowerCase()))
    .slice(0, dice.between(1, 3));
  if (chosen.length === 0) return text;
  return `${text}\n${dice.chance(0.4) ? '.\n' : ''}${chosen.join(' ')}`;
}

/** A shortvideo description: one line and tags. */
export function composeLine(order: TextOrder): string {
  const text = withPhrase(withEmoji(statement(order), order, 0.4), order);
  return text + tagsOf(order, 0.7);
}

/** A reply under a post; `topic` is the post's. */
export function composeReply(order: TextOrder): string {
  const { language, ordinal, dice } = order;
  const { replies } = textsOf[language];
  const gap = solid.has(language) ? '' : ' ';
  const first = fill(itemAt(replies, ordinal), order);
  const style = dice.float();
  const second =
    style < 0.55
      ? ''
      : style < 0.75
        ? gap + fill(dice.pick(replies.filter((reply) => !first.includes(reply))), order)
        : style < 0.9 && order.topic !== null
          ? gap + statement(order)
          : '';
  return withEmoji(first + second, order, 0.2);
}
