/** How long the links to a run's pictures and videos work: those of most platforms for hours or days. */
import { Text, type TextProps } from '@mantine/core';
import { useMemo } from 'react';
import { mediaLinks } from '#shared/contract/media.ts';
import type { MediaColumn } from '#shared/contract/media.ts';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import { relativeTime } from '#renderer/components/dates.ts';
import { useMediaColumns } from '#renderer/state/media.ts';
import { everyRowOf, rowsAtHand, useRow, useRowsAround } from '#renderer/state/rows.ts';

/** Returns when a link expires, in ms since 1970; null if it doesn't say. */
export function expiryOf(link: string): number | null {
  if (!URL.canParse(link)) return null;
  const { searchParams } = new URL(link);
  const said = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const service of ['amz', 'goog']) {
    const date = said.get(`x-${service}-date`)?.replace(signedAt, '$1-$2-$3T$4:$5:$6Z') ?? '';
    const seconds = Number(said.get(`x-${service}-expires`) ?? Number.NaN);
    const at = Date.parse(date) + seconds * 1000;
    if (!Number.isNaN(at)) return at;
  }
  const text = said.get('expires') ?? said.get('x-expires') ?? '';
  const hex = said.get('oe') ?? '';
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^[\da-f]{8}$/i.test(hex) ? Number.parseInt(hex, 16) * 1000 : null;
}

const signedAt = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

const dayMs = 86_400_000;

/** Returns one sentence; null while there is nothing to worry about. `gotAt`: when the rows were, in ms. */
export function linkAgeWords(
  links: readonly string[],
  gotAt: number | null,
  now: number,
): string | null {
  const ends = links.flatMap((link) => expiryOf(link) ?? []);
  const said = (at: number): string => relativeTime(new Date(at), new Date(now));
  if (ends.length > 0) {
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    const all = ends.length === links.length;
    if (last <= now && all) return `Links to pictures expired ${said(last)}.`;
    if (first <= now) return 'Some links to pictures have expired.';
    return `${all ? 'Links' : 'Some links'} to pictures expire ${said(first)}.`;
  }
  if (links.length === 0 || gotAt === null || now - gotAt < dayMs) return null;
  return `Links to pictures are ${said(gotAt).replace(' ago', ' old')} and may no longer work.`;
}

/** As many of the first rows as are read at once. */
const rowsLookedAt = 100;

/** Whether the pictures of a run can still be loaded, as its first rows say; empty without any. */
export function LinkAge({ run, ...props }: { run: Run } & TextProps) {
  const columns = useMediaColumns(run);
  return columns.length > 0 && <Age {...{ run, columns }} {...props} />;
}

function Age({
  run,
  columns,
  ...props
}: { run: Run; columns: readonly MediaColumn[] } & TextProps) {
  const view = everyRowOf(run);
  const first = useRow(view, 0);
  useRowsAround(view, 0, 0, run.rowCount);
  const links = useMemo(() => {
    const last = Math.min(rowsLookedAt, run.rowCount) - 1;
    return (rowsAtHand(view, [{ first: 0, last }]) ?? []).flatMap((row) =>
      columns.flatMap(({ column }) => {
        const meaning = run.columns.find(({ field }) => field === column)?.meaning;
        return meaning === undefined ? [] : mediaLinks(memberOf(row, column), meaning);
      }),
    );
    // The rows are read together with the first.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [first, columns, run.id]);
  const gotAt = run.derived === null ? Date.parse(run.createdAt) : null;
  const words = linkAgeWords(links, gotAt, Date.now());
  return (
    words !== null && (
      <Text span size="xs" {...props}>
        {words}
      </Text>
    )
  );
}
