/**
 * The fields of each resource, complete and in order (specification, Resources and their fields).
 * Labels, groups and meanings are ours.
 */
import { forumComment, forumPost } from './forum.ts';
import { microblogPost, microblogUser } from './microblog.ts';
import { photoshareComment, photosharePost, photoshareUser } from './photoshare.ts';
import {
  shortvideoComment,
  shortvideoPost,
  shortvideoSound,
  shortvideoUser,
} from './shortvideo.ts';

export const resources = [
  microblogPost,
  microblogUser,
  photosharePost,
  photoshareComment,
  photoshareUser,
  forumPost,
  forumComment,
  shortvideoPost,
  shortvideoComment,
  shortvideoUser,
  shortvideoSound,
];
