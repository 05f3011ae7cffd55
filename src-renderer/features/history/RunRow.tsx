// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table's own elements can't be virtual
import { Text, Flex, ActionIcon, Menu } from '@mantine/core';
import {
  Check,
  CirclePause,
  Ellipsis,
  FileWarning,
  GitCompareArrows,
  type LucideIcon,
  Minus,
  Pencil,
  RotateCcw,
  Rows3,
  Square,
  Star,
  StickyNote,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { dataFromOf } from '#shared/catalogue/data-from.ts';
import { singleItem } from '#shared/catalogue/types.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { useNameSource, useSingleItem } from '#renderer/components/names.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import { Dot, Tag } from '#renderer/components/page/Page.tsx';
import { MenuLines } from '#renderer/components/popups.tsx';
import {
  bytesInWords,
  clockTime,
  durationInWords,
  grouping,
  serviceName,
} from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { askAgain, derive, isDerivable, openRun, toggleRunStar } from './run-actions.tsx';
import {
  conditionWords,
  derivedWords,
  type EndingMark,
  endingOf,
  isUnreadable,
  questionWords,
} from './run-words.ts';
import classes from './RunList.module.css';
import { nameRun } from './find-runs.ts';

interface RunRowProps {
  run: RunSummary;
  /** From 1, including day headings; the header row is first. */
  rowIndex: number;
  chosen: boolean;
  /** Whether it is the tab stop. */
  isStop: boolean;
  onDelete: (run: RunSummary) => void;
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
          onClick={() => toggleRunStar(run)}
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

function RowActions({ run, isStop, onDelete }: RunRowProps) {
  const tabIndex = isStop ? 0 : -1;
  const name = (): void => nameRun(run.id);
  return (
    <span role="gridcell" className={classes.actions}>
      {!isUnreadable(run) && (
        <>
          <SmallButton tabIndex={tabIndex} onClick={() => openRun(run)}>
            Open
          </SmallButton>
          {run.derived === null && (
            <ActionIcon
              aria-label="Run again…"
              title="Run again… Nothing is sent until you ask."
              tabIndex={tabIndex}
              onClick={() => askAgain(run)}
            >
              <RotateCcw size={15} />
            </ActionIcon>
          )}
        </>
      )}
      <ActionIcon
        aria-label="Delete"
        title="Delete"
        tabIndex={tabIndex}
        onClick={() => onDelete(run)}
      >
        <Trash2 size={15} />
      </ActionIcon>
      <Menu position="bottom-end" portalProps={{ target: '#main' }}>
        <Menu.Target>
          <ActionIcon aria-label="More" title="More" tabIndex={tabIndex}>
            <Ellipsis size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLines
            lines={[
              { label: 'Rename…', icon: Pencil, act: name },
              {
                label: `${run.note === '' ? 'Add a' : 'Change the'} note…`,
                icon: StickyNote,
                act: name,
              },
              { label: run.starred ? 'Unstar' : 'Star', icon: Star, act: () => toggleRunStar(run) },
            ]}
          />
          {isDerivable(run) && (
            <>
              <Menu.Divider />
              <MenuLines
                lines={[
                  {
                    label: 'Compare with…',
                    icon: GitCompareArrows,
                    act: () => derive(run, 'compare'),
                  },
                  {
                    label: 'Show as one table…',
                    icon: Rows3,
                    act: () => derive(run, 'collections'),
                  },
                ]}
              />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
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
