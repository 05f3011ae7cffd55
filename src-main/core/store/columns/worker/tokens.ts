/**
 * Reads a text as words, numbers, hashtags, mentions, emoji and links: the one rule for counting them and for
 * the filter that keeps the rows with one.
 *
 * Words end where `Intl.Segmenter` ends them (Unicode's standard annex 29, and dictionaries for languages that
 * are written without spaces). It takes ten times as long as a pattern, so it gets only what needs a dictionary;
 * tests compare the two. The language makes no difference to it. Only a narrow space isn't part of a word here,
 * which French has before signs.
 */
import { fold, foldAccents } from '#shared/fold.ts';

export type TokenKind = 'word' | 'number' | 'hashtag' | 'mention' | 'emoji' | 'site';

/**
 * Gets each token of a text in turn; `start` and `end` are its place. `isNext`: nothing but blanks is between it
 * and the one before. Returning true ends the reading.
 */
export type Visit = (
  kind: TokenKind,
  start: number,
  end: number,
  isNext: boolean,
) => boolean | undefined | void;

/** Letters, digits and what connects them; after the first, marks, and signs that nobody sees. */
const letter = String.raw`\p{L}\p{Nl}`;
const begins = String.raw`${letter}\p{Nd}\p{Pc}\u066B`;
const goesOn = String.raw`${begins}\p{M}[\p{Cf}--\u200B]`;
/** Signs within words (`don’t`, `U.S.A`), and within numbers (`1,204.5`). */
const inWord = String.raw`:.'’‘·״․‧﹒﹕＇．：`;
const inNumber = String.raw`,;.'’‘٬，．`;
/**
 * What isn't written with spaces needs a dictionary, and in other letters than these words may have further rules:
 * a word with any is read by the segmenter.
 */
const other = new RegExp(
  String.raw`[^\p{ASCII}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}` +
    String.raw`\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Armenian}\p{sc=Georgian}\p{Nd}\p{Cf}\u0300-\u036F` +
    `${inWord}${inNumber}]`,
  'v',
);

/** Two letters are marks to the segmenter: half-width ﾞ and ﾟ. */
const unseenMarks = String.raw`[\p{M}\uFF9E\uFF9F[\p{Cf}--\u200B]]*`;
const wordPattern =
  String.raw`[${begins}][${goesOn}]*(?:(?:(?<=[${letter}]${unseenMarks})[${inWord}](?=${unseenMarks}[${letter}])` +
  String.raw`|(?<=[\p{Nd}\u066B]${unseenMarks})[${inNumber}](?=${unseenMarks}[\p{Nd}\u066B])` +
  // Of a word with Hebrew letters the segmenter knows the end.
  String.raw`|(?<=\p{sc=Hebrew}${unseenMarks})['"])[${goesOn}]*)*`;
/** Names are Latin letters nearly everywhere, and the text may go on in others without a space. */
const name =
  String.raw`(?:[A-Za-z0-9_](?:[A-Za-z0-9_.\-]*[A-Za-z0-9_])?(?!\p{sc=Latin})` +
  String.raw`|[\p{L}\p{Nd}_](?:[\p{L}\p{M}\p{Nd}_.\-]*[\p{L}\p{M}\p{Nd}_])?)`;
const tag = String.raw`[\p{Nd}\p{Pc}]*[\p{L}][\p{L}\p{M}\p{Nd}\p{Pc}\u200C]*`;
/** What begins with an emoji, and may go on with more of it. */
const pictures = String.raw`[\p{Emoji}--[0-9#*]](?:[\p{RI}\p{EMod}\uFE0F\u20E3\u{E0020}-\u{E007F}]|\u200D\p{Emoji})*`;
/** A word; a mention or a hashtag, which is not part of an address; what may be an emoji. */
const tokens = new RegExp(
  String.raw`${wordPattern}|[@＠](?<![A-Za-z0-9_.+\-][@＠])${name}|[#＃](?<![A-Za-z0-9_&\/][#＃])${tag}` +
    `|(${pictures})`,
  'gv',
);

