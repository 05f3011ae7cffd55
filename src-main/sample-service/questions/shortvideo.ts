/** Shortvideo's questions. */
import { findPosts } from '../data/found-posts.ts';
import { makePost, readPost } from '../data/posts.ts';
import { missing, oneRow, stretchOf } from '../data/rows.ts';
import type { Question } from '../data/rows.ts';
import { readSearch } from '../data/search-words.ts';
import { videoCommentItem } from '../data/shortvideo/comments.ts';
import { videoItem } from '../data/shortvideo/posts.ts';
import { soundAt, soundItem, titleWithId, videosWith } from '../data/shortvideo/sounds.ts';
import { usernameIn, videoUserItem } from '../data/shortvideo/users.ts';
import { exists } from '../rules.ts';
import { connectionsOf, ofPost, postsOf } from './asking.ts';

/** Nothing was posted before the platform opened. */
const opened = 1_480_000_000;

/** Accounts may also be named by their secondary id. */
const bySecondaryId =
  (question: Question): Question =>
  (ask) => {
    const identifier = usernameIn(ask.values['identifier'] ?? '');
    return question({ ...ask, values: { ...ask.values, identifier } });
  };

const bySound: Question = ({ world, now, values }) => {
  const { sound = '', since, until } = values;
  if (!exists(sound)) return missing(`There is no sound ${sound}.`);
  const named = /^\d{1,30}$/.test(sound) ? titleWithId(world, sound) : null;
  const title = (named ?? sound).toLowerCase();
  // Who uses a sound is found like any search for its title; the texts need not say it.
  const finds = findPosts(world, 'shortvideo', { phrase: title, language: null, country: null });
  const most = videosWith(world, title);
  const { top, total } = stretchOf(finds.timeline, { now, opened, most, since, until });
  const at = (index: number) => {
    const { second, author } = finds.at(top - index);
    const occasion = { kind: 'sound', title } as const;
    return videoItem(world, makePost(world, { platform: 'shortvideo', second, author, occasion }));
  };
  return { kind: 'rows', total, at };
};

const searchSounds: Question = ({ world, values }) => {
  const { keyword = '' } = values;
  const { phrases, total } = readSearch(world.seed, keyword);
  const phrase = phrases[0] ?? keyword;
  return { kind: 'rows', total, at: (index) => soundItem(world, soundAt(world, phrase, index)) };
};

/** Ids with this ending are replies', by the visible rule (README). */
const replyEnding = '99';

const comment: Question = ofPost(
  (world, id) => readPost(world, 'shortvideo', id),
  ({ world, now, values }, post) => {
    const { commentId = '' } = values;
    const found = /^\d{1,50}$/.test(commentId) && exists(commentId);
    if (!found || commentId.endsWith(replyEnding)) {
      return missing(`There is no top-level comment ${commentId} on this video.`);
    }
    return oneRow(videoCommentItem(world, post, { commentId, now }));
  },
);

export const shortvideoQuestions: Readonly<Record<string, Question>> = {
  'shortvideo.posts.by-user': bySecondaryId(postsOf('shortvideo', videoItem)),
  'shortvideo.posts.by-sound': bySound,
  'shortvideo.comments.get': comment,
  'shortvideo.sounds.search': searchSounds,
  'shortvideo.users.connections': bySecondaryId(connectionsOf('shortvideo', videoUserItem)),
};
