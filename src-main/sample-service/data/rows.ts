/**
 * Rows as the service sends them, made from the catalogue's fields: each by its name where one is given
 * below, any other by its meaning. So a new field needs nothing here unless it must be something particular.
 */
import { Buffer } from 'node:buffer';
import { resources } from '../../catalogue/resources/index.ts';
import type { Meaning, Platform } from '#shared/catalogue/types.ts';
import type { Item, Json } from '../answers.ts';
import { createDice, itemAt, seed, shuffled } from './dice.ts';
import type { Dice } from './dice.ts';
import { idCodecs, toShortcode } from './ids.ts';
import type { World } from './ids.ts';
import { mediaOf, mediaUrl } from './media.ts';
import * as people from './people.ts';
import type { Persona, Range } from './people.ts';
import * as posts from './posts.ts';
import type { Numbers, Post } from './posts.ts';
import { totalFor } from './search.ts';
import { statement, topicOf } from './texts.ts';
import { daySeconds, isoMoment } from './timeline.ts';
import words from './words.json' with { type: 'json' };

// Fields.

/** What a row is generated from. */
interface Row {
  world: World;
  platform: Platform;
  /** Which of its resources. */
  what: 'post' | 'comment' | 'user' | 'sound';
  /** Its id on the wire. */
  id: Json;
  author: Persona;
  /** When it was posted, or when the account was opened. */
  second: number;
  numbers: Partial<Numbers>;
  /** Rolls the same for the same row and name. */
  dice: (name: string) => Dice;
}

/** @param dice are of the field's own. */
type Value<R extends Row> = (row: R, dice: Dice) => Json;
/** By the names of fields with the same value; `platform.name` where platforms differ. */
type Values<R extends Row> = Readonly<Record<string, Value<R>>>;

const share =
  ([from, to]: Range, of: keyof Numbers = 'ever'): Value<Row> =>
  ({ numbers }, dice) =>
    Math.floor((numbers[of] ?? 0) * (from + dice.float() * (to - from)));

const nothing = (): Json => null;
const picture: Value<Row> = ({ author, platform }) =>
  mediaUrl(platform, `avatars/${author.username}.png`);

/** Values of fields that have none by name. */
const byMeaning: Record<Meaning, Value<Row>> = {
  id: nothing,
  username: ({ author }) => author.username,
  name: nothing,
  text: () => '',
  count: share([0, 0.1]),
  number: (_, dice) => dice.below(100),
  duration: (_, dice) => dice.between(6, 90),
  date: ({ second }) => isoMoment(second),
  boolean: () => false,
  url: ({ author }) => `https://notes.example.com/${author.username}`,
  image: picture,
  video: nothing,
  subtitles: nothing,
  list: () => [],
  object: nothing,
  code: nothing,
};

const everyRow: Values<Row> = {
  id: ({ id }) => id,
  status: () => 'active',
  createdAtTimestamp: ({ second }) => second,
  createdAtDate: ({ second }) => isoMoment(second).slice(0, 10),
  'fullName nickname name': ({ author }) => author.name,
  'userId authorId': ({ author, platform, world }) =>
    toWire(platform, people.accountId(world, platform, author)),
  source: (_, dice) => dice.pick(words.sources),
};

/** Returns what makes an item of its resource from what `read` finds. */
function rowMaker<Given extends unknown[], R extends Row>(
  read: (...given: Given) => R,
  own: Values<R>,
): (...given: Given) => Item {
  const values = new Map(
    Object.entries<Value<R>>({ ...everyRow, ...own }).flatMap(([names, value]) =>
      names.split(' ').map((name) => [name, value] as const),
    ),
  );
  return (...given) => {
    const row = read(...given);
    const { platform, what } = row;
    const { fields = [] } = resources.find(({ id }) => id === `${platform}.${what}`) ?? {};
    const members = fields.map(({ meaning, name }) => {
      const value = values.get(`${platform}.${name}`) ?? values.get(name) ?? byMeaning[meaning];
      return [name, value(row, row.dice(name))] as const;
    });
    return Object.fromEntries(members);
  };
}