const link = /(?:https?:\/\/|(?<![a-z0-9.-])www\.)[^\s<>"“”„«»]+/giu;
const hostOf = /^(?:https?:\/\/)?(?:[^@/?#]*@)?(?:www\.)?(?<host>[^/:?#]+)/iu;
const mayHaveLink = /:\/\/|www\./i;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const letters = new RegExp(`[${letter}]`, 'u');
const digits = /\p{Nd}/u;
const blank = /^\s*$/u;
/** Mostly one space is between words. */
const isBlank = (text: string, from: number, to: number): boolean =>
  from === to ||
  (to - from === 1 && text.charCodeAt(from) === 0x20) ||
  blank.test(text.slice(from, to));

/** Gives each token of `text` to `visit`. Texts in between, such as signs and unknown pictures, are nobody's. */
export function readTokens(text: string, visit: Visit): void {
  let last = 0;
  const give = (kind: TokenKind, start: number, end: number): boolean => {
    const isNext = last > 0 && isBlank(text, last, start);
    last = end;
    return visit(kind, start, end, isNext) === true;
  };
  if (!mayHaveLink.test(text)) {
    readPlain(text, 0, text.length, give);
    return;
  }
  let from = 0;
  for (const { 0: found, index } of text.matchAll(link)) {
    if (readPlain(text, from, index, give)) return;
    from = index + found.length;
    if (give('site', index, from)) return;
  }
  readPlain(text, from, text.length, give);
}

type Give = (kind: TokenKind, start: number, end: number) => boolean;

/** What is remembered of texts: some 25 MB at most. Longer ones seldom come again. */
const mostKnown = 50_000;
const longestKnown = 40;

/** Makes something of each text once: people write the same words and sentences, or repeat what others wrote. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size === mostKnown) known.clear();
    if (text.length <= longestKnown) known.set(own(text), made);
    return made;
  };
}

/** A part of a text keeps all of it in memory; a copy doesn't. */
export const own = (part: string): string =>
  part.length < 13 ? part : Buffer.from(part).toString();

/** ASCII characters: those that begin no token, letters, and all others. */
const between = 0;
const asciiLetter = 1;
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return asciiLetter;
  return /[\d_@#]/.test(character) ? 2 : between;
});

/** Where a word of ASCII letters ends that begins at `start`; -1 if only the pattern can tell. */
function endOfPlainWord(text: string, start: number): number {
  let end = start;
  while (asciiKinds[text.charCodeAt(end)] === asciiLetter) end++;
  if (end === text.length) return end;
  const code = text.charCodeAt(end);
  const isInWord = code === 0x2e || code === 0x3a || code === 0x27;
  const next = isInWord ? text.charCodeAt(end + 1) : code;
  return Number.isNaN(next) || asciiKinds[next] === between ? end : -1;
}

/** Reads what has no links; returns whether it was ended. Most words are of ASCII letters: these need no pattern. */
function readPlain(whole: string, from: number, to: number, give: Give): boolean {
  const text = from === 0 && to === whole.length ? whole : whole.slice(from, to);
  for (let at = 0; at < text.length;) {
    const kind = asciiKinds[text.charCodeAt(at)];
    const plain = kind === asciiLetter ? endOfPlainWord(text, at) : -1;
    if (kind === between) {
      at++;
    } else if (plain !== -1) {
      if (give('word', from + at, from + plain)) return true;
      at = plain;
    } else {
      tokens.lastIndex = at;
      const found = tokens.exec(text);
      if (found === null) return false;
      const [token, picture] = found;
      const start = from + found.index;
      if (picture !== undefined) {
        const length = emojiLength(picture);
        if (length > 0 && give('emoji', start, start + length)) return true;
        at = found.index + (length || String.fromCodePoint(picture.codePointAt(0)!).length);
        continue;
      }
      at = found.index + token.length;
      const read = other.test(token) && isWord.test(token) ? readSegments : giveOne;
      if (read(token, start, give)) return true;
    }
  }
  return false;
}

const isWord = new RegExp(`^[${begins}]`, 'u');

/** Where words and numbers begin and end, in turns, in what needs a dictionary: looking there takes long. */
const segmentsOf = remembering((text) => {
  const ends: number[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) ends.push(index, index + segment.length);
  }
  return ends;
});

function readSegments(text: string, from: number, give: Give): boolean {
  const ends = segmentsOf(text);
  for (let at = 0; at < ends.length; at += 2) {
    const start = ends[at]!;
    if (giveOne(text.slice(start, ends[at + 1]), from + start, give)) return true;
  }
  return false;
}

function giveOne(token: string, start: number, give: Give): boolean {
  const kind = kindOf(token);
  return kind !== null && give(kind, start, start + token.length);
}

function kindOf(token: string): TokenKind | null {
  const code = token.charCodeAt(0);
  // Nearly all.
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'word';
  if (code === 0x40 || code === 0xff_20) return 'mention';
  if (code === 0x23 || code === 0xff_03) return 'hashtag';
  if (letters.test(token)) return 'word';
  return digits.test(token) ? 'number' : null;
}

const emoji = new RegExp(String.raw`^\p{RGI_Emoji}`, 'v');
/**
 * How much of a text that begins like an emoji is one; 0: it only looks so. The pattern has thousands of them, so each
 * is looked up once.
 */
const emojiLength = remembering((text) => emoji.exec(text)?.[0].length ?? 0);

/** Accents of Latin and Greek letters; elsewhere marks make other letters (й, が, कि). */
const accents = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036F]+/gu;
/** What only lengthens a word, breaks it at the end of a line, or turns its direction. */
export const unseen =
  '\u0640\u00AD\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF';
