/**
 * How one answer leads to the next question (*Use in…*): which fields hold what a parameter
 * takes, and which count the rows of a question. Within one platform only; the first field of a
 * resource is the one that identifies the item best.
 */
import type { Counted, KnownResourceId, Taken } from '#shared/catalogue/types.ts';

const from = (resource: KnownResourceId, ...fields: string[]): Taken[] =>
  fields.map((field) => ({ resource, field }));

export const microblogPostIds: Taken[] = [
  ...from(
    'microblog.post',
    'id',
    'conversationId',
    'quotedPostId',
    'retweetedPostId',
    'replyToPostId',
  ),
  ...from('microblog.user', 'pinnedMicroblogPostId'),
];

export const microblogUsernames: Taken[] = [
  ...from('microblog.post', 'authorUsername', 'replyToUsername', 'mentions'),
  ...from('microblog.user', 'username'),
];

export const microblogNames: Taken[] = from('microblog.user', 'name');

/** Specification, Parameter conventions: the search takes words; a hashtag is a word with its #. */
export const microblogHashtags: Taken[] = [
  { resource: 'microblog.post', field: 'hashtags', prefix: '#' },
];

export const photosharePostIds: Taken[] = [
  ...from('photoshare.post', 'id'),
  ...from('photoshare.comment', 'parentPostId'),
];

/** Specification, Photoshare: replies can't be requested by their ids, only their parent. */
export const photoshareCommentIds: Taken[] = [
  {
    resource: 'photoshare.comment',
    field: 'id',
    whileEmpty: 'parentCommentId',
    otherwise: 'reply',
  },
  ...from('photoshare.comment', 'parentCommentId'),
];

export const photoshareAccounts: Taken[] = [
  ...from('photoshare.user', 'username', 'id'),
  ...from('photoshare.post', 'username', 'userId'),
  ...from('photoshare.comment', 'username', 'userId', 'parentPostUserId'),
];

export const photoshareNames: Taken[] = [
  ...from('photoshare.user', 'fullName'),
  ...from('photoshare.post', 'fullName'),
  ...from('photoshare.comment', 'fullName'),
];

/** Specification, Forum: ids are given without their type prefix. */
export const forumPostIds: Taken[] = [
  { resource: 'forum.post', field: 'id', without: 't3_' },
  { resource: 'forum.post', field: 'crosspostParent', without: 't3_' },
  { resource: 'forum.comment', field: 'parentPostId', without: 't3_' },
];

export const forumUsernames: Taken[] = [
  ...from('forum.post', 'authorUsername'),
  ...from('forum.comment', 'authorUsername'),
];

export const shortvideoPostIds: Taken[] = [
  ...from('shortvideo.post', 'id'),
  ...from('shortvideo.comment', 'postId'),
];

/** Specification, Shortvideo: reliable for top-level comments only. */
export const shortvideoCommentIds: Taken[] = [
  {
    resource: 'shortvideo.comment',
    field: 'id',
    whileEmpty: 'parentCommentId',
    otherwise: 'reply',
  },
  ...from('shortvideo.comment', 'parentCommentId'),
];

export const shortvideoAccounts: Taken[] = [
  ...from('shortvideo.user', 'username', 'id'),
  ...from('shortvideo.post', 'username', 'userId'),
  ...from('shortvideo.comment', 'username', 'userId'),
];

export const shortvideoSounds: Taken[] = from('shortvideo.sound', 'id', 'title');

export const shortvideoWords: Taken[] = from('shortvideo.sound', 'title', 'author');

/** `field` of `resource` counts the rows if these choices are made. */
export const countedBy = (
  resource: KnownResourceId,
  field: string,
  values: Counted['values'] = {},
): Counted => ({ resource, field, values });

/** Counts for both directions: followers, and accounts followed. */
export const connectionsCountedBy = (
  resource: KnownResourceId,
  followers: string,
  following: string,
): Counted[] => [
  countedBy(resource, followers, { connectionType: 'followers' }),
  countedBy(resource, following, { connectionType: 'following' }),
];
