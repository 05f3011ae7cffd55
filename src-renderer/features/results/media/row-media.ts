/** The pictures and videos of a row, and what is said about them. Pure. */
import { memberOf } from '#shared/catalogue/types.ts';
import type { Resource } from '#shared/catalogue/types.ts';
import { mediaEndings, mediaLinks } from '#shared/contract/media.ts';
import type { MediaColumn, MediaKind, MediaLink, MediaStatus } from '#shared/contract/media.ts';
import type { Column, Row } from '#shared/contract/run.ts';
import { authorField } from '#shared/query/use-value.ts';

/** A column with media, with what is known about its values. */
export interface SeenColumn extends Pick<Column, 'field' | 'label' | 'meaning'> {
  kind: MediaKind;
}

/** Where main finds a link in a row. */
export type LinkInRow = Pick<MediaLink, 'column' | 'n'> & {
  kind: MediaKind;
  /** As the row has it. */
  address: string;
};

/** A picture, or a video with what goes with it. */
export interface RowMedium extends LinkInRow {
  kind: 'picture' | 'video';
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
  const links = columns.flatMap(({ field, meaning, kind, label }) =>
    mediaLinks(memberOf(row, field), meaning).map((address, n) => ({
      column: field,
      n,
      address,
      label,
      kind: kindOfEnding(address) ?? kind,
    })),
  );
  const of = <K extends MediaKind>(kind: K) =>
    links.flatMap((one) => (one.kind === kind ? [{ ...one, kind }] : []));
  const [pictures, videos, subtitles] = [of('picture'), of('video'), of('subtitles')];
  const arePosters = pictures.length === videos.length;
  const alone = arePosters ? [] : pictures;
  return [
    ...alone.map((one) => Object.assign(one, { poster: null, subtitles: null })),
    ...videos.map((one, at) =>
      Object.assign(one, {
        poster: (arePosters ? pictures[at] : null) ?? null,
        subtitles: subtitles[at] ?? null,
      }),
    ),
  ];
}

/** Returns what the path of a link ends like; null if it doesn't say. */
function kindOfEnding(address: string): MediaKind | null {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(address.replace(/[?#].*$/, ''))?.[1]?.toLowerCase() ?? '';
  return (
    (['picture', 'video', 'subtitles'] as const).find((kind) =>
      mediaEndings[kind].includes(ending),
    ) ?? null
  );
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
  if (typeof seconds !== 'number' || !(seconds > 0)) return null;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
