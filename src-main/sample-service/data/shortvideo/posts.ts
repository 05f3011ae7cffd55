/** Shortvideo posts as the service sends them. Their ids are JSON integers beyond 2^53. */
import type { Item, Json } from '../../json.ts';
import { creation } from '../dates.ts';
import { createDice } from '../dice.ts';
import { featuredPost } from '../featured-posts.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import type { Post } from '../posts.ts';
import { orderFor } from '../stories.ts';
import { composeLine, statement } from '../texts/compose.ts';

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
