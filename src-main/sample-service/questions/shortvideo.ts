/** What shortvideo answers about sounds and comments. */
import { exists } from '../data/ids.ts';
import { missing, oneRow } from '../data/rows.ts';
import type { Question } from '../data/rows.ts';
import { readSearch } from '../data/search.ts';
import {
  soundAt,
  soundItem,
  titleWithId,
  videoCommentItem,
  videoItem,
  videosWith,
} from '../data/shortvideo.ts';
import { foundBy, ofPost } from './by-resource.ts';

const bySound: Question = (ask) => {
  const { world } = ask;
  const { sound = '' } = ask.values;
  if (!exists(sound)) return missing(`There is no sound ${sound}.`);
  const named = /^\d{1,30}$/.test(sound) ? titleWithId(world, sound) : null;
  const title = (named ?? sound).toLowerCase();
  // Who uses a sound is found like any search for its title; the texts need not say it.
  const { total, postAt } = foundBy('shortvideo', ask, {
    key: { phrase: title, language: null, country: null },
    occasion: { kind: 'sound', title },
    most: videosWith(world, title),
  });
  return { kind: 'rows', total, at: (index) => videoItem(world, postAt(index)) };
};

const searchSounds: Question = ({ world, values }) => {
  const { keyword = '' } = values;
  const { phrases, total } = readSearch(world.seed, keyword);
  const phrase = phrases[0] ?? keyword;
  return { kind: 'rows', total, at: (index) => soundItem(world, soundAt(world, phrase, index)) };
};

/** Ids with this ending are replies', by the visible rule (README). */
const replyEnding = '99';

const comment: Question = ofPost('shortvideo', ({ world, now, values }, post) => {
  const { commentId = '' } = values;
  const found = /^\d{1,50}$/.test(commentId) && exists(commentId);
  if (!found || commentId.endsWith(replyEnding)) {
    return missing(`There is no top-level comment ${commentId} on this video.`);
  }
  return oneRow(videoCommentItem(world, post, { commentId, now }));
});

export const shortvideoQuestions: Readonly<Record<string, Question>> = {
  'shortvideo.posts.by-sound': bySound,
  'shortvideo.comments.get': comment,
  'shortvideo.sounds.search': searchSounds,
};
