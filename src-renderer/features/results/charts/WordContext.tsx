/** A word in its context: lines that are aligned at it, sorted, saved, and each a way to its row. */
import { Box, Group, TextInput, UnstyledButton } from '@mantine/core';
import type { ContextLine, DrawnOf } from '#shared/contract/chart.ts';
import type { Column } from '#shared/contract/run.ts';
import { isEveryRow } from '#shared/contract/view.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { Choice } from '#renderer/components/popups.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { saveFile } from '#renderer/state/exports.ts';
import { unsorted, useChart } from '#renderer/state/row-answers.ts';
import { positionOfRow } from '#renderer/state/rows.ts';
import { useRows } from '../rows-scope.ts';
import { showRow } from '../view-state.ts';
import type { ContextSort, WordsChoice } from './chart-choice.ts';
import { Waiting } from './panel-parts.tsx';
import classes from './Charts.module.css';

/** Lines on screen; a file has all. */
const shownLines = 100;

const sorts = [
  { value: 'after', label: 'what follows' },
  { value: 'before', label: 'what precedes' },
  { value: 'row', label: 'row' },
] as const;

interface WordContextProps {
  column: Column;
  word: string;
  sort: ContextSort;
  change: (choice: WordsChoice) => void;
}

/** Lines that are aligned at a word, each of which leads to its row. */
export function WordContext({ column, word, sort, change }: WordContextProps) {
  const { run, view } = useRows();
  const asked = { kind: 'context', field: column.field, word: word || ' ', sort } as const;
  const { value, ...answer } = useChart({ run, view }, { ...asked, most: shownLines }, word !== '');
  const drawn = value?.drawn.kind === 'context' ? value.drawn : null;
  const { problem, run: act } = useAction();
  const save = () =>
    saveFile({ of: 'context', runId: run.id, view: unsorted(view), question: asked });
  const lines = drawn?.lines ?? [];
  return (
    <Box component="section" mt={14} aria-label="A word in its context">
      <Group gap="4px 8px" mb={6} fz={12} c="var(--text-2)">
        <form
          key={word}
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('word');
            if (typeof typed === 'string' && typed.trim() !== '') change({ word: typed.trim() });
          }}
        >
          <TextInput
            size="xs"
            w={180}
            aria-label="Word to show in its context"
            name="word"
            defaultValue={word}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
          />
        </form>
        <span>in its context, sorted by</span>
        <Choice
          name="Sort lines by"
          choices={sorts}
          value={sort}
          onChange={(next) => change({ sort: next })}
        />
        {drawn !== null && <span aria-live="polite">{contextWords(drawn)}</span>}
        {lines.length > 0 && (
          <SmallButton
            ms="auto"
            size="compact-xs"
            onClick={() => act(() => saveAndReport(save(), { what: 'the lines' }))}
          >
            Save as CSV
          </SmallButton>
        )}
      </Group>
      {problem !== null && <ProblemText problem={problem} />}
      {drawn === null && word !== '' && <Waiting {...answer} />}
      {lines.length > 0 && <Lines {...{ lines, field: column.field }} />}
    </Box>
  );
}

function contextWords({ times, rows, filled, read, lines }: DrawnOf<'context'>): string {
  const found = `${countOf(times, 'time')} in ${countOf(rows, 'row')}`;
  const cut = times > lines.length ? `; here are ${grouping(lines.length)}` : '';
  return read < filled ? `At least ${found}: reading stops after some seconds` : `${found}${cut}`;
}

const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;

function Lines({ lines, field }: { lines: readonly ContextLine[]; field: string }) {
  const { rows } = useRows();
  const show = async (number: number): Promise<void> => {
    const { view } = rows;
    const position = isEveryRow(view.view)
      ? ({ ok: true, value: number } as const)
      : await positionOfRow(view, number);
    if (!position.ok || position.value === null) return;
    showRow(view, position.value, field);
  };
  return (
    <Box component="ul" data-scrolls="within" mah={260} bdrs="md" bd="1px solid var(--line)">
      {lines.map(({ row, before, word, after }, at) => (
        // The same words may be in a row several times.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${row} ${at}`}>
          <UnstyledButton
            className={classes.contextLine}
            data-hovers
            dir={rightToLeft.test(word) ? 'rtl' : 'ltr'}
            title={`Show row ${grouping(row + 1)}`}
            onClick={() => void show(row)}
          >
            <span>
              <bdi>{before}</bdi>
            </span>
            <b>{word}</b>
            <span>{after}</span>
          </UnstyledButton>
        </li>
      ))}
    </Box>
  );
}