/** These, and the vowel signs of Arabic and Hebrew, which are often left out. */
const omitted = new RegExp(`[${unseen}\u0591-\u05C7\u064B-\u0652\u0670]`, 'g');
const apostrophes = /[’‘＇]/g;
const ascii = /^\p{ASCII}*$/u;

/** What equal words have in common: neither case nor accents count. Of a link, its site. */
export function keyOf(kind: TokenKind, token: string): string {
  const text = kind === 'site' ? (hostOf.exec(token)?.groups?.['host'] ?? token) : token;
  const folded = fold(text);
  if (ascii.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replaceAll(accents, '')
    .replaceAll(omitted, '')
    .replaceAll(apostrophes, "'")
    .replace(/^＠/, '@')
    .replace(/^＃/, '#')
    .normalize('NFC');
}

interface Token {
  kind: TokenKind;
  key: string;
  /** Nothing but blanks before it. */
  isNext: boolean;
}

/** Gives the places of a word in a text; returns whether `visit` ended it by returning true. */
export type FindWord = (
  text: string,
  visit: (start: number, end: number) => boolean | undefined | void,
) => boolean;

/**
 * Reads `word` as it would be read in a text, and finds where all of it is: several tokens follow each other
 * there as they do here.
 */
export function wordFinder(word: string): FindWord {
  const sought = tokensOf(word);
  const [first] = sought;
  if (first === undefined) return () => false;
  // Within a text, what a dictionary takes apart may be one word.
  const isTorn =
    sought.length > 1 && sought.every(({ kind }) => kind === 'word') && !/\s/u.test(word);
  const whole = isTorn ? keyOf('word', word) : null;
  return (text, visit) => {
    let isEnded = false;
    /** Starts of what may become the whole, by how much of it there is. */
    let begun: { start: number; length: number }[] = [];
    readTokens(text, (kind, start, end, isNext) => {
      const key = keyFor(kind, text.slice(start, end));
      const open = [...begun, { start, length: 0 }];
      begun = [];
      for (const one of open) {
        const part = sought[one.length]!;
        const follows = one.length === 0 || isNext || !part.isNext;
        if (!follows || part.kind !== kind || part.key !== key) continue;
        if (one.length + 1 < sought.length) begun.push({ ...one, length: one.length + 1 });
        else isEnded = visit(one.start, end) === true;
      }
      if (kind === 'word' && key === whole) isEnded = visit(start, end) === true;
      return isEnded;
    });
    return isEnded;
  };
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  readTokens(text, (kind, start, end, isNext) => {
    found.push({ kind, key: keyOf(kind, text.slice(start, end)), isNext });
  });
  return found;
}

/** Texts repeat their words, and folding one takes longer than finding it. */
const plainKeyOf = remembering((token) => keyOf('word', token));

/** `keyOf`, of a token of a text. */
export const keyFor = (kind: TokenKind, token: string): string =>
  kind === 'site' ? keyOf(kind, token) : plainKeyOf(token);

/** A piece that folded texts without any marks contain if they have the word: a quick way to say no. */
export function pieceOf(word: string): string {
  const pieces = tokensOf(word).flatMap(({ kind, key }) =>
    kind === 'emoji' ? foldAccents(key) : foldAccents(key).split(/[^\p{L}\p{Nd}]+/u),
  );
  return pieces.toSorted((a, b) => b.length - a.length)[0] ?? '';
}
