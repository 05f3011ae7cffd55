/** How people are mentioned in texts: `@name`, and on the forum `u/name` too. */
import type { Platform } from '#shared/catalogue/types.ts';

/** A letter may be followed by marks that belong to it (Hindi, Thai, accents that stand alone). */
const letter = String.raw`\p{L}\p{M}\p{N}_`;
const notInAWord = `(?<![${letter}])`;

/** A dot or hyphen at the end is the sentence’s. */
const nameOf = (first: string, inside: string): string =>
  `(?<name>[${first}](?:[${letter}${inside}]*[${letter}])?)`;

/** Not in the middle of a word: that is an address of mail. */
const usual = new RegExp(
  String.raw`${notInAWord}(?<sign>[@＠])${nameOf(String.raw`\p{L}\p{N}_`, '.')}`,
  'gu',
);

/** Names there may have hyphens, in front as well; an address leads to them as `/user/name`. */
const onForum = new RegExp(
  String.raw`${notInAWord}(?<sign>[@＠]|[uU]/|(?<=/)user/)${nameOf(String.raw`\p{L}\p{N}_\-`, String.raw`.\-`)}`,
  'gu',
);

/** With the groups `sign` and `name`. */
export const mentionsOn = (platform: Platform | null): RegExp =>
  platform === 'forum' ? onForum : usual;
