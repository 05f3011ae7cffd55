/** What was asked last, to open again or to ask again. */
import { ActionIcon, Group, Text } from '@mantine/core';
import { History, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { relativeTime } from '../../components/dates.ts';
import { useNameSource } from '../../components/names.ts';
import { PlatformIcon } from '../../components/platforms.tsx';
import { countOf } from '../../components/words.ts';
import { useSnapshot } from '../../state/app.ts';
import { loadHistory, useHistory } from '../../state/history.ts';
import classes from './RecentRuns.module.css';
import { askAgain, openRun } from './run-actions.tsx';
import { questionWords, type QuestionWords } from './run-words.ts';

const mostRecent = 4;

interface RecentRunsProps {
  title: string;
  /** Of one question alone. */
  endpointId?: string;
}

/** The last runs of this service, with their values: opening one costs nothing. */
export function RecentRuns({ title, endpointId }: RecentRunsProps) {
  const runs = useHistory((state) => state.runs);
  const profileId = useSnapshot(({ profile }) => profile?.id);
  const names = useNameSource();
  const [now] = useState(() => new Date());
  useEffect(() => void loadHistory(), []);
  const recent = (runs ?? [])
    .filter(
      ({ query, derived, profileId: of }) =>
        query !== null &&
        derived === null &&
        of === profileId &&
        (endpointId === undefined || query.endpointId === endpointId),
    )
    .slice(0, mostRecent);
  if (recent.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.name}>
        <History size={14} />
        {title}
      </h3>
      <ul className={classes.recent}>
        {recent.map((run) => (
          <RecentRun
            key={run.id}
            run={run}
            words={questionWords(run, names)}
            asked={relativeTime(new Date(run.createdAt), now)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecentRunProps {
  run: RunSummary;
  words: QuestionWords;
  /** "3 hours ago". */
  asked: string;
}

function RecentRun({ run, words, asked }: RecentRunProps) {
  const { question, about, platform } = words;
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <button type="button" className={classes.run} onClick={() => openRun(run)}>
        <PlatformIcon platform={platform} size={14} />
        <Text span inherit truncate fw={500} dir="auto">
          {about || question}
        </Text>
        <Text span size="xs" c="dimmed" flex="none">
          {about === '' ? '' : `${question} · `}
          {countOf(run.rows, 'row')} · {asked}
        </Text>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Ask again: ${about || question}`}
        title="Ask again… Nothing is sent before you do."
        onClick={() => askAgain(run)}
      >
        <RotateCcw size={14} />
      </ActionIcon>
    </Group>
  );
}