/** Shortvideo ids are JSON integers beyond 2^53, apart from those that are an account's own. */
const toWire = (platform: Platform, id: string): Json =>
  platform === 'shortvideo' ? BigInt(id) : id;

const namesOfCountries = new Intl.DisplayNames(['en'], { type: 'region' });
/** The English name of a country; its code when there is no such country. */
const countryName = (code: string): string => namesOfCountries.of(code) ?? code;

// Posts and comments.

type PostRow = ReturnType<typeof readPostRow>;

function readPostRow(world: World, post: Post) {
  const { author, id, occasion, platform, second, under } = post;
  const relations = posts.relationsOf(world, post);
  /** What a repost shows; any other post is itself. */
  const shown = relations.reposted ?? post;
  /** The post that a comment is under; any other post is itself. */
  const parent = under?.post ?? post;
  const own = posts.textOf(world, shown);
  const asked = occasion.kind === 'search' ? occasion.country : null;
  const country = asked ?? author.country;
  const isPlaced = asked !== null || createDice(seed, 'place', id).chance(0.4);
  const isStrong = platform === 'photoshare' && under === undefined;
  return {
    world,
    platform,
    what: under === undefined ? ('post' as const) : ('comment' as const),
    id: isStrong ? strongId(world, post) : toWire(platform, id),
    author,
    second,
    post,
    shown,
    parent,
    /** The comment that a reply is under. */
    comment: under?.comment ?? null,
    relations,
    text: shown === post ? own : `RT @${shown.author.username}: ${own}`,
    media: mediaOf(platform, shown.id),
    numbers: posts.numbersOf(world, shown),
    /** Where it was posted, if that is known. */
    place: isPlaced ? { country, city: country === author.country ? author.city : '' } : null,
    dice: (name: string) => createDice(seed, platform, shown.id, name),
  };
}

const strongId = (world: World, { author, id }: Post): string =>
  `${id}_${people.accountId(world, 'photoshare', author)}`;

const counted =
  (kind: keyof Numbers): Value<PostRow> =>
  ({ numbers }) =>
    numbers[kind];

const isVideo = ({ media }: PostRow): boolean => media.kind === 'video';
const isSelf = ({ media }: PostRow): boolean => media.kind === 'none';

/** The address of a file of a post, or null if it has none. */
const file =
  (ending: string, has: (row: PostRow) => boolean = () => true): Value<PostRow> =>
  (row) =>
    has(row) ? mediaUrl(row.platform, row.shown.id + ending, row.shown.second) : null;

const marked = (text: string, mark: RegExp): string[] =>
  [...text.matchAll(mark)].flatMap((match) => match[1] ?? []);

/** What is said in a video. */
export function speechIn(world: World, post: Post): string {
  const order = posts.orderFor(world, post);
  return statement({ ...order, topic: order.topic ?? post.author.topics[0] });
}
const speech = ({ shown, world }: PostRow): string => speechIn(world, shown);

/** Rolled once for what several fields tell. */
const chanceOf =
  (name: string, probability: number) =>
  ({ dice }: Row): boolean =>
    dice(name).chance(probability);
const isSpoken = chanceOf('spoken', 0.6);
const hasSubtitles = (row: PostRow): boolean => isVideo(row) && isSpoken(row);
const isRemoved = chanceOf('removed', 0.03);
const isEdited = chanceOf('edited', 0.15);
const isNoticed = chanceOf('noticed', 0.03);
const isTopLevel = chanceOf('top level', 0.5);
const scoreOf = ({ numbers }: PostRow): number => numbers.likes - numbers.dislikes;
const isCollapsed = (row: PostRow): boolean => scoreOf(row) < -4;
const rankOf = ({ post }: PostRow): number => (post.under?.index ?? 0) + 1;

/** In the forum, a topic has a community. */
const topicOn = ({ parent, world }: PostRow) =>
  topicOf[posts.subjectOfPost(world, parent) ?? 'trees'];
