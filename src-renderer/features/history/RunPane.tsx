import { Box, Flex, Button, CloseButton } from '@mantine/core';
import {
  GitCompareArrows,
  Info,
  ListOrdered,
  Pencil,
  RotateCcw,
  Square,
  Star,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { queryChips } from '#shared/query/words.ts';
import { runName, useNameSource } from '../../components/names.ts';
import { PlatformIcon, platformNames } from '../../components/platforms.tsx';
import {
  bytesInWords,
  clockTime,
  dayInWords,
  durationInWords,
  grouping,
  serviceName,
} from '../../components/words.ts';
import { useIsSample, useSnapshot } from '../../state/app.ts';
import { EndingLabel } from './RunRow.tsx';
import {
  askAgain,
  compare,
  isDerivable,
  openRun,
  saveAsRecipe,
  stopWork,
  toggleRunStar,
} from './run-actions.tsx';
import {
  conditionWords,
  metaDamaged,
  endingOf,
  endingSentence,
  endpointOf,
  isUnreadable,
  listWords,
  needsNewStart,
  newStartCost,
} from './run-words.ts';
import classes from './HistoryPage.module.css';
import { nameRun } from './view-state.ts';

interface RunPaneProps {
  run: RunSummary;
  onClose: () => void;
  onDelete: () => void;
}

/** All that is known of a run without opening it, and what can be done with it. */
export function RunPane({ run, onClose, onDelete }: RunPaneProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const endpoint = endpointOf(run, catalogue);
  const names = useNameSource();
  const question = runName(names, { ...run, name: null });
  const platform = endpoint?.platform ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside
    <aside
      className={classes.pane}
      aria-label="Details of the run"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={classes.head}>
        {platform !== null && <PlatformIcon platform={platform} />}
        <h2 className={classes.title} dir="auto">
          {runName(names, run)}
        </h2>
        <CloseButton aria-label="Close the details" onClick={onClose} />
      </header>
      <div className={classes.body}>
        {run.name !== null && <p className={classes.question}>{question}</p>}
        <Standing run={run} />
        <Buttons run={run} onDelete={onDelete} />
        {run.note !== '' && (
          <p className={classes.note} dir="auto">
            {run.note}
          </p>
        )}
        {endpoint !== undefined && run.query !== null && (
          <Facts title="Question">
            <Fact name="Asked for">
              {endpoint.title}
              {platform === null ? '' : `, ${platformNames[platform]}`}
            </Fact>
            <Fact name="Data from">{endpoint.kind === 'stored' ? 'Stored' : 'Live'}</Fact>
            {run.list !== null && <Fact name="List">{listWords(endpoint, run.list)}</Fact>}
            {queryChips(endpoint, run.query).map(([label, value]) => (
              <Fact key={label} name={label}>
                <span dir="auto">{value}</span>
              </Fact>
            ))}
            {run.query.fields.length > 0 && (
              <Fact name="Fields">{run.query.fields.join(', ')}</Fact>
            )}
          </Facts>
        )}
        <Facts title="Run">
          <Fact name="Asked">{momentWords(run.createdAt)}</Fact>
          <Fact name="Took">{durationInWords(run.durationMs)}</Fact>
          <Fact name="Rows">{grouping(run.rows)}</Fact>
          <Fact name="Pages">{grouping(run.pages)}</Fact>
          <Fact name="Calls">{grouping(run.calls)}</Fact>
          <Fact name="On disk">{bytesInWords(run.bytes)}</Fact>
          <Fact name="Service">{serviceName(run.profileId)}</Fact>
        </Facts>
      </div>
    </aside>
  );
}

/** How it ended, and whether it can be continued. */
function Standing({ run }: { run: RunSummary }) {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  const isElsewhere = run.profileId !== profileId;
  const endpoint = useSnapshot(({ catalogue }) => endpointOf(run, catalogue));
  const condition = conditionWords(run);
  const sentence = isElsewhere ? elsewhereSentence(run, profileId) : endingSentence(run, endpoint);
  return (
    <div className={classes.standing}>
      <EndingLabel run={run} />
      {condition !== null && <p>{condition.sentence}</p>}
      {run.metaDamaged && <p>{metaDamaged}</p>}
      {sentence !== null && <p>{sentence}</p>}
    </div>
  );
}

function elsewhereSentence(run: RunSummary, profileId: string): string | null {
  if (isUnreadable(run)) return null;
  return `This run is from ${serviceName(run.profileId)}. You can read and save it here. To continue it, choose that service in Account; running it again asks ${serviceName(profileId)}.`;
}

function Buttons({ run, onDelete }: Pick<RunPaneProps, 'run' | 'onDelete'>) {
  const isSample = useIsSample();
  const isHere = useSnapshot(({ profile }) => profile?.id === run.profileId);
  const startsAnew = isHere && needsNewStart(run);
  const works = endingOf(run).group === 'working';
  return (
    <>
      <Flex rowGap={4} columnGap={6} align="center" wrap="wrap">
        {!isUnreadable(run) && (
          <>
            <Button size="xs" onClick={() => openRun(run)}>
              Open
            </Button>
            {works ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<Square size={12} aria-hidden />}
                onClick={() => stopWork(run)}
              >
                Stop
              </Button>
            ) : (
              run.derived === null && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<RotateCcw size={14} aria-hidden />}
                  onClick={() => askAgain(run)}
                >
                  {startsAnew ? 'Run again from the start…' : 'Run again…'}
                </Button>
              )
            )}
            {isDerivable(run) && (
              <Button
                size="xs"
                variant="default"
                leftSection={<GitCompareArrows size={14} aria-hidden />}
                onClick={() => compare(run)}
              >
                Compare with…
              </Button>
            )}
          </>
        )}
      </Flex>
      {startsAnew && (
        <p className={classes.cost}>
          <Info size={14} aria-hidden />
          <span>{newStartCost(run, isSample)}</span>
        </p>
      )}
      <div className={classes.others}>
        <SmallButton
          icon={<Star size={14} aria-hidden fill={run.starred ? 'currentColor' : 'none'} />}
          onClick={() => toggleRunStar(run)}
        >
          {run.starred ? 'Unstar' : 'Star'}
        </SmallButton>
        <SmallButton icon={<Pencil size={14} aria-hidden />} onClick={() => nameRun(run.id)}>
          Name and note…
        </SmallButton>
        {run.rows > 0 && (
          <SmallButton
            icon={<ListOrdered size={14} aria-hidden />}
            onClick={() => saveAsRecipe(run)}
          >
            Save as recipe…
          </SmallButton>
        )}
        <SmallButton icon={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
          Delete
        </SmallButton>
      </div>
    </>
  );
}

function SmallButton({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button size="xs" variant="subtle" color="gray" leftSection={icon} onClick={onClick}>
      {children}
    </Button>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" mt={18}>
      <h3 className={classes.heading}>{title}</h3>
      <dl>{children}</dl>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function momentWords(at: string): string {
  const date = new Date(at);
  return `${dayInWords(date, new Date())}, ${clockTime(date)}`;
}
