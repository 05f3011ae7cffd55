/** The pictures and videos of a row, and what is said about them. Pure. */
import { memberOf } from '#shared/catalogue/types.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { kindOfLink, mediaLinks } from '#shared/contract/media.ts';
import type { MediaColumn, MediaKind, MediaLink, MediaStatus } from '#shared/contract/media.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { authorField } from '#shared/query/use-value.ts';

/** A column with media, with what is known about its values. */
export interface SeenColumn extends Pick<Column, 'field' | 'label' | 'meaning'> {
  kind: MediaKind;
}

/** Where main finds a link in a row. */
export type LinkInRow = Pick<MediaLink, 'column' | 'n'> & { kind: MediaKind };

/** A picture, or a video with what goes with it. */
export interface RowMedium extends LinkInRow {
  label: string;
  /** Shown until the video is played. */
  poster: LinkInRow | null;
  subtitles: LinkInRow | null;
}

/**
 * Returns the columns whose media a row is about. A post isn't about its author’s picture, unless it has
 * no other.
 */
export function columnsSeen(
  media: readonly MediaColumn[],
  columns: readonly Column[],
  resource: Resource | null,
): SeenColumn[] {
  const seen = media.flatMap(({ column, kind }) => {
    const found = columns.find(({ field }) => field === column);
    return found === undefined ? [] : [{ ...found, kind }];
  });
  const groupOf = (field: string): string | undefined =>
    resource?.fields.find(({ name }) => name === field)?.group;
  const author = resource && authorField(resource);
  const own = seen.filter(({ field }) => author === null || groupOf(field) !== groupOf(author));
  return own.some(({ kind }) => kind !== 'subtitles') ? own : seen;
}

/** Returns them in the order of the columns. A row with as many pictures as videos has their posters. */
export function mediaOf(row: Row, columns: readonly SeenColumn[]): RowMedium[] {
  const links = columns.flatMap(({ field: column, meaning, kind, label }) =>
    mediaLinks(memberOf(row, column), meaning).map((link, n): RowMedium => ({
      column,
      n,
      label,
      kind: kindOfLink(link, kind),
      poster: null,
      subtitles: null,
    })),
  );
  const of = (kind: MediaKind) => links.filter((one) => one.kind === kind);
  const [pictures, videos, subtitles] = [of('picture'), of('video'), of('subtitles')];
  const arePosters = pictures.length === videos.length;
  for (const [at, video] of videos.entries()) {
    if (arePosters) video.poster = pictures[at] ?? null;
    video.subtitles = subtitles[at] ?? null;
  }
  return arePosters ? videos : [...pictures, ...videos];
}

/** "Picture", "Video", "3 pictures". */
export function mediaWords(media: readonly Pick<RowMedium, 'kind'>[]): string {
  const kinds = new Set(media.map(({ kind }) => kind));
  const [kind] = kinds;
  if (kind === undefined) return '';
  if (media.length === 1) return kind === 'picture' ? 'Picture' : 'Video';
  return `${media.length} ${kinds.size > 1 ? 'pictures and videos' : `${kind}s`}`;
}

/** What became of a link, in as few words as fit on a tile; main has the whole sentence. */
export const missingWords: Readonly<Record<Exclude<MediaStatus, 'saved'>, string>> = {
  gone: 'No longer there',
  expired: 'Link expired',
  refused: 'Refused by its site',
  too_large: 'Too large',
  not_media: 'Not a picture or video',
  failed: 'Could not be loaded',
};

/** "1:07": the length of a video. */
export function lengthText(seconds: unknown): string | null {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < 86_399)) return null;
  const clock = new Date(Math.round(seconds) * 1000).toISOString().slice(11, 19);
  return clock.replace(/^(?:00:)?0?/, '');
}
