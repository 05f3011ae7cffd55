/** The most recent questions, to open or ask again. */
import { ActionIcon } from '@mantine/core';
import { History, RotateCcw } from 'lucide-react';
import { singleItem } from '#shared/catalogue/types.ts';
import { useState } from 'react';
import { relativeTime } from '#renderer/components/dates.ts';
import { useNameSource } from '#renderer/components/names.ts';
import { ShortList, ShortListRow } from '#renderer/components/page/Page.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { useRunsNow } from '#renderer/state/history.ts';
import { askAgain, openRun } from './run-actions.tsx';
import { questionWords } from './run-words.ts';

const mostRecent = 4;

interface RecentRunsProps {
  title: string;
  /** Restricts the list to one question. */
  endpointId?: string;
}

/** The latest runs of this service, with their values: opening one costs nothing. */
export function RecentRuns({ title, endpointId }: RecentRunsProps) {
  const runs = useRunsNow();
  const profileId = useSnapshot(({ profile }) => profile?.id);
  const names = useNameSource();
  const [now] = useState(() => new Date());
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
    <ShortList title={title} icon={History}>
      {recent.map((run) => {
        const { question, about, platform } = questionWords(run, names);
        const { one, many } = singleItem(names.catalogue, run) ?? { one: 'row', many: 'rows' };
        const asked = relativeTime(new Date(run.createdAt), now);
        return (
          <ShortListRow
            key={run.id}
            icon={<PlatformIcon platform={platform} size={14} />}
            title={about || question}
            detail={`${about === '' ? '' : `${question} · `}${countOf(run.rows, one, many)} · ${asked}`}
            onOpen={() => openRun(run)}
            action={
              <ActionIcon
                aria-label={`Run again: ${about || question}`}
                title="Run again… Nothing is sent until you ask."
                onClick={() => askAgain(run)}
              >
                <RotateCcw size={14} />
              </ActionIcon>
            }
          />
        );
      })}
    </ShortList>
  );
}
