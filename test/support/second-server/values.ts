/** The value of one field in one row: its type follows the field's name and the resource. */
import type { ResourceName } from '../facts/types.ts';
import { difficultTexts, shortWords } from './texts.ts';
import type { JsonValue } from './types.ts';

export interface RowSeed {
  readonly resource: ResourceName;
  readonly index: number;
  /** When the item was made, in milliseconds. */
  readonly time: number;
  /** The same 32-bit number every time for this question, row and name. */
  readonly random: (name: string) => number;
}

type Make = (row: RowSeed, field: string) => JsonValue;

const nullable = new Set(
  `profileBannerUrl pinnedMicroblogPostId label labelType verifiedSinceDatetime
  lastUsernameChangeDatetime accountBasedIn quotedPostId retweetedPostId replyToPostId
  replyToUserId replyToUsername placeName placeCountry placeCountryCode audioOnlyUrl videoUrl
  videoSubtitlesUri subtitles location externalUrl crosspostParent postHint linkFlairText editedAt
  removal distinguished collapsedReason collapsedReasonCode parentCommentId replyToCommentId
  repliedToCommentId album stickerUrl selftextHtml thumbnail genAiChatWithAiCtaInfo`.split(/\s+/),
);

const flags = new Set(
  `deleted suspended possiblySensitive protected verified locationAccurate over18 spoiler locked
  stickied archived collapsed`.split(/\s+/),
);

const longTexts = new Set(
  'text description selftext body caption biography signature title'.split(' '),
);

const integer: Make = (row, field) => row.random(field) % 90_000;
const word: Make = (row, field) => shortWords[row.random(field) % shortWords.length] ?? '';
const isoTime: Make = (row) => new Date(row.time).toISOString();

function text(row: RowSeed, field: string): JsonValue {
  // By turns, not at random: every page of ten or more rows then holds most of the difficult texts.
  return difficultTexts[(row.index + field.length) % difficultTexts.length] ?? '';
}

/** 19 digits and odd: no JavaScript number holds it exactly. */
function bigId(row: RowSeed, field: string): bigint {
  return (
    7_000_000_000_000_000_001n +
    BigInt(row.random(field)) * 100_000_000n +
    BigInt(row.index % 1_000_000) * 2n
  );
}

function base36(row: RowSeed, field: string): string {
  return (row.random(field) * 100_000 + row.index).toString(36);
}

const prefixes: Readonly<Record<string, string>> = {
  authorId: 't2_',
  subredditId: 't5_',
  postSubredditId: 't5_',
  parentId: 't1_',
};

function identifier(row: RowSeed, field: string): JsonValue {
  const { resource, random, index } = row;
  const big = bigId(row, field);
  if (resource.startsWith('forum')) return `${prefixes[field] ?? ''}${base36(row, field)}`;
  if (resource.startsWith('shortvideo')) return big;
  if (resource === 'photosharePost') {
    return field === 'id' ? `${big}_${random('userId') * 10}` : BigInt(random(field)) * 10n;
  }
  if (resource === 'photoshareUser' && field === 'id') {
    // Old accounts have short ids, new ones long ids: one column holds both.
    return index % 3 === 2 ? (big / 10n) | 1n : BigInt(random(field));
  }
  const isNumber = field === (resource === 'microblogUser' ? 'id' : 'userId');
  return isNumber ? big : big.toString();
}

const special: Readonly<Record<string, Make>> = {
  username: (row) => `user_${row.random('username') % 100_000}`,
  createdAt: isoTime,
  createdAtTimestamp: (row) => Math.floor(row.time / 1000),
  createdAtDate: (row) => new Date(row.time).toISOString().slice(0, 10),
  usernameModifyTime: (row) => Math.floor(row.time / 1000) - 86_400,
  playCount: (row) => row.random('playCount') * 3,
  score: (row) => (row.random('score') % 500) - 50,
  upvoteRatio: (row) => (row.random('upvoteRatio') % 100) / 100,
  duration: (row) => row.random('duration') % 180,
  videoDuration: (row) => (row.random('videoDuration') % 60_000) / 1000,
  mediaType: (row) => [1, 2, 8][row.random('mediaType') % 3] ?? 1,
  depth: (row) => row.random('depth') % 6,
  controversiality: (row) => row.random('controversiality') % 2,
  edited: (row) => (row.random('edited') % 2 === 0 ? false : Math.floor(row.time / 1000) + 60),
  lang: () => 'pt-BR',
  language: () => 'en',
  region: () => 'NZ',
  nLang: (row) => ({ en: row.random('nLang') % 50, de: 3 }),
  nLangsFiltered: () => [['en', 0.75], ['de', 0.25], []],
  label: () => ({ kind: 'organisation', badge: { url: 'https://media.example/badge.png' } }),
  hashtags: (row) => shortWords.slice(0, row.random('hashtags') % 4),
  mentions: (row) => [{ username: `user_${row.index}`, id: bigId(row, 'mentions') }],
  mediaUrls: (row) => (row.index % 2 === 0 ? [] : ['https://media.example/1.jpg?size=large&x=1']),
  urls: () => [{ url: 'https://example.com/a?b=1,2', display: 'example.com/a' }],
  imageUrls: (row) => (row.index % 2 === 0 ? [] : ['https://media.example/2.webp']),
  subtitles: (row) => [{ language: 'en', lines: [{ start: 0.5, text: text(row, 'subtitles') }] }],
  transcriptsJson: (row) => JSON.stringify({ en: [{ t: 0, s: text(row, 'transcriptsJson') }] }),
  genAiChatWithAiCtaInfo: () => ({ enabled: false, options: null }),
  removal: () => ({ by: 'moderator', reason: null }),
  location: (row) =>
    row.resource === 'photosharePost'
      ? { name: 'Praia, "Norte"', lat: 39.6, lng: -9.08, pk: bigId(row, 'location') }
      : text(row, 'location'),
  secUid: (row) => `MS4wLjABAAAA${base36(row, 'secUid')}`,
};

/** The value of a field; the same for the same question, row and field. */
export function valueFor(row: RowSeed, field: string): JsonValue {
  if (nullable.has(field) && row.random(`${field}?`) % 4 === 0) return null;
  const make = special[field];
  if (make) return make(row, field);
  if (/^id$|Id$/.test(field)) return identifier(row, field);
  if (longTexts.has(field)) return text(row, field);
  if (flags.has(field) || /^(is|has)[A-Z]/.test(field)) return row.random(field) % 2 === 0;
  if (/Count$|votes$|[rR]ank$|Changes$/.test(field)) return integer(row, field);
  if (/At$|Datetime$/.test(field)) return isoTime(row, field);
  if (field.endsWith('Username')) return `user_${row.random(field) % 100_000}`;
  if (/ur[li]$|^avatar$|permalink|thumbnail|crosspostParent/i.test(field)) {
    return `https://media.example/${field}/${row.random(field)}?a=1&b=2`;
  }
  return word(row, field);
}