const titleOf = ({ post, world }: PostRow): string => statement(posts.orderFor(world, post));

function permalink(row: PostRow): string {
  const slug =
    titleOf(row)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `/c/${topicOn(row).community}/comments/${row.post.id}/${slug.slice(0, 8).join('_')}/`;
}
const postUrl = (row: PostRow): string => `https://forum.example.com${permalink(row)}`;

export const escapeHtml = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const toHtml = (text: string): string => {
  const lines = escapeHtml(text).replaceAll(/(?<!\n)\n(?!\n)/g, '<br/>');
  return `<div class="md"><p>${lines.replaceAll('\n\n', '</p>\n<p>')}</p></div>`;
};

const forumCommentId = (second: number, dice: Dice): string =>
  ((second - 1_262_304_000) * 128 + dice.below(128)).toString(36);

export const postRow = rowMaker(readPostRow, {
  'text caption description body': ({ text }) => text,
  selftext: (row) => (isSelf(row) ? row.text : ''),
  selftextHtml: (row) => (isSelf(row) ? toHtml(row.text) : null),
  title: titleOf,
  'lang descriptionLanguage': ({ shown }) => shown.author.language,
  // Numbers.
  'likeCount upvotes': counted('likes'),
  downvotes: counted('dislikes'),
  score: scoreOf,
  upvoteRatio: ({ numbers: { dislikes, likes } }) =>
    Math.round((likes / Math.max(likes + dislikes, 1)) * 100) / 100,
  controversiality: ({ numbers }) => (numbers.dislikes > numbers.likes / 2 ? 1 : 0),
  'retweetCount mediaRepostCount forwardCount': counted('reposts'),
  'replyCount commentCount commentsCount childCommentCount': counted('replies'),
  quoteCount: counted('quotes'),
  'impressionCount playCount': counted('views'),
  videoPlayCount: (row) => (isVideo(row) ? row.numbers.views : null),
  'bookmarkCount collectCount saveCount': share([0, 0.2]),
  downloadCount: share([0, 0.02]),
  crosspostsCount: (_, dice) => (dice.chance(0.85) ? 0 : dice.between(1, 6)),
  // What it has to do with other posts.
  conversationId: ({ post, world }) => posts.conversationOf(world, post),
  isRetweet: ({ relations }) => relations.reposted !== null,
  retweetedPostId: ({ relations }) => relations.reposted?.id ?? null,
  quotedPostId: ({ relations }) => relations.quoted,
  replyToPostId: ({ relations }) => relations.answered?.id ?? null,
  replyToUsername: ({ relations }) => relations.answered?.author.username ?? null,
  replyToUserId: ({ platform, relations: { answered }, world }) =>
    answered && people.accountId(world, platform, answered.author),
  'postId parentPostId': ({ parent, platform }) => toWire(platform, parent.id),
  'photoshare.parentPostId': ({ parent, world }) => strongId(world, parent),
  parentPostUserId: ({ parent, platform, world }) =>
    people.accountId(world, platform, parent.author),
  parentCommentId: ({ comment, platform }) => comment && toWire(platform, comment.id),
  repliedToCommentId: ({ comment, post, world }, dice) => {
    const index = (post.under?.index ?? 0) + dice.between(1, 4);
    if (comment === null || !dice.chance(0.6)) return null;
    const { at, total } = posts.postsUnder(world, comment);
    return index < total ? at(index).id : null;
  },
  type: ({ comment }) => (comment ? 'reply' : 'comment'),
  // What is in it.
  hashtags: ({ text }) => marked(text, /#([\p{L}\p{M}\p{N}_]+)/gu),
  mentions: ({ text }) => marked(text, /@(\w+)/g),
  urls: ({ shown }, dice) =>
    dice.chance(0.12) ? [`https://notes.example.com/${shown.author.username}/${shown.id}`] : [],
  mediaUrls: (row, dice) =>
    Array.from({ length: row.media.pictures }, (_, index) => file(`/${index + 1}.png`)(row, dice)),
  imageUrls: (row, dice) => (dice.chance(0.1) ? [file('.png')(row, dice)] : []),
  stickerUrl: nothing,
  'imageUrl videoThumbnail': file('.png'),
  videoUrl: file('.mp4', isVideo),
  audioOnlyUrl: file('.m4a', isVideo),
  videoSubtitlesUri: file('.vtt', hasSubtitles),
  subtitles: (row) => (hasSubtitles(row) ? speech(row) : ''),
  transcriptsJson: (row) =>
    hasSubtitles(row) ? [{ language: row.author.language, kind: 'auto', text: speech(row) }] : null,
  duration: ({ media }) => media.seconds,
  videoDuration: (row, dice) => (isVideo(row) ? row.media.seconds + dice.below(1000) / 1000 : null),
  mediaType: ({ media }) => media.kind,
  postType: (row) => (isVideo(row) ? 'reel' : 'post'),
  'shortvideo.postType': (row) => (isVideo(row) ? 'video' : 'photo'),
  codeUrl: ({ post }) => `https://photoshare.example.com/p/${toShortcode(BigInt(post.id))}/`,
  genAiChatWithAiCtaInfo: (row) =>
    isNoticed(row) ? { label: 'AI info', entryPoint: 'caption', isEditable: false } : null,
  hasHighRiskGenAiInformTreatment: isNoticed,
  // Where it was posted.
  placeName: ({ place }) => place && place.city,
  placeCountry: ({ place }) => place && countryName(place.country),
  placeCountryCode: ({ place }) => place && place.country,
  location: ({ place }, dice) => {
    const id = String(dice.between(100_000_000, 999_999_999));
    return place && { id, name: place.city, countryCode: place.country, hasPublicPage: true };
  },
  // The forum.
  'subredditName postSubredditName': (row) => topicOn(row).community,
  'subredditId postSubredditId': (row) => topicOn(row).communityId,
  linkFlairText: (row, dice) => (dice.chance(0.75) ? dice.pick(topicOn(row).flairs) : null),
  permalink,
  postUrl,
  url: (row, dice) =>
    isSelf(row) ? postUrl(row) : file(isVideo(row) ? '.webm' : '.png')(row, dice),
  thumbnail: (row, dice) => (isSelf(row) ? 'self' : file('-small.png')(row, dice)),
  domain: (row) => (isSelf(row) ? `self.${topicOn(row).community}` : 'media.example.org'),
  postHint: (row) => (isSelf(row) ? null : isVideo(row) ? 'hosted:video' : 'image'),
  isSelf,
  isVideo,
  isOriginalContent: (row, dice) => !isSelf(row) && dice.chance(0.5),
  stickied: (_, dice) => dice.chance(0.02),
  locked: isRemoved,
  removal: (row) => (isRemoved(row) ? { by: 'moderator', reason: 'duplicate', note: null } : null),
  edited: isEdited,
  editedAt: (row, dice) =>
    isEdited(row) ? isoMoment(row.second + dice.between(120, 90_000)) : null,
  depth: (row, dice) => (isTopLevel(row) ? 0 : dice.between(1, 4)),
  'forum.id': ({ dice, post, second }) =>
    post.under ? forumCommentId(second, dice('comment id')) : post.id,
  parentId: (row, dice) =>
    isTopLevel(row)
      ? `t3_${row.parent.id}`
      : `t1_${forumCommentId(row.second - dice.between(40, 250), dice)}`,
  isSubmitter: ({ author, parent }) => parent.author.username === author.username,
  distinguished: (_, dice) => (dice.chance(0.01) ? 'moderator' : null),
  collapsed: isCollapsed,
  collapsedReasonCode: (row) => (isCollapsed(row) ? 'LOW_SCORE' : null),
  collapsedReason: (row) => (isCollapsed(row) ? 'Comment score below threshold' : null),
  rank: rankOf,
  topLevelRank: (row) => (isTopLevel(row) ? rankOf(row) : null),
});

// Accounts.

type UserRow = ReturnType<typeof readUserRow>;

function readUserRow(world: World, platform: Platform, author: Persona) {
  const count = posts.postCount(world, platform, author);
  return {
    world,
    platform,
    what: 'user' as const,
    id: people.accountId(world, platform, author),
    author,
    second: people.joinedAt(platform, author),
    ...people.audienceOf(platform, author),
    posts: count,
    numbers: { ever: count },
    dice: (name: string) => createDice(seed, platform, author.username, name),
  };
}

/** A moment between joining and now. */
const later =
  ([from, to]: Range, happened: (row: UserRow) => boolean = () => true): Value<UserRow> =>
  (row, dice) => {
    const { second, world } = row;
    const part = from + dice.float() * (to - from);
    return happened(row) ? isoMoment(Math.floor(second + (world.now - second) * part)) : null;
  };

/** The same on all platforms. */
const isVerified = ({ author }: UserRow): boolean =>
  createDice(seed, 'verified', author.username).chance(author.renown > 3 ? 0.7 : 0.05);
const isRenamed = chanceOf('renamed', 0.2);
const isUnpictured = chanceOf('unpictured', 0.06);
const isFaceless = (row: UserRow): boolean => row.author.bio === null && isUnpictured(row);

/** A post of the last weeks. */
function pinned({ author, platform, world }: UserRow): string {
  const own = posts.postsBy(platform, author);
  const month = 30 * daySeconds;
  const cell = own.timeline.lastCellAt(Math.floor(world.now / month) * month);
  return posts.postIn(world, own, cell, { platform, occasion: { kind: 'own' } }).id;
}

const secondaryMark = 'MS4wLjABAAAA';

/** The username in the long second id of a shortvideo account; any other text is returned unchanged. */
export const usernameIn = (identifier: string): string =>
  identifier.startsWith(secondaryMark)
    ? Buffer.from(identifier.slice(secondaryMark.length), 'base64url').toString()
    : identifier;

export const userRow = rowMaker(readUserRow, {
  'description biography signature': ({ author }) => people.bioOf(author),
  'followersCount followerCount': (row) => row.followers,
  followingCount: (row) => row.following,
  'microblogPostCount postCount mediaCount': (row) => row.posts,
  'microblog.mediaCount': share([0.05, 0.35]),
  likesCount: share([0.4, 5.4]),
  likeCount: (row, dice) => Math.floor(row.followers * (2 + dice.float() * 30)),
  listedCount: (row, dice) => Math.floor(row.followers * dice.float() * 0.02),
  'verified isVerified': isVerified,
  verifiedType: (row, dice) =>
    isVerified(row) ? dice.pick(['blue', 'blue', 'organization']) : null,
  verifiedSinceDatetime: later([0.4, 0.8], isVerified),
  modifiedAt: later([0.9, 0.99]),
  usernameChanges: (row, dice) => (isRenamed(row) ? dice.between(1, 3) : 0),
  'lastUsernameChangeDatetime usernameModifyTime': later([0.2, 0.9], isRenamed),
  location: ({ author }, dice) =>
    dice.chance(0.75) ? `${author.city}, ${countryName(author.country)}` : '',
  accountBasedIn: ({ author }) => countryName(author.country),
  locationAccurate: (_, dice) => dice.chance(0.8),
  language: ({ author }) => author.language,
  region: ({ author }) => author.country,
  nLang: (row) => {
    const other = Math.floor(row.posts / 9);
    return { [row.author.language]: row.posts - other, other };
  },
  nLangsFiltered: (row) => ({ [row.author.language]: row.posts - Math.floor(row.posts / 9) }),
  label: ({ author: { subject, username } }) =>
    subject && { description: 'Community project', url: `https://labels.example.com/${username}` },
  labelType: ({ author }) => author.subject && 'community',
  profileInterstitialType: () => '',
  pinnedMicroblogPostId: (row, dice) => (dice.chance(0.5) ? pinned(row) : null),
  profileBannerUrl: ({ author, platform }, dice) =>
    dice.chance(0.7) ? mediaUrl(platform, `banners/${author.username}.png`) : null,
  hasAnonymousProfilePicture: isFaceless,
  profilePicUrl: (row, dice) =>
    isFaceless(row) ? mediaUrl(row.platform, 'avatars/nobody.png') : picture(row, dice),
  profilePicId: (row, dice) => (isFaceless(row) ? null : `31${dice.between(1e15, 9e15)}`),
  externalUrl: (row, dice) => (dice.chance(0.35) ? byMeaning.url(row, dice) : null),
  profileUrl: ({ author }) => `https://photoshare.example.com/${author.username}/`,
  secUid: ({ author }) => secondaryMark + Buffer.from(author.username).toString('base64url'),
});

// Sounds: titles around the searched words, with ids that encode the title.

const { soundHeads, soundTails, soundVersions } = words;
const combinations = soundHeads.length * soundTails.length * soundVersions.length;

/** Several artists record the same title, so titles may be repeated with another id. */
function soundTitle(phrase: string, index: number): string {
  const sought = people.capitalised(phrase);
  // The first one is the simplest: “Low Tide” for “tide”.
  if (index === 0) return /^low /i.test(phrase) ? sought : `Low ${sought}`;
  if (index === 1) return sought;
  const choice = shuffled(index % combinations, combinations, phrase);
  const tail = itemAt(soundTails, Math.floor(choice / soundHeads.length));
  const version = itemAt(soundVersions, Math.floor(choice / soundHeads.length / soundTails.length));
  return [itemAt(soundHeads, choice), sought, tail, version].filter(Boolean).join(' ');
}

/** Seconds between the moments in the ids of a search's sounds, and the last of these moments. */
const between = 977;
const newest = 1_690_000_000;

function soundId(world: World, title: string, index: number): bigint {
  const slot = world.memory.slotOf('shortvideo', { kind: 'sound', title });
  return idCodecs.shortvideo.encode(newest - index * between, index, slot);
}

/** The title behind a sound's id; null for a number that was not issued. */
export function titleWithId(world: World, id: string): string | null {
  const { owner, slot } = idCodecs.shortvideo.decode(BigInt(id));
  const occasion = world.memory.occasionAt('shortvideo', slot);
  const isIssued =
    occasion.kind === 'sound' && soundId(world, occasion.title, owner) === BigInt(id);
  return isIssued ? soundTitle(occasion.title, owner) : null;
}

/** How many videos use a title: as many as can be listed. */
export const videosWith = (title: string): number => totalFor(`sound ${title.toLowerCase()}`);

function readSoundRow(world: World, phrase: string, index: number) {
  const id = soundId(world, phrase, index);
  const dice = (name: string): Dice => createDice(seed, 'sound', id, name);
  return {
    world,
    platform: 'shortvideo' as const,
    what: 'sound' as const,
    id,
    author: people.personaAt(dice('artist').below(people.populationSize)),
    second: newest - index * between,
    title: soundTitle(phrase, index),
    numbers: {},
    dice,
  };
}

const isOriginalSound = chanceOf('original sound', 0.2);

export const soundRow = rowMaker(readSoundRow, {
  title: ({ title }) => title,
  author: ({ author }) => author.name,
  album: (row, dice) => {
    if (isOriginalSound(row)) return null;
    return dice.chance(0.3) ? '' : `${dice.pick(soundHeads)} ${dice.pick(soundTails)}`.trim();
  },
  duration: (row, dice) => (isOriginalSound(row) ? dice.between(8, 60) : dice.between(30, 240)),
  userCount: ({ title }) => videosWith(title),
  isOriginal: (row, dice) => isOriginalSound(row) || dice.chance(0.5),
  isCommerceMusic: (row, dice) => !isOriginalSound(row) && dice.chance(0.35),
  isOriginalSound,
});
