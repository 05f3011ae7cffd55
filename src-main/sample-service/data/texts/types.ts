/** What people talk about in the sample data, and how a language expresses it. */

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

export const languages = ['en', 'es', 'ja', 'ar'] as const;
export type LanguageCode = (typeof languages)[number];

export interface TopicTexts {
  /** Hashtag without its mark. */
  tag: string;
  /** Lower-case starts of words by which a search is recognised as being about this topic. */
  words: readonly string[];
  /** Complete statements, each usable on its own. */
  says: readonly string[];
}

/**
 * Texts of one language. Placeholders: {n} a small number, {N} a large one, {h} a time of day, {p} the
 * author's city, {q} the words searched for.
 */
export interface LanguageTexts {
  topics: Record<TopicId, TopicTexts>;
  /** Precede a statement. */
  openers: readonly string[];
  /** Follow a statement. */
  closers: readonly string[];
  /** Statements about whatever was searched for. */
  mentions: readonly string[];
  /** Replies under a post. */
  replies: readonly string[];
  /** Sentences for profiles. */
  bios: readonly string[];
}

/** `words` are separated by spaces; an underscore stands for a space inside one. */
export const about = (tag: string, words: string, says: readonly string[]): TopicTexts => ({
  tag,
  words: words.split(' ').map((word) => word.replaceAll('_', ' ')),
  says,
});

export const topicEmoji: Record<TopicId, readonly string[]> = {
  trees: ['🌳', '🍂', '🌿'],
  tides: ['🌊', '🐚', '🦀'],
  bread: ['🍞', '🥖', '🥐'],
  trains: ['🚆', '🚉', '🌄'],
  climate: ['🌍', '🌱', '☀️'],
  food: ['🥟', '🌮', '🍜'],
  books: ['📚', '📖', '🕯️'],
  coffee: ['☕', '🫖', '🍋'],
};
