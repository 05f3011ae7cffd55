/** The first rows as they will be written; with privacy, also as they were before. */
import { Flex, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { ExportPreview } from '#shared/contract/export/export.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { TableHead } from '#renderer/components/texts.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useAnswer } from '#renderer/state/answer.ts';
import { previewRows, type ExportChoice } from '#renderer/state/exports.ts';
import { sizeWords } from './NetworkPart.tsx';
import classes from './SaveDialog.module.css';
import type { Contents } from './choices.ts';

type PreviewMode = 'table' | 'text' | 'before';
const lookLabels: Record<PreviewMode, string> = { table: 'Table', text: 'Text', before: 'Before' };

interface PreviewProps extends PreviewState {
  /** What a format writes whose rows can’t be shown; null for other formats. */
  instead: Contents | null;
}

export function Preview({ preview, problem, instead }: PreviewProps) {
  const [wanted, setWanted] = useState<PreviewMode>('table');
  const looks = instead !== null || preview === null ? [] : looksOf(preview);
  const look = looks.includes(wanted) ? wanted : 'table';
  return (
    <Flex
      component="section"
      direction="column"
      flex="none"
      h="clamp(140px, 26dvh, 212px)"
      className={classes.preview}
      aria-label="Preview"
    >
      <Group gap={12} wrap="nowrap" h={40} px={20}>
        <h3>Preview</h3>
        <Text size="xs" flex={1} c="var(--text-2)" aria-live="polite">
          {instead !== null || preview === null
            ? ''
            : preview.network !== null
              ? sizeWords(preview)
              : `${countOf(preview.of, 'row')}, ${countOf(preview.header.length, 'column')} will be written`}
        </Text>
        {looks.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Preview as"
            data={looks.map((value) => ({ value, label: lookLabels[value] }))}
            value={look}
            onChange={(value) => setWanted(value)}
          />
        )}
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <section className={classes.area} aria-label="First rows" tabIndex={0}>
        {instead !== null ? (
          <ContentsList contents={instead} />
        ) : problem !== null ? (
          <ProblemText problem={problem} />
        ) : (
          preview !== null && <PreviewRows preview={preview} look={look} />
        )}
      </section>
    </Flex>
  );
}

/** Names of files and folders, and what each contains. */
const ContentsList = ({ contents }: { contents: Contents }) => (
  <Stack gap={6} px={20} py={12}>
    {contents.map(({ name, words }) => (
      <Group key={name} gap={12} wrap="nowrap" align="baseline">
        <Text size="xs" w={250} ff="monospace" style={{ flexShrink: 0 }}>
          {name}
        </Text>
        <Text size="xs" c="var(--text-2)">
          {words}
        </Text>
      </Group>
    ))}
  </Stack>
);

const looksOf = ({ text, before }: ExportPreview): PreviewMode[] => [
  'table',
  ...(text === null ? [] : (['text'] as const)),
  ...(before === null ? [] : (['before'] as const)),
];

function PreviewRows({ preview, look }: { preview: ExportPreview; look: PreviewMode }) {
  if (look === 'text') {
    return (
      <pre className={classes.text} dir="ltr">
        {preview.text}
      </pre>
    );
  }
  const { header, rows } = look === 'before' && preview.before !== null ? preview.before : preview;
  return (
    <table className={classes.table}>
      <TableHead names={header} />
      <tbody>
        {rows.map((cells, row) => (
          // Rows of a preview have no other key.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            {cells.map((text, at) => (
              <td key={header[at]} dir="auto">
                {text?.slice(0, shownCharacters)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A cell of the preview shows only the beginning of a text. */
const shownCharacters = 200;

/** Delay in ms: long enough for a second choice, short enough to feel responsive. */
const pauseMs = 150;
const previewed = 8;

interface PreviewState {
  /** The preview of the latest choice that was answered; null before the first. */
  preview: ExportPreview | null;
  problem: Problem | null;
}

/**
 * Loads the first rows as they will be written, shortly after each choice, and again when rows have
 * arrived. `spec` null: nothing.
 */
export function usePreview(spec: ExportChoice | null, rowCount: number): PreviewState {
  // Equal choices are a new object each time.
  const [key] = useDebouncedValue(spec && JSON.stringify(spec), pauseMs);
  const [rows, setRows] = useState(rowCount);
  const question = spec && key && { key, rows };
  const { value, problem, isPending } = useAnswer(question, () => previewRows(spec!, previewed));
  // One at a time: of a large run, a preview takes longer than a page.
  if (rows !== rowCount && !isPending) setRows(rowCount);
  return { preview: value, problem };
}
