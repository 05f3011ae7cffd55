/** One comment on a video, by its id. Everything is rolled from the id; it is a JSON integer. */
import type { Item } from '../../json.ts';
import { creation } from '../dates.ts';
import { createDice } from '../dice.ts';
import type { World } from '../memory.ts';
import { accountId } from '../people/account-ids.ts';
import { personaAt } from '../people/persona.ts';
import { blockOf } from '../people/population.ts';
import type { Post } from '../posts.ts';
import { topicOf } from '../stories.ts';
import { composeReply } from '../texts/compose.ts';

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
