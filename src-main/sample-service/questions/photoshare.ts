/** What photoshare answers about comments. */
import {
  commentAt,
  commentItem,
  commentsOn,
  findComment,
  isReplyId,
  repliesTo,
  replyAt,
} from '../data/photoshare.ts';
import type { Comment } from '../data/photoshare.ts';
import { missing, oneRow, withinDays } from '../data/rows.ts';
import type { Ask, Question, Rows } from '../data/rows.ts';
import type { Item } from '../answers.ts';
import { ofPost } from './by-resource.ts';

/** Comments or replies, the newest first, between `since` and `until` where given. */
const listed = (
  { world, values }: Ask,
  { total, at }: { total: number; at: (index: number) => Comment },
): Rows => {
  const item = (index: number): Item => commentItem(world, at(index));
  return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
};

const comments = ofPost('photoshare', (ask, post) => {
  const { world, now } = ask;
  const { total } = commentsOn(world, post, now);
  return listed(ask, { total, at: (index) => commentAt(world, post, index, now) });
});

/** Asks about a top-level comment. */
const ofComment = (answer: (ask: Ask, comment: Comment) => Rows): Question =>
  ofPost('photoshare', (ask, post) => {
    const { commentId = '' } = ask.values;
    const comment = findComment(ask.world, post, commentId, ask.now);
    if (comment !== null) return answer(ask, comment);
    return missing(
      isReplyId(commentId)
        ? `${commentId} is a reply. Reply ids are not supported: ask for the replies of its comment.`
        : `There is no comment ${commentId} on this post.`,
    );
  });

const replies = ofComment((ask, comment) => {
  const { world, now } = ask;
  const { total } = repliesTo(world, comment, now);
  return {
    ...listed(ask, { total, at: (index) => replyAt(world, comment, index, now) }),
    extra: { parent_comment: commentItem(world, comment) },
  };
});

export const photoshareQuestions: Readonly<Record<string, Question>> = {
  'photoshare.posts.comments': comments,
  'photoshare.comments.get': ofComment(({ world }, comment) => oneRow(commentItem(world, comment))),
  'photoshare.comments.replies': replies,
};
