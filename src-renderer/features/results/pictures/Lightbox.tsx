/** A picture or video of a row whole, with the row’s text and figures. Escape closes only it. */
import { ActionIcon, Box, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { grouping } from '#renderer/components/words.ts';
import { rowsAtHand, useNumberedRow, useRowsAround } from '#renderer/state/rows.ts';
import { RecordHead, recordParts } from '../record/RecordFields.tsx';
import { useRows } from '../rows-scope.ts';
import { LoadPictures, Medium } from '../media/Picture.tsx';
import classes from './Pictures.module.css';
import { mediaOf, type SeenColumn } from '../media/row-media.ts';

export interface Enlarged {
  /** Row of the view, from 0. */
  row: number;
  /** Which of its pictures and videos, from 0. */
  n: number;
}

interface LightboxProps {
  /** Null: closed. */
  at: Enlarged | null;
  /** Null: it is closed. */
  onMove: (to: Enlarged | null) => void;
  seen: readonly SeenColumn[];
}

export function Lightbox({ at, onMove, seen }: LightboxProps) {
  const { total } = useRows().rows;
  return (
    <DialogOf
      of={at}
      title={({ row }) => `${grouping(row + 1)} of ${grouping(total)}`}
      onClose={() => onMove(null)}
      size="min(1400px, 100vw - 64px)"
      classNames={{ content: classes.lightbox, body: classes.lightboxBody }}
    >
      {(shown) => <Enlargement at={shown} {...{ onMove, seen }} />}
    </DialogOf>
  );
}

function Enlargement({ at, onMove, seen }: LightboxProps & { at: Enlarged }) {
  const { run, rows, columns, resource } = useRows();
  const { view, total } = rows;
  const { row, number } = useNumberedRow(view, at.row) ?? {};
  useRowsAround(view, at.row, at.row, total);
  const media = row === undefined ? [] : mediaOf(row, seen);
  const n = Math.min(at.n, Math.max(0, media.length - 1));
  const medium = media[n];
  /** The nearest row with pictures; one that hasn’t been read yet may have some. */
  const beyond = (step: 1 | -1): Enlarged | null => {
    for (let next = at.row + step; next >= 0 && next < total; next += step) {
      const [found] = rowsAtHand(view, [{ first: next, last: next }]) ?? [];
      if (found === undefined || mediaOf(found, seen).length > 0)
        return { row: next, n: step === 1 ? 0 : Infinity };
    }
    return null;
  };
  // Through the pictures of a row, then on to the next row.
  const steps = [
    {
      key: 'ArrowLeft',
      label: 'Previous',
      Icon: ChevronLeft,
      to: n > 0 ? { row: at.row, n: n - 1 } : beyond(-1),
    },
    {
      key: 'ArrowRight',
      label: 'Next',
      Icon: ChevronRight,
      to: n + 1 < media.length ? { row: at.row, n: n + 1 } : beyond(1),
    },
  ];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps.find(({ key }) => key === event.key);
    // In a video that plays they move in time.
    if (step === undefined || event.target instanceof HTMLVideoElement) return;
    event.preventDefault();
    if (step.to !== null) onMove(step.to);
  };
  const words = medium?.kind === 'video' ? 'Video' : 'Picture';
  const count = `${words} ${n + 1} of ${media.length}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys pressed inside
    <div className={classes.enlarged} onKeyDown={onKeyDown}>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys work from here
        tabIndex={0}
        data-autofocus
        aria-label={media.length > 1 ? count : words}
        className={classes.stage}
      >
        {row !== undefined && medium === undefined && (
          <Text c="var(--text-2)">This row has no picture or video.</Text>
        )}
        {medium !== undefined && (
          <>
            <Medium
              key={`${at.row} ${n}`}
              place={{ runId: run.id, row: number }}
              medium={medium}
              alt={`${medium.label} of row ${at.row + 1}`}
            />
            <Box maw={420}>
              <LoadPictures />
            </Box>
          </>
        )}
        {steps.map(({ key, label, Icon, to: next }) => (
          <ActionIcon
            key={key}
            variant="default"
            size={36}
            radius="xl"
            disabled={next === null}
            aria-label={label}
            aria-keyshortcuts={key}
            className={classes.step}
            data-key={key}
            onClick={() => onMove(next)}
          >
            <Icon size={18} />
          </ActionIcon>
        ))}
        {media.length > 1 && <span className={classes.count}>{count}</span>}
      </section>
      <section aria-label="About it" data-scrolls className={classes.about}>
        {row !== undefined && (
          <RecordHead {...{ row, number }} parts={recordParts(row, columns, resource)} isAlone />
        )}
      </section>
    </div>
  );
}
