/**
 * Specification, Resources and their fields: the allowed names per resource, complete and in
 * order. Labels, groups and meanings are ours.
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
