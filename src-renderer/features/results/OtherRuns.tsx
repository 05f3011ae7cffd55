/** A row's item in other runs of the project: looked for while this is open, each a way to its row there. */
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { FoundRuns } from '#shared/contract/history.ts';
import { everyRow, isEveryRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { relativeTime } from '#renderer/components/dates.ts';
import { DialogBody, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { useNameSource } from '#renderer/components/names.ts';
import { ShortListRow } from '#renderer/components/page/Page.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { tabsNow } from '#renderer/state/app.ts';
import { useFoundRuns } from '#renderer/state/history.ts';
import { open, useOpen } from '#renderer/state/open.ts';
import { everyRowOf } from '#renderer/state/rows.ts';
import { showView } from '#renderer/state/workspace.ts';
import { openRun } from '../history/run-actions.tsx';
import { questionWords } from '../history/run-words.ts';
import { useRows } from './rows-scope.ts';
import { clearView } from './view/ViewTools.tsx';
import { showRow } from './view-state.ts';

export function OtherRuns() {
  const { run } = useRows();
  const finding = useOpen((state) => state.finding);
  const [isStopped, setStopped] = useState(false);
  const close = (): void => {
    open({ finding: null });
    setStopped(false);
  };
  return (
    <DialogOf of={finding} onClose={close} title="The same item in other runs" size={560}>
      {({ row, field }) => (
        <DialogBody>
          <div>
            <Part
              {...{ row, field, isStopped }}
              runId={run.id}
              after={null}
              before={{ found: 0, unread: 0 }}
              onStop={() => setStopped(true)}
            />
          </div>
          <DialogNote>By its ID, in the rows that were collected. This costs nothing.</DialogNote>
        </DialogBody>
      )}
    </DialogOf>
  );
}

interface PartProps {
  runId: string;
  row: number;
  field: string;
  /** The run after which this part begins; null: the first one. */
  after: string | null;
  /** In the parts before. */
  before: { found: number; unread: number };
  isStopped: boolean;
  onStop: () => void;
}

/** What was found in about a second, and then the next part. */
function Part({ before, isStopped, onStop, ...asked }: PartProps) {
  const names = useNameSource();
  const [now] = useState(() => new Date());
  const { value, problem } = useFoundRuns(asked);
  if (problem !== null) return <ProblemText problem={problem} />;
  if (value === null) return <Text size="sm">Looking through other runs…</Text>;
  const { runs, next } = value;
  const so = { found: before.found + runs.length, unread: before.unread + value.unread };
  return (
    <>
      <ul>
        {runs.map(({ run, row }) => {
          const { question, about, platform } = questionWords(run, names);
          return (
            <ShortListRow
              key={run.id}
              icon={<PlatformIcon platform={platform} size={14} />}
              title={about || question}
              detail={`row ${grouping(row + 1)} · ${relativeTime(new Date(run.createdAt), now)}`}
              onOpen={() => {
                openRun(run);
                const tab = tabsNow().find(({ runId }) => runId === run.id);
                if (tab !== undefined && !isEveryRow(tab.view)) {
                  const setView = (view: View): void => showView(tab.id, run.id, view);
                  clearView({ view: tab.view, setView }, everyRow, 'All rows are shown again');
                }
                showRow(everyRowOf(run), row, asked.field);
                open({ finding: null });
              }}
            />
          );
        })}
      </ul>
      {next !== null && !isStopped ? (
        <>
          <Group gap={8} mt={6} fz="sm">
            {`Looked through ${grouping(value.searched)} of ${grouping(value.of)} runs…`}
            <SmallButton size="compact-xs" onClick={onStop}>
              Stop
            </SmallButton>
          </Group>
          <Part {...{ ...asked, isStopped, onStop }} after={next} before={so} />
        </>
      ) : (
        <Text component="output" display="block" size="sm" mt={6}>
          {endWords(value, so)}
        </Text>
      )}
    </>
  );
}

function endWords(
  { searched, of, next }: FoundRuns,
  { found, unread }: PartProps['before'],
): string {
  if (of === 0) return 'There are no other runs yet.';
  const where = found === 0 ? 'no other run' : countOf(found, 'other run');
  const looked =
    next === null
      ? `Looked through ${countOf(of, 'run')}.`
      : `Stopped after ${grouping(searched)} of ${countOf(of, 'run')}.`;
  const left = unread === 0 ? '' : ` ${countOf(unread, 'run')} could not be read in full.`;
  return `Found in ${where}. ${looked}${left}`;
}
