// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { Text, Flex } from '@mantine/core';
import {
  Check,
  CirclePause,
  Ellipsis,
  FileWarning,
  type LucideIcon,
  Minus,
  Square,
  Star,
  StickyNote,
  TriangleAlert,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { singleItem } from '#shared/catalogue/types.ts';
import { ActionButton, ActionPicture, MoreMenu } from '#renderer/components/actions.tsx';
import { useNameSource, useSingleItem } from '#renderer/components/names.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { Dot, Tag } from '#renderer/components/page/Page.tsx';
import {
  bytesInWords,
  clockTime,
  durationInWords,
  grouping,
  serviceName,
} from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { actionsInHistory, toggleRunStar } from './run-actions.tsx';
import {
  conditionWords,
  derivedWords,
  type EndingMark,
  endingOf,
  questionWords,
} from './run-words.ts';
import classes from './RunList.module.css';

interface RunRowProps {
  run: RunSummary;
  /** From 1, including day headings; the header row is first. */
  rowIndex: number;
  chosen: boolean;
  /** Whether it is the tab stop. */
  isStop: boolean;
}

/** One run. Its buttons are accessible while the row has the focus or the pointer. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, rowIndex, chosen, isStop } = props;
  const known = useNameSource();
  const words = useMemo(() => questionWords(run, known), [run, known]);
  const single = singleItem(known.catalogue, run);
  const isElsewhere = useSnapshot(({ profile }) => profile?.id !== run.profileId);
  const { question, about, isId, platform } = words;
  const isStored = run.query !== null && dataFromOf(run.query.endpointId) === 'stored';
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={chosen}
      data-run={run.id}
      tabIndex={isStop ? 0 : -1}
      className={classes.row}
    >
      <Flex component="span" role="gridcell">
        <button
          type="button"
          className={classes.star}
          aria-label={run.starred ? `Unstar ${question}` : `Star ${question}`}
          aria-pressed={run.starred}
          tabIndex={isStop ? 0 : -1}
          onClick={() => void toggleRunStar(run)}
        >
          <Star size={14} fill={run.starred ? 'currentColor' : 'none'} />
        </button>
      </Flex>
      <Text span inherit c="var(--text-2)" role="gridcell">
        {clockTime(new Date(run.createdAt))}
      </Text>
      <span role="gridcell" className={classes.question}>
        {platform !== null && (
          <Flex component="span" title={platformNames[platform]}>
            <PlatformIcon platform={platform} />
          </Flex>
        )}
        <Text span inherit truncate dir="auto" title={question}>
          {question}
        </Text>
        {isStored && <Tag>Stored</Tag>}
        {run.derived !== null && <Tag>{derivedWords[run.derived]}</Tag>}
        {run.note !== '' && (
          <Flex component="span" c="dimmed" title={run.note}>
            <StickyNote size={13} aria-label={`Note: ${run.note}`} />
          </Flex>
        )}
      </span>
      <span role="gridcell" className={classes.about} data-id={isId || undefined}>
        <Text span inherit truncate className={classes.aboutText} dir="auto" title={about}>
          {about}
        </Text>
        {isElsewhere && (
          <Tag maw="50%" title={`From ${serviceName(run.profileId)}`}>
            {serviceName(run.profileId)}
          </Tag>
        )}
      </span>
      <span role="gridcell" className={classes.rows}>
        {grouping(run.rows)}
      </span>
      <span role="gridcell" className={classes.number}>
        {single ? '–' : grouping(run.pages)}
      </span>
      <span role="gridcell" className={classes.number}>
        {grouping(run.calls)}
      </span>
      <span role="gridcell" className={classes.ended}>
        <EndingLabel run={run} />
      </span>
      <span role="gridcell" className={classes.duration}>
        {durationInWords(run.durationMs)}
      </span>
      <span role="gridcell" className={classes.size}>
        {bytesInWords(run.bytes)}
      </span>
      <RowActions {...props} />
    </div>
  );
});

function RowActions({ run, isStop }: RunRowProps) {
  const tabIndex = isStop ? 0 : -1;
  const [main, ...further] = actionsInHistory(run);
  return (
    <span role="gridcell" className={classes.actions}>
      {[...main, ...(further.at(-1) ?? [])].map((action) => {
        const Look = action.icon === null ? ActionButton : ActionPicture;
        return <Look key={action.label} {...{ action, tabIndex }} />;
      })}
      <MoreMenu label="More" tabIndex={tabIndex} sections={() => actionsInHistory(run)} />
    </span>
  );
}

const icons: Record<Exclude<EndingMark, 'working'>, LucideIcon> = {
  done: Check,
  more: Ellipsis,
  limit: Minus,
  stopped: Square,
  warning: TriangleAlert,
  paused: CirclePause,
};

/** How a run ended, or what is wrong with its file. */
export function EndingLabel({ run }: { run: RunSummary }) {
  const condition = conditionWords(run, useSingleItem(run));
  const { mark, words } = endingOf(run);
  if (condition !== null) {
    return (
      <span className={classes.label} data-mark="warning">
        <FileWarning size={14} />
        <Text span inherit truncate>
          {condition.words}
        </Text>
      </span>
    );
  }
  const Icon = mark === 'working' ? null : icons[mark];
  return (
    <span className={classes.label} data-mark={mark}>
      {Icon === null ? (
        <Dot isWorking mx={3} />
      ) : (
        <Icon size={14} fill={mark === 'stopped' ? 'currentColor' : 'none'} />
      )}
      <Text span inherit truncate>
        {words}
      </Text>
    </span>
  );
}
