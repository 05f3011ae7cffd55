/** Photoshare posts as the service sends them, and their two kinds of ids. */
import type { Item, Json } from '../answers.ts';
import { creation } from './timeline.ts';
import { createDice, hashText } from './dice.ts';
import type { Dice } from './dice.ts';
import { answersTo, featuredPost, orderFor, postCount, readPost, topicOf } from './posts.ts';
import type { Answers, Post } from './posts.ts';
import { fromShortcode, toShortcode } from './ids.ts';
import type { World } from './memory.ts';
import { accountId, personaWithId } from './people/account-ids.ts';
import { populationSize } from './people/population.ts';
import { audienceOf, avatarUrl, bioOf, isVerified } from './people/persona.ts';
import type { Persona } from './people/persona.ts';
import { composeCaption, composeReply, statement } from './texts/compose.ts';

/** The largest number that the platform's ids can have: 63 bits. */
const lastNumber = 2n ** 63n - 1n;

/**
 * Reads a post by its shortcode or its strong id `<media_id>_<user_id>`. The account in a strong id is the
 * author, whoever it is.
 */
export function readPhotosharePost(world: World, id: string): Post {
  const strong = /^(\d{1,30})_(\d{1,30})$/.exec(id);
  const media = strong?.[1] === undefined ? fromShortcode(id) : BigInt(strong[1]);
  const post = readPost(
    world,
    'photoshare',
    String(media > lastNumber ? media & lastNumber : media),
  );
  const user = strong?.[2];
  return user === undefined ? post : { ...post, author: personaWithId(world, 'photoshare', user) };
}

const strongId = (world: World, post: Post): string =>
  `${post.id}_${accountId(world, 'photoshare', post.author)}`;

export interface PhotoNumbers {
  likes: number;
  replies: number;
  reshares: number;
  reposts: number;
  saves: number;
}

const atMost = (count: number): number => Math.min(Math.floor(count), populationSize - 1);

export function photoNumbers(world: World, post: Post): PhotoNumbers {
  const dice = createDice(world.seed, 'photo numbers', post.id);
  const known = featuredPost('photoshare', post.id);
  const likes = known?.likes ?? dice.count(420 * post.author.renown ** 0.6, 1.4);
  return {
    likes,
    replies: known?.replies ?? atMost(likes * (0.01 + dice.float() * 0.09)),
    reshares: Math.floor(likes * dice.float() * 0.12),
    reposts: known?.reposts ?? Math.floor(likes * dice.float() * 0.03),
    saves: Math.floor(likes * dice.float() * 0.2),
  };
}

type Media = 'image' | 'video' | 'carousel';
const mediaTypes: readonly Media[] = ['image', 'image', 'carousel', 'video', 'video'];

function locationOf({ author, id }: Post, dice: Dice): Json {
  if (!dice.chance(0.45)) return null;
  return {
    id: String(100_000_000 + (Number(BigInt(id) % 899_999_999n) | 1)),
    name: author.city,
    countryCode: author.country,
    hasPublicPage: true,
  };
}

/** Members that only videos have; null or empty for pictures. */
function videoMembers(world: World, post: Post, dice: Dice) {
  const base = `https://media.example.org/photoshare/${post.id}`;
  const hasSubtitles = dice.chance(0.6);
  const order = orderFor(world, post);
  const spoken = { ...order, topic: order.topic ?? post.author.topics[0] };
  return {
    videoUrl: `${base}.mp4`,
    audioOnlyUrl: `${base}.m4a`,
    videoSubtitlesUri: hasSubtitles ? `${base}.vtt` : null,
    subtitles: hasSubtitles ? statement(spoken) : '',
  };
}

export function photoItem(world: World, post: Post): Item {
  const { author, id, second } = post;
  const dice = createDice(world.seed, 'photo rest', id);
  const mediaType = dice.pick(mediaTypes);
  const isVideo = mediaType === 'video';
  const numbers = photoNumbers(world, post);
  const none = { videoUrl: null, audioOnlyUrl: null, videoSubtitlesUri: null, subtitles: '' };
  const video = isVideo ? videoMembers(world, post, dice) : none;
  const notice: Json = dice.chance(0.03)
    ? { label: 'AI info', entryPoint: 'caption', isEditable: false }
    : null;
  return {
    id: strongId(world, post),
    postType: isVideo ? 'reel' : 'post',
    userId: accountId(world, 'photoshare', author),
    username: author.username,
    fullName: author.name,
    caption: featuredPost('photoshare', id)?.text ?? composeCaption(orderFor(world, post)),
    mediaType,
    codeUrl: `https://photoshare.example.com/p/${toShortcode(BigInt(id))}/`,
    imageUrl: `https://media.example.org/photoshare/${id}.jpg`,
    videoUrl: video.videoUrl,
    audioOnlyUrl: video.audioOnlyUrl,
    profilePicUrl: avatarUrl('photoshare', author),
    videoSubtitlesUri: video.videoSubtitlesUri,
    subtitles: video.subtitles,
    likeCount: numbers.likes,
    commentCount: numbers.replies,
    reshareCount: numbers.reshares,
    mediaRepostCount: numbers.reposts,
    saveCount: numbers.saves,
    videoPlayCount: isVideo ? Math.floor(numbers.likes * (6 + dice.float() * 30)) : null,
    videoDuration: isVideo ? Math.round((5 + dice.float() * 80) * 1000) / 1000 : null,
    ...creation(second),
    location: locationOf(post, dice),
    genAiChatWithAiCtaInfo: notice,
    hasHighRiskGenAiInformTreatment: notice !== null,
  };
}

