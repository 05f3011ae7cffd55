/** Photoshare posts as the service sends them, and their two kinds of ids. */
import type { Item, Json } from '../../json.ts';
import { creation } from '../dates.ts';
import { createDice } from '../dice.ts';
import type { Dice } from '../dice.ts';
import { featuredPost } from '../featured-posts.ts';
import { fromShortcode, toShortcode } from '../ids.ts';
import type { World } from '../memory.ts';
import { accountId, personaWithId } from '../people/account-ids.ts';
import { populationSize } from '../people/population.ts';
import { avatarUrl } from '../people/profile.ts';
import { readPost } from '../posts.ts';
import type { Post } from '../posts.ts';
import { orderFor } from '../stories.ts';
import { composeCaption, statement } from '../texts/compose.ts';

/** The longest number that its platform's ids can have: 63 bits. */
const lastNumber = 2n ** 63n - 1n;

/**
 * A post by its shortcode or its strong id `<media_id>_<user_id>`. The account in a strong id is
 * the author, whoever that is.
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

export const strongId = (world: World, post: Post): string =>
  `${post.id}_${accountId(world, 'photoshare', post.author)}`;

export interface PhotoNumbers {
  likes: number;
  comments: number;
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
    comments: known?.replies ?? atMost(likes * (0.01 + dice.float() * 0.09)),
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

/** What only videos have; null or empty for pictures. */
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
    commentCount: numbers.comments,
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
