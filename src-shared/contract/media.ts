/**
 * Pictures and videos that rows link to. Main alone asks for them, and hands them to the window under the
 * program's own origin.
 */
import { z } from 'zod';
import type { Meaning } from '../catalogue/types.ts';
import type { Problem } from './problem.ts';
import { runIdSchema } from './run.ts';

/** What became of a link: the same words on screen, in `media.csv` and in methods sheets. */
export const mediaStatuses = [
  'saved',
  /** The site has it no more (404, 410). */
  'gone',
  /** The link was signed for some hours or days, which are over. */
  'expired',
  /** By the site, or an address that isn't asked. */
  'refused',
  'too_large',
  /** What the site sent is neither picture nor video, whatever it calls it. */
  'not_media',
  'failed',
] as const;
export type MediaStatus = (typeof mediaStatuses)[number];

export type MediaKind = 'picture' | 'video' | 'subtitles';

/** A column whose values are links to media. */
export interface MediaColumn {
  column: string;
  /** What most of its links seem to lead to. */
  kind: MediaKind;
}

/** A link of a run: main reads it from the row itself, so that the window can have no other address asked. */
export const mediaLinkSchema = z.strictObject({
  runId: runIdSchema,
  /** The row's number in the run, from 0 in order of arrival, as in `RowWindow.numbers`. */
  row: z.number().int().min(0),
  column: z.string().max(1000),
  /** Which of the cell's links, from 0: see `mediaLinks`. */
  n: z.number().int().min(0).max(1000),
});
export type MediaLink = z.infer<typeof mediaLinkSchema>;

export interface LoadedMedia {
  status: 'saved';
  /** A path on the window's own origin, until the program ends. */
  src: string;
  kind: MediaKind;
  /** Its media type, by its content. */
  type: string;
  bytes: number;
  /** In pixels; null where unknown, as for videos. */
  width: number | null;
  height: number | null;
}

export interface MissingMedia {
  status: Exclude<MediaStatus, 'saved'>;
  problem: Problem;
}

/** The columns that are for media, by what they mean. */
export const mediaMeanings: Readonly<Partial<Record<Meaning, MediaKind>>> = {
  image: 'picture',
  video: 'video',
  subtitles: 'subtitles',
};

/** What paths of pictures, videos and subtitles end in, without the dot. */
export const mediaEndings: Readonly<Record<MediaKind, readonly string[]>> = {
  picture: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'bmp'],
  video: ['mp4', 'm4v', 'webm', 'mov'],
  subtitles: ['vtt'],
};

const endsLikeMedia = new RegExp(
  `^[^?#]+\\.(?:${Object.values(mediaEndings).flat().join('|')})(?:[?#]|$)`,
  'i',
);

/**
 * Returns the links of a cell, in order: its text, or the texts in its list. In a column that isn't for
 * media, only those that end like media: the others lead to pages, which nobody wants asked.
 */
export function mediaLinks(value: unknown, meaning: Meaning): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter(
    (text): text is string =>
      typeof text === 'string' &&
      /^https?:\/\/\S+$/i.test(text) &&
      (mediaMeanings[meaning] !== undefined || endsLikeMedia.test(text)),
  );
}

/** Returns what a link probably leads to: by its end, if that says it. */
export function kindOfLink(link: string, otherwise: MediaKind): MediaKind {
  const [, ending = ''] = /^[^?#]+\.(\w+)(?:[?#]|$)/.exec(link.toLowerCase()) ?? [];
  const kinds = ['picture', 'video', 'subtitles'] as const;
  return kinds.find((kind) => mediaEndings[kind].includes(ending)) ?? otherwise;
}