// Photoshare accounts.

export function photoUserItem(world: World, persona: Persona, now: number): Item {
  const { username, name } = persona;
  const dice = createDice(world.seed, 'photoshare profile', username);
  const { followers, following } = audienceOf(world, 'photoshare', persona);
  const anonymous = persona.bio === null && dice.chance(0.06);
  const id = accountId(world, 'photoshare', persona);
  return {
    id,
    username,
    fullName: name,
    isPrivate: false,
    isVerified: isVerified(world, persona),
    followerCount: followers,
    followingCount: following,
    mediaCount: postCount(world, 'photoshare', persona, now),
    biography: bioOf(world, persona),
    externalUrl: dice.chance(0.35) ? `https://notes.example.com/${username}` : null,
    hasAnonymousProfilePicture: anonymous,
    profilePicId: anonymous
      ? null
      : `31${dice.between(10_000_000, 99_999_999)}${dice.between(1_000_000, 9_999_999)}_${id}`,
    profilePicUrl: anonymous
      ? 'https://media.example.org/photoshare/avatars/nobody.jpg'
      : avatarUrl('photoshare', persona),
    profileUrl: `https://photoshare.example.com/${username}/`,
  };
}

// Photoshare comments. Their ids are 17 digits: which kind, which list, and the index in that list, so that
// one comment and its replies can be requested.

type CommentKind = '178' | '180';
const topLevel: CommentKind = '178';
const reply: CommentKind = '180';

/** The last digits of a list's first comment; each older one has a lower number. */
const firstInList = 90_123;

/** The digits of a list. The first comment of the catalogue's example is fixed. */
const digitsOf = (listId: string): string =>
  listId === '3418587684199112209'
    ? '512345678'
    : String(hashText(listId) % 1_000_000_000).padStart(9, '0');

const idAt = (kind: CommentKind, listId: string, index: number): string =>
  `${kind}${digitsOf(listId)}${firstInList - index}`;

export interface Comment {
  id: string;
  /** Index in its list, newest first. */
  index: number;
  author: Persona;
  second: number;
  post: Post;
  /** The comment it replies to, or null at top level. */
  parent: Comment | null;
}

export function commentsOn(world: World, post: Post, now: number): Answers {
  const total = photoNumbers(world, post).replies;
  return answersTo(world, post, { kind: 'replies', total, now });
}

export function commentAt(world: World, post: Post, index: number, now: number): Comment {
  const id = idAt(topLevel, post.id, index);
  return { id, index, post, parent: null, ...commentsOn(world, post, now).at(index) };
}

/** The top-level comment with an id under a post, or null when there is none. */
export function findComment(world: World, post: Post, id: string, now: number): Comment | null {
  const index = firstInList - Number(id.slice(-5));
  const isThere = index >= 0 && index < commentsOn(world, post, now).total;
  return isThere && id === idAt(topLevel, post.id, index)
    ? commentAt(world, post, index, now)
    : null;
}

/** Returns whether an id is a reply's: those are not supported where a comment is requested. */
export const isReplyId = (id: string): boolean => /^\d{17}$/.test(id) && id.startsWith(reply);

function replyCount(world: World, comment: Comment): number {
  if (comment.parent !== null) return 0;
  const dice = createDice(world.seed, 'reply count', comment.id);
  // The newest comment under the catalogue's example is a popular one.
  if (comment.id === '17851234567890123') return 2_318;
  return dice.chance(0.55) ? 0 : dice.count(4, 1.1);
}

export function repliesTo(world: World, comment: Comment, now: number): Answers {
  const total = replyCount(world, comment);
  return answersTo(world, comment, { kind: 'comment replies', total, now });
}

export function replyAt(world: World, comment: Comment, index: number, now: number): Comment {
  const id = idAt(reply, comment.id, index);
  const { post } = comment;
  return { id, index, post, parent: comment, ...repliesTo(world, comment, now).at(index) };
}

export function commentItem(world: World, comment: Comment): Item {
  const { author, id, index, parent, post, second } = comment;
  const dice = createDice(world.seed, 'comment', id);
  const text = composeReply({
    language: author.language,
    topic: topicOf(world, post),
    ordinal: Math.floor(index / 2),
    phrase: null,
    city: author.city,
    dice,
  });
  const answered = parent !== null && dice.chance(0.3);
  return {
    id,
    text: parent === null ? text : `@${parent.author.username} ${text}`,
    type: parent === null ? 'comment' : 'reply',
    status: 'active',
    parentPostId: strongId(world, post),
    parentPostUserId: accountId(world, 'photoshare', post.author),
    parentCommentId: parent?.id ?? null,
    repliedToCommentId: answered ? parent.id : null,
    childCommentCount: replyCount(world, comment),
    userId: accountId(world, 'photoshare', author),
    username: author.username,
    fullName: author.name,
    likeCount: dice.chance(0.3) ? 0 : dice.count(4, 1.4),
    isSpam: false,
    ...creation(second),
  };
}
