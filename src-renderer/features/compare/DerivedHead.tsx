/**
 * Replaces the form above a derived run: its source runs, the result, and deriving it again. Doesn't
 * ask the service.
 */
import { Box, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ArrowRight, FileUp, FolderOpen, GitCompareArrows, Rows3 } from 'lucide-react';
import { quoted } from '#shared/characters.ts';
import { said } from '#shared/counts.ts';
import type { ChangeKind, Derived, FromFile, SourceRun } from '#shared/contract/derived.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { minuteText, secondText } from '#renderer/components/dates.ts';
import { Dot } from '#renderer/components/page/Page.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { bytesInWords, countOf, grouping } from '#renderer/components/words.ts';
import { startDeriving } from '#renderer/state/derived.ts';
import { showOpenFile } from '#renderer/state/files.ts';
import { openRunTab, updateTab } from '#renderer/state/workspace.ts';
import classes from './compare.module.css';

export function DerivedHead({ run, tab, derived }: { run: Run; tab: Tab; derived: Derived }) {
  const { from } = derived;
  const isComparison = from.kind === 'compare';
  const Icon = icons[from.kind];
  const [first] = from.sources;
  const again = (): void => {
    const others = from.sources.slice(1).map(({ runId }) => runId);
    if (from.kind === 'dataset' || from.kind === 'file') showOpenFile();
    else if (first !== undefined) startDeriving({ kind: from.kind, runId: first.runId, others });
  };
  return (
    <Stack
      component="section"
      className={classes.head}
      data-line="bottom"
      aria-label="What this table was made from"
    >
      <Group gap="4px 8px" mih={28}>
        <Icon />
        {from.kind === 'file' ? (
          <FileFacts from={from} />
        ) : isComparison ? (
          <>
            <Text span inherit fw={500}>
              Matched by {labelOf(run, from.identity)}
            </Text>
            <Source source={from.sources[0]} among={from.sources} />
            <ArrowRight size={14} aria-label="with" />
            <Source source={from.sources[1]} among={from.sources} />
          </>
        ) : (
          <>
            <Text span inherit fw={500}>
              {from.kind === 'dataset'
                ? `Dataset of ${countOf(from.sources.length, 'run')}`
                : `${countOf(from.sources.length, 'run')} in one table`}
            </Text>
            {from.sources
              .slice(0, mostNamed)
              .map((source) =>
                from.kind === 'dataset' ? (
                  <SavedSource key={source.runId} source={source} />
                ) : (
                  <Source key={source.runId} source={source} among={from.sources} />
                ),
              )}
            {from.sources.length > mostNamed && (
              <Text span inherit fz={12} c="var(--text-2)">
                and {grouping(from.sources.length - mostNamed)} more
              </Text>
            )}
          </>
        )}
        <Box flex={1} />
        <SmallButton onClick={again}>{againWords[from.kind]}</SmallButton>
      </Group>
      {isComparison && <ChangeChips run={run} tab={tab} derived={derived} />}
      {sentences(derived).map((sentence) => (
        <Text key={sentence} inherit fz={12} c="var(--text-2)">
          {sentence}
        </Text>
      ))}
      <Noticed sentences={derived.facts?.noticed ?? []} />
    </Stack>
  );
}

/** Which file it was, so that anyone can check that they have the same one. */
const FileFacts = ({ from: { name, table, bytes, sha256, openedAt } }: { from: FromFile }) => (
  <>
    <Text span inherit fw={500}>
      From the file <bdi>{name}</bdi>
      {table !== null && (
        <>
          {' '}
          · <bdi>{table}</bdi>
        </>
      )}
    </Text>
    <Text span inherit fz={12} c="var(--text-2)">
      {bytesInWords(bytes)}, opened {minuteText(new Date(openedAt), 'local')}
    </Text>
    <CopyButton text={() => sha256}>Copy SHA-256</CopyButton>
  </>
);

