/** Shortvideo posts as the service sends them. Their ids are JSON integers beyond 2^53. */
import type { Item, Json } from '../answers.ts';
import { creation, isoMoment } from './timeline.ts';
import { createDice, itemAt, shuffled } from './dice.ts';
import { featuredPost, orderFor, postCount, topicOf } from './posts.ts';
import type { Post } from './posts.ts';
import type { World } from './memory.ts';
import { accountId, joinedAt } from './people/account-ids.ts';
import { composeLine, composeReply, statement } from './texts/compose.ts';
import { Buffer } from 'node:buffer';
import type { Persona } from './people/persona.ts';
import { audienceOf, avatarUrl, bioOf, isVerified, personaAt } from './people/persona.ts';
import { blockOf, populationSize } from './people/population.ts';
import { shortvideoIds } from './ids.ts';
import { totalFor } from './search.ts';

export function videoItem(world: World, post: Post): Item {
  const { author, id, second } = post;
  const dice = createDice(world.seed, 'video', id);
  const known = featuredPost('shortvideo', id);
  const order = orderFor(world, post);
  const description = known?.text ?? (dice.chance(0.04) ? '' : composeLine(order));
  const likes = known?.likes ?? dice.count(900 * author.renown ** 0.6, 1.7);
  const spoken = { ...order, topic: order.topic ?? author.topics[0] };
  const transcripts: Json = dice.chance(0.4)
    ? [{ language: author.language, kind: 'auto', text: statement(spoken) }]
    : null;
  return {
    id: BigInt(id),
    postType: dice.chance(0.93) ? 'video' : 'photo',
    isPrivate: false,
    videoThumbnail: `https://media.example.org/shortvideo/${id}.jpg`,
    description,
    descriptionLanguage: author.language,
    userId: BigInt(accountId(world, 'shortvideo', author)),
    username: author.username,
    nickname: author.name,
    collectCount: Math.floor(likes * dice.float() * 0.2),
    commentCount: known?.replies ?? Math.floor(likes * (0.004 + dice.float() * 0.05)),
    likeCount: likes,
    downloadCount: Math.floor(likes * dice.float() * 0.02),
    forwardCount: known?.reposts ?? Math.floor(likes * dice.float() * 0.08),
    playCount: Math.floor(likes * (7 + dice.float() * 40)) + dice.between(80, 900),
    hashtags: [...description.matchAll(/#([\p{L}\p{M}\p{N}_]+)/gu)].map((match) => match[1] ?? ''),
    duration: dice.chance(0.8) ? dice.between(6, 75) : dice.between(76, 600),
    videoUrl: `https://media.example.org/shortvideo/${id}.mp4`,
    transcriptsJson: transcripts,
    ...creation(second),
  };
}

// Shortvideo accounts.

const secondaryMark = 'MS4wLjABAAAA';

/** The long second id of an account; it encodes the username. */
const secondaryId = (username: string): string =>
  secondaryMark + Buffer.from(username).toString('base64url');

/** The username in a secondary id; any other text is returned unchanged. */
export const usernameIn = (identifier: string): string =>
  identifier.startsWith(secondaryMark)
    ? Buffer.from(identifier.slice(secondaryMark.length), 'base64url').toString()
    : identifier;

export function videoUserItem(world: World, persona: Persona, now: number): Item {
  const { username, name, language, country } = persona;
  const dice = createDice(world.seed, 'shortvideo profile', username);
  const joined = joinedAt(world, 'shortvideo', persona);
  const { followers, following } = audienceOf(world, 'shortvideo', persona);
  const renamed = dice.chance(0.25);
  return {
    id: accountId(world, 'shortvideo', persona),
    username,
    nickname: name,
    signature: bioOf(world, persona),
    secUid: secondaryId(username),
    avatar: avatarUrl('shortvideo', persona),
    isPrivate: false,
    isVerified: isVerified(world, persona),
    followerCount: followers,
    followingCount: following,
    likeCount: Math.floor(followers * (2 + dice.float() * 30)),
    postCount: postCount(world, 'shortvideo', persona, now),
    language,
    region: country,
    createdAt: isoMoment(joined),
    usernameModifyTime: renamed
      ? isoMoment(Math.floor(joined + (now - joined) * dice.float() * 0.9))
      : null,
  };
}

// One comment on a video, by its id. Everything is rolled from the id, which is a JSON integer.

export function videoCommentItem(
  world: World,
  post: Post,
  { commentId, now }: { commentId: string; now: number },
): Item {
  const dice = createDice(world.seed, 'video comment', post.id, commentId);
  const { start, size } = blockOf(dice.chance(0.7) ? post.author.language : 'en');
  const author = personaAt(world, start + dice.below(size));
  const day = 86_400;
  const second = Math.min(post.second + dice.between(40, 3 * day), Math.max(now, post.second));
  const text = composeReply({
    language: author.language,
    topic: topicOf(world, post),
    ordinal: dice.below(5000),
    phrase: null,
    city: author.city,
    dice,
  });
  return {
    id: BigInt(commentId),
    postId: BigInt(post.id),
    userId: accountId(world, 'shortvideo', author),
    username: author.username,
    text,
    likeCount: dice.count(12, 1.5),
    ...creation(second),
    imageUrls: dice.chance(0.1) ? [`https://media.example.org/shortvideo/c/${commentId}.jpg`] : [],
    stickerUrl: null,
    replyCount: dice.chance(0.5) ? 0 : dice.count(3, 1),
    parentCommentId: null,
    replyToCommentId: null,
  };
}

// Sounds: titles around the searched words, with ids that encode the title.

const before =
  'Low High Slow Quiet Golden Silver Blue Early Late Little Old New First Last Soft Bright Paper Winter Summer Morning Evening Midnight Sunday Northern Southern Hidden Open Borrowed Gentle Distant'.split(
    ' ',
  );
const after =
  '|Song|Waltz|Lights|Road|Letters|Window|Hours|Radio|Garden|Lullaby|Postcard|Bells|Harbour|Season|Station|Signals|Theme|Dance|Weather|Kites'.split(
    '|',
  );
const versions = '|(Slowed)|(Live)|(Acoustic)|(Radio Edit)|(Piano)|(Loop)'.split('|');

const combinations = before.length * after.length * versions.length;

export interface Sound {
  id: bigint;
  title: string;
  /** Its index within its search. */
  index: number;
}

const capitalised = (phrase: string): string =>
  phrase.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/** Several artists record the same title, so titles may be repeated with another id. */
function titleOf(phrase: string, index: number): string {
  const words = capitalised(phrase);
  // The first one is the simplest: “Low Tide” for “tide”.
  if (index === 0) return /^low /i.test(phrase) ? words : `Low ${words}`;
  if (index === 1) return words;
  const choice = shuffled(index % combinations, combinations, phrase);
  const tail = itemAt(after, Math.floor(choice / before.length));
  const version = itemAt(versions, Math.floor(choice / (before.length * after.length)));
  return [itemAt(before, choice), words, tail, version].filter((part) => part !== '').join(' ');
}

/** Seconds between the moments in the ids of a search's sounds, and the last of these moments. */
const between = 977;
const newest = 1_690_000_000;

export function soundAt(world: World, phrase: string, index: number): Sound {
  const slot = world.memory.slotOf('shortvideo', { kind: 'sound', title: phrase });
  const id = shortvideoIds.encode({ second: newest - index * between, owner: index, slot });
  return { id, title: titleOf(phrase, index), index };
}

/** The title behind a sound's id, or null for a number that was not issued. */
export function titleWithId(world: World, id: string): string | null {
  const { owner, slot } = shortvideoIds.decode(BigInt(id));
  const occasion = world.memory.occasionAt('shortvideo', slot);
  if (occasion.kind !== 'sound') return null;
  const sound = soundAt(world, occasion.title, owner);
  return String(sound.id) === id ? sound.title : null;
}

/** How many videos use a title: as many as can be listed. */
export const videosWith = (world: World, title: string): number =>
  totalFor(world.seed, `sound ${title.toLowerCase()}`);

export function soundItem(world: World, sound: Sound): Item {
  const { id, title } = sound;
  const dice = createDice(world.seed, 'sound', id);
  const artist = personaAt(world, dice.below(populationSize));
  const isOriginalSound = dice.chance(0.2);
  const album = dice.chance(0.3) ? '' : `${dice.pick(before)} ${dice.pick(after)}`.trim();
  return {
    id,
    title,
    author: artist.name,
    album: isOriginalSound ? null : album,
    duration: isOriginalSound ? dice.between(8, 60) : dice.between(30, 240),
    userCount: videosWith(world, title),
    isOriginal: isOriginalSound || dice.chance(0.5),
    isCommerceMusic: !isOriginalSound && dice.chance(0.35),
    isOriginalSound,
  };
}
