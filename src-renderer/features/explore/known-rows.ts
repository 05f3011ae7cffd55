/** How many rows a question has, by the item it was opened from: followers, comments, quotes. */
import type { Query } from '#shared/query/types.ts';
import type { UseSource } from '#shared/query/use-value.ts';

/** The item's member that counts the rows, by question and choice. Live data alone: what is
 * stored of an item is a part of it. */
const countingFields: Readonly<Record<string, string>> = {
  'microblog.posts.comments': 'replyCount',
  'microblog.posts.quotes': 'quoteCount',
  'microblog.posts.interacting-users retweeters': 'retweetCount',
  'microblog.users.connections followers': 'followersCount',
  'microblog.users.connections following': 'followingCount',
  'photoshare.posts.comments': 'commentCount',
  'photoshare.comments.replies': 'childCommentCount',
  'photoshare.posts.interacting-users likers': 'likeCount',
  'photoshare.users.connections followers': 'followerCount',
  'photoshare.users.connections following': 'followingCount',
  'shortvideo.users.connections followers': 'followerCount',
  'shortvideo.users.connections following': 'followingCount',
};

/** A question as it was opened from an item, and that item. */
export interface OpenedFrom {
  values: Readonly<Record<string, string>>;
  texts: UseSource['texts'];
}

/** Returns the count that the item names; null: it names none, or the question is another now. */
export function knownRows(opened: OpenedFrom | null, { endpointId, values }: Query): number | null {
  const isSame = Object.entries(opened?.values ?? {}).every(
    ([key, value]) => values[key] === value,
  );
  if (opened === null || !isSame) return null;
  const choice = values['connectionType'] ?? values['interactionType'];
  const field = countingFields[choice === undefined ? endpointId : `${endpointId} ${choice}`];
  const [digits = ''] = field === undefined ? [] : opened.texts(field);
  return /^[1-9]\d*$/.test(digits) ? Number(digits) : null;
}
