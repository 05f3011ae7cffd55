/**
 * The one way to show a picture or a video that a row links to: on the wall, enlarged, and in *Details*.
 * Nothing is asked for before the person allowed it.
 */
import { Box, type BoxProps, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { ImageDown, ImageOff, Play } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { MissingMedia } from '#shared/contract/media.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { useLoadsMedia, useMedia, useMediaColumns } from '#renderer/state/media.ts';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useRows } from '../rows-scope.ts';
import classes from './Picture.module.css';
import { columnsSeen, missingWords } from './row-media.ts';
import type { LinkInRow, RowMedium, SeenColumn } from './row-media.ts';

/** The row by its number in the run; null until that is known. */
export interface RowPlace {
  runId: string;
  row: number | undefined;
}

const linkOf = ({ runId, row }: RowPlace, link: LinkInRow | null) =>
  row === undefined || link === null ? null : { runId, row, column: link.column, n: link.n };

/** Returns the columns whose media the rows that are looked at are about. */
export function useColumnsSeen(): readonly SeenColumn[] {
  const { run, columns, resource } = useRows();
  const media = useMediaColumns(run);
  return useMemo(() => columnsSeen(media, columns, resource), [media, columns, resource]);
}

/** On a tile and beside a name it fills its frame; whole, it is as large as there is room. */
type PictureLook = 'tile' | 'avatar' | 'whole';

interface PictureProps {
  place: RowPlace;
  link: LinkInRow;
  look: PictureLook;
  /** For screen readers; empty beside words that say the same. */
  alt: string;
  /** In its place until it is known. */
  children?: ReactNode;
}

/** Pass the link as `key` where it may change: what failed is of one picture alone. */
export function Picture({ place, link, look, alt, children = null }: PictureProps) {
  const { media, again } = useMedia(linkOf(place, link));
  const [failures, setFailures] = useState(0);
  if (media === null) return children;
  if (media.status !== 'saved')
    return look === 'avatar' ? null : <Missing {...{ media, look, again }} />;
  // Main may have made room for others since: it is asked once more.
  if (failures > 1) return <Missing media={unreadable} look={look} again={null} />;
  return (
    <img
      src={media.src}
      alt={alt}
      decoding="async"
      draggable={false}
      data-look={look}
      className={classes.picture}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      onError={() => {
        setFailures(failures + 1);
        if (failures === 0) again();
      }}
    />
  );
}

/** It is a picture by its first bytes, but the browser can’t draw it. */
const unreadable = { status: 'not_media' } as const;

interface MissingProps {
  media: Pick<MissingMedia, 'status'> & Partial<MissingMedia>;
  look: PictureLook;
  again: (() => void) | null;
}

/** Why there is no picture, although the person wants to see it. */
function Missing({ media: { status, problem }, look, again }: MissingProps) {
  const words = missingWords[status];
  const title = problem?.title ?? 'The picture can’t be shown.';
  if (look === 'tile') {
    return (
      <Stack {...{ title }} gap={4} align="center" justify="center" className={classes.missing}>
        <ImageOff size={18} />
        {words}
      </Stack>
    );
  }
  return (
    <Group gap={8} wrap="nowrap" px={10} py={8} bdrs="md" bg="var(--hover)" c="var(--text-2)">
      <ImageOff size={16} />
      <Text size="xs" c="var(--text-2)">
        {title} {problem?.advice}{' '}
        {status === 'failed' && again !== null && <TextLink onClick={again}>Try again</TextLink>}
      </Text>
    </Group>
  );
}

interface MediumProps {
  place: RowPlace;
  medium: RowMedium;
  alt: string;
}

/** A picture whole, or a video that plays when it is asked to. */
export function Medium({ place, medium, alt }: MediumProps) {
  if (!useLoadsMedia()) return null;
  if (medium.kind === 'video') return <Video {...{ place, medium, alt }} />;
  return (
    <Picture look="whole" link={medium} {...{ place, alt }}>
      <Box
        aria-hidden
        w="min(100%, 480px)"
        h={160}
        bdrs="var(--radius-control)"
        bg="var(--hover)"
      />
    </Picture>
  );
}

/** Its poster first. It plays without sound, which is one click away, with subtitles if the row has them. */
function Video({ place, medium, alt }: MediumProps) {
  const [isPlaying, setPlaying] = useState(false);
  const asked = isPlaying ? medium : null;
  const { media, again } = useMedia(linkOf(place, asked));
  const { media: subtitles } = useMedia(linkOf(place, asked && medium.subtitles));
  const { media: poster } = useMedia(linkOf(place, asked && medium.poster));
  if (media !== null && media.status !== 'saved')
    return <Missing look="whole" {...{ media, again }} />;
  if (media !== null) {
    return (
      <video
        src={media.src}
        poster={poster?.status === 'saved' ? poster.src : undefined}
        aria-label={alt}
        controls
        autoPlay
        muted
        playsInline
        data-look="whole"
        className={classes.picture}
      >
        {subtitles?.status === 'saved' && (
          <track kind="subtitles" label="Subtitles" src={subtitles.src} default />
        )}
      </video>
    );
  }
  return (
    <UnstyledButton
      className={classes.poster}
      aria-label={isPlaying ? 'Loading the video' : 'Play the video'}
      aria-busy={isPlaying}
      onClick={() => setPlaying(true)}
    >
      {medium.poster !== null && <Picture look="whole" link={medium.poster} {...{ place, alt }} />}
      <span className={classes.play} data-busy={isPlaying || undefined}>
        <Play size={22} />
      </span>
    </UnstyledButton>
  );
}

/** Shown where pictures would be: why they aren't loaded, and how to change that; nothing once they are. */
export function LoadPictures(props: BoxProps) {
  const isLoaded = useLoadsMedia();
  const loading = useAction();
  if (isLoaded) return null;
  return (
    <Group role="note" gap="6px 16px" {...props}>
      <Text size="xs" flex="1 1 280px" c="var(--text-2)">
        Pictures and videos are not loaded: their sites would learn what you look at, and from
        where. They never get your key, and it makes no calls.
      </Text>
      <SmallButton
        icon={ImageDown}
        disabled={loading.busy}
        onClick={() => loading.run(() => changePreferences({ loadsMedia: true }))}
      >
        Load pictures
      </SmallButton>
      <ActionProblem action={loading} />
    </Group>
  );
}