/** How a file was read; the first sentences matter most. */
function Noticed({ sentences: all }: { sentences: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (all.length === 0) return null;
  const shown = isOpen ? all : all.slice(0, mostNoticed);
  return (
    <Text
      inherit
      fz={12}
      c="var(--text-2)"
      component="div"
      mah={160}
      data-scrolls="within"
      data-breaks
    >
      {shown.join(' ')}{' '}
      {shown.length < all.length && (
        <TextLink onClick={() => setOpen(true)}>
          {`Show ${grouping(all.length - shown.length)} more`}
        </TextLink>
      )}
    </Text>
  );
}

const mostNoticed = 3;

const mostNamed = 4;

const icons = { compare: GitCompareArrows, collections: Rows3, dataset: FolderOpen, file: FileUp };

const againWords = {
  compare: 'Compare again…',
  collections: 'Choose runs…',
  dataset: 'Open a file…',
  file: 'Open a file…',
};

const labelOf = ({ columns }: Run, name: string): string =>
  columns.find(({ field }) => field === name)?.label ?? name;

/** A source run, with a link that opens it. Seconds distinguish two from the same minute. */
function Source({ source, among }: { source: SourceRun; among: readonly SourceRun[] }) {
  const { runId, query, title, createdAt, rows } = source;
  const minute = (one: SourceRun): string => minuteText(new Date(one.createdAt), 'local');
  const isAlone = among.every((one) => one === source || minute(one) !== minute(source));
  return (
    <Text span inherit fz={12} c="var(--text-2)">
      <TextLink title={`Open ${quoted(title)}`} onClick={() => openRunTab(runId, query)}>
        {isAlone ? minute(source) : secondText(new Date(createdAt), 'local')}
      </TextLink>{' '}
      ({countOf(rows, 'row')})
    </Text>
  );
}

/** A source run of a dataset: it may never have been on this computer. */
const SavedSource = ({ source: { title, createdAt, rows } }: { source: SourceRun }) => (
  <Text span inherit fz={12} c="var(--text-2)">
    <bdi>{title}</bdi>, {minuteText(new Date(createdAt), 'local')} ({countOf(rows, 'row')})
  </Text>
);

const changeWords: Record<ChangeKind, string> = {
  new: 'new',
  gone: 'gone',
  missing: 'not in the later run',
  changed: 'changed',
  unseen: 'not reached earlier',
  same: 'same',
};

const tones = {
  new: 'ok',
  gone: 'danger',
  missing: 'danger',
  changed: 'warn',
  unseen: 'other',
  same: 'other',
} as const;

/** The number of rows of each kind; pressing one filters the table by it. */
function ChangeChips({ run, tab, derived: { from, facts } }: Parameters<typeof DerivedHead>[0]) {
  if (from.kind !== 'compare' || facts === null) return null;
  const { change } = from;
  const own = tab.view.filters.find(({ kind, field }) => kind === 'is' && field === change);
  const shown = own?.kind === 'is' ? own.value : null;
  const count = (kind: ChangeKind): number => facts.changes[kind] ?? 0;
  // Except for lists, only one of the two can have rows.
  const kinds = (['new', 'gone', 'missing', 'changed', 'unseen', 'same'] as const).filter(
    (kind) =>
      (kind !== 'unseen' || count(kind) > 0) &&
      (kind !== 'missing' || count(kind) > 0) &&
      (kind !== 'gone' || count('missing') === 0 || count(kind) > 0),
  );
  const show = (kind: ChangeKind): void => {
    const others = tab.view.filters.filter((filter) => filter !== own);
    const wanted = { kind: 'is' as const, field: change, value: kind };
    const filters = kind === shown ? others : [...others, wanted];
    updateTab(tab.id, { view: { ...tab.view, filters } });
  };
  const fields = Object.entries(facts.changedFields)
    .filter(([, rows]) => rows > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([field, rows]) => `${labelOf(run, field)} ${grouping(rows)}`);
  return (
    <Group gap="4px 8px" mih={28}>
      <Group component="fieldset" gap={6} aria-label="Rows by what happened to them">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={classes.chip}
            aria-pressed={kind === shown}
            data-empty={count(kind) === 0 || undefined}
            // As the column says it, and the file.
            title={changeWords[kind] === kind ? undefined : `${quoted(kind)} in the table`}
            onClick={() => show(kind)}
          >
            <Dot tone={tones[kind]} />
            <Text span inherit fw={600}>
              {grouping(count(kind))}
            </Text>{' '}
            {changeWords[kind]}
          </button>
        ))}
      </Group>
      {fields.length > 0 && (
        <Text span inherit fz={12} c="var(--text-2)">
          Changed columns: {fields.join(' · ')}
        </Text>
      )}
    </Group>
  );
}

/** Returns what a person should know about the rows, in whole sentences. */
function sentences({ from, facts }: Derived): string[] {
  if (facts === null) return [];
  const { repeated, withoutId, unreadable } = facts;
  const are = (rows: number): string => (rows === 1 ? 'is' : 'are');
  const rows = (count: number): string => countOf(count, 'row');
  const isComparison = from.kind === 'compare';
  return said(
    isComparison &&
      (facts.changes.missing ?? 0) > 0 &&
      'The later run may have missed rows that still exist, so none are marked as gone.',
    isComparison &&
      (facts.changes.unseen ?? 0) > 0 &&
      'The earlier run may have missed rows that already existed, so only rows newer than it are marked as new.',
    isComparison &&
      withoutId > 0 &&
      `${rows(withoutId)} without an ID can’t be compared and ${are(withoutId)} left out.`,
    isComparison &&
      repeated > 0 &&
      `${rows(repeated)} with the ID of another one in the same run ${are(repeated)} left out.`,
    !isComparison &&
      repeated > 0 &&
      `${rows(repeated)} ${repeated === 1 ? 'has' : 'have'} the ID of an earlier row.`,
    unreadable > 0 && `${rows(unreadable)} can’t be read and ${are(unreadable)} left out.`,
  );
}
