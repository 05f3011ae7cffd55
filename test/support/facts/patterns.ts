/** Patterns of ids and dates (specification, "Parameter conventions" and the platforms' tables). */
export const patterns = {
  /** "A numeric string." */
  microblogPostId: /^\d+$/,
  /** A shortcode, or a strong id `<media_id>_<user_id>`. */
  photosharePostId: /^[A-Za-z0-9_-]+$/,
  shortvideoPostId: /^\d{1,50}$/,
  /** Base 36 without the `t3_` prefix. */
  forumPostId: /^[0-9a-z]+$/i,
  /** `YYYY-MM-DD`. */
  date: /^\d{4}-\d{2}-\d{2}$/,
  operationId: /^op_/,
} as const;

/** What the 400 message must speak of when an id is invalid. */
export const invalidIdMessages = {
  microblogPostId: /post ID must be a numeric string/i,
  photosharePostId: /shortcode.*<media_id>_<user_id>/i,
} as const;
