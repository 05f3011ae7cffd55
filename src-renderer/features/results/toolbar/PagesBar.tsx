import { Button, Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Page, Run } from '#shared/contract/run.ts';
import { localClock, secondsText } from '#renderer/components/dates.ts';
import { countOf } from '#renderer/components/words.ts';
import { changeRunView } from '../view-state.ts';
import classes from './Toolbar.module.css';

interface PagesBarProps {
  run: Run;
  /** From 1. */
  number: number;
  page: Page | null;
}

/** Back and forth among the pages that are on this computer. Never asks the service. */
export function PagesBar({ run, number, page }: PagesBarProps) {
  const turn = (to: number): void => changeRunView(run.id, { page: to });
  return (
    <Group gap={8} wrap="nowrap" flex="none" h={44} px="var(--edge)" className={classes.pagesBar}>
      <Button
        size="xs"
        variant="default"
        leftSection={<ChevronLeft aria-hidden />}
        disabled={number <= 1}
        onClick={() => turn(number - 1)}
      >
        Previous page
      </Button>
      <Button
        size="xs"
        variant="default"
        rightSection={<ChevronRight aria-hidden />}
        disabled={number >= run.pageCount}
        onClick={() => turn(number + 1)}
      >
        Next fetched page
      </Button>
      <Text truncate ml={8} c="var(--text-2)" aria-live="polite">
        <Text span inherit fw={500} c="var(--text-1)">
          Page {number} of {run.pageCount}
        </Text>
        {page !== null && ` · ${factsOf(page)}`}
      </Text>
      <Text size="xs" c="dimmed" flex="none" ml="auto">
        Fetched pages only: no calls
      </Text>
      <Button size="xs" variant="default" onClick={() => changeRunView(run.id, { mode: 'table' })}>
        Show all rows
      </Button>
    </Group>
  );
}

function factsOf({ rows, at, ms }: Page): string {
  return `${countOf(rows, 'row')} · fetched ${localClock(at)} · ${secondsText(ms)}`;
}
