/** The items of a question: endless, made by index, the same every time. */
import { fieldLists } from '../facts/fields.ts';
import type { ResourceName } from '../facts/types.ts';
import type { JsonObject, JsonValue, Question } from './types.ts';
import { valueFor } from './values.ts';
import type { RowSeed } from './values.ts';

/** A member no field list knows; it must survive all the same. */
export const undocumentedMember = 'shardHint';

/** The field of each resource that items carry from the second page on only. */
export const lateFields: Readonly<Record<ResourceName, string>> = {
  microblogPost: 'placeCountryCode',
  microblogUser: 'accountBasedIn',
  photosharePost: 'genAiChatWithAiCtaInfo',
  photoshareUser: 'externalUrl',
  photoshareComment: 'isSpam',
  forumPost: 'removal',
  forumComment: 'topLevelRank',
  shortvideoPost: 'transcriptsJson',
  shortvideoComment: 'stickerUrl',
  shortvideoUser: 'usernameModifyTime',
  shortvideoSound: 'album',
};

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

const notPartOfTheData = new Set(['fields', 'limit', 'responseType']);

/** What decides the items: everything asked for, except how much of them and in which form. */
function dataKey(question: Question): string {
  const asked = Object.entries(question.query)
    .filter(([name]) => !notPartOfTheData.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([question.endpoint.path, question.values, asked]);
}

const minute = 60_000;
const newest = Date.UTC(2026, 4, 31, 21, 30);

/** Newest first; inside `since` and `until` (both inclusive) when they are given. */
function timeOf(question: Question, index: number, total: number): number {
  const { since, until } = question.query;
  const end = until ? Date.parse(`${until}T23:59:00Z`) : newest;
  const begin = since ? Date.parse(`${since}T00:00:00Z`) : end - (total + 1) * 37 * minute;
  if (begin > end && !until) return begin + (total - index) * minute;
  return Math.floor(end - ((end - begin) * (index + 1)) / (total + 1));
}

/** What the question fixes in its items: asked for a user's posts, every post is that user's. */
function givenMembers({ endpoint, values }: Question): JsonObject {
  const { id = '', commentId = '', username = '', identifier = '' } = values;
  const given: Readonly<Record<string, JsonObject>> = {
    'microblog.posts.by-user': { authorUsername: username },
    'forum.comments.by-user': { authorUsername: username },
    'microblog.posts.get': { id },
    'photoshare.posts.get': { id },
    'microblog.posts.comments': { conversationId: id, replyToPostId: id },
    'microblog.posts.quotes': { quotedPostId: id },
    'microblog.users.get': { username },
    'photoshare.posts.by-user': { username: identifier },
    'photoshare.users.get': { username: identifier },
    'shortvideo.posts.by-user': { username: identifier },
    'photoshare.posts.comments': { parentPostId: id, parentCommentId: null },
    'photoshare.comments.get': { id: commentId, parentPostId: id, parentCommentId: null },
    'photoshare.comments.replies': { parentPostId: id, parentCommentId: commentId },
    'shortvideo.comments.get': {
      id: /^\d+$/.test(commentId) ? BigInt(commentId) : commentId,
      postId: /^\d+$/.test(id) ? BigInt(id) : id,
      parentCommentId: null,
      replyToCommentId: null,
    },
  };
  return given[endpoint.id.replace(/\.stored$/, '')] ?? {};
}

export interface RowRequest {
  readonly question: Question;
  readonly index: number;
  /** Rows of the whole question, and of one page. */
  readonly total: number;
  readonly pageSize: number;
  /** Members that override everything else. */
  readonly given?: JsonObject;
  /** Ignore the question's `fields` (for what is not a result item). */
  readonly everyField?: boolean;
}

/** One item, in the field list's order, narrowed to `fields` when those are asked for. */
export function rowAt(request: RowRequest): JsonObject {
  const { question, index, total, pageSize, everyField = false } = request;
  const { resource } = question.endpoint;
  const seed = hash(dataKey(question));
  const row: RowSeed = {
    resource,
    index,
    time: timeOf(question, index, total),
    random: (name) => hash(`${seed}|${index}|${name}`),
  };
  const fixed = { ...givenMembers(question), ...request.given };
  const chosen = everyField ? undefined : question.query.fields?.split(',');
  const names = fieldLists[resource].names
    .filter((name) => index >= pageSize || name !== lateFields[resource])
    .filter((name) => chosen === undefined || chosen.includes(name));
  const item: Record<string, JsonValue> = {};
  for (const name of names) {
    const given = fixed[name];
    item[name] = given === undefined ? valueFor(row, name) : given;
  }
  if (chosen === undefined) {
    item[undocumentedMember] = {
      shard: index % 7,
      exact: 9_007_199_254_740_993n + 2n * BigInt(index),
    };
  }
  return item;
}
