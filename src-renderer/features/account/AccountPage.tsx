/** The current service and keys, what the plan allows, what was spent. Never shows a key. */
import { useEffect, useState } from 'react';
import { Box, Text } from '@mantine/core';
import type { RunSummary } from '#shared/contract/history.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import { runName, useNameSource } from '#renderer/components/names.ts';
import { Page, Section } from '#renderer/components/page/Page.tsx';
import {
  showPage,
  showSupport,
  useIsSample,
  useSnapshot,
  useProfileId,
} from '#renderer/state/app.ts';
import { readServicePages, useCountedCalls } from '#renderer/state/service-pages.ts';
import classes from './account.module.css';
import { CallsSection } from './CallsSection.tsx';
import { KeysSection } from './keys/KeysSection.tsx';
import { isAboutToken, type KeyTask } from './keys/dialogs.tsx';
import { CreditsCard, PlanPanel } from './plan/PlanPanel.tsx';
import { ServiceSection } from './ServiceSection.tsx';
import { FramedTable, TextLink } from '#renderer/components/texts.tsx';
import { countOf, dayInWords, grouping } from '#renderer/components/words.ts';
import { useMinute } from '#renderer/state/time.ts';
import { loadHistory, useHistory } from '#renderer/state/history.ts';

export function AccountPage() {
  const profileId = useProfileId();
  // State about one service's key doesn't apply to another's.
  return <AccountOf key={profileId} />;
}

function AccountOf() {
  const [task, setTask] = useState<KeyTask | null>(null);
  const credentials = useSnapshot((snapshot) => snapshot.credentials);
  const isSample = useIsSample();
  const token = credentials.find(({ kind }) => kind === 'sessionToken');
  const signIn = () =>
    setTask(
      token === undefined
        ? { kind: 'add', what: 'sessionToken' }
        : { kind: 'replace', credential: token },
    );
  const change = (next: KeyTask | null) => {
    // After another sign-in, the pages that were refused are read again.
    if (next === null && isAboutToken(task)) void readServicePages(['plan', 'usage']);
    setTask(next);
  };
  return (
    <Page
      layout="full"
      title="Account"
      aside={
        <Box ms="auto">
          <TextLink alone onClick={showSupport}>
            Support bundle…
          </TextLink>
        </Box>
      }
    >
      <div className={classes.split}>
        <div className={classes.main}>
          <div className={classes.column}>
            <CreditsCard onSignIn={signIn} />
            <ServiceSection />
            <KeysSection task={task} setTask={change} />
            <CallsSection />
            <CallsByRun />
          </div>
        </div>
        <aside className={classes.rail} aria-label="Plan and usage">
          <PlanPanel onSignIn={isSample ? () => setTask(null) : signIn} />
        </aside>
      </div>
    </Page>
  );
}

/** Number of runs listed. */
const mostRuns = 10;

function CallsByRun() {
  const profileId = useProfileId();
  const { counted } = useCountedCalls();
  const total = counted?.total ?? 0;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // Each further call changes the numbers.
    if (isOpen && total > 0) void loadHistory();
  }, [isOpen, total]);
  const runs = useHistory((history) => history.runs);
  if (total === 0) return null;
  const ofService = (runs ?? []).filter((run) => run.profileId === profileId && run.calls > 0);
  return (
    <Section
      title="Calls by run"
      actions={
        <QuietButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </QuietButton>
      }
    >
      {isOpen && runs !== null && <RunTable runs={ofService} total={total} />}
    </Section>
  );
}

function RunTable({ runs, total }: { runs: readonly RunSummary[]; total: number }) {
  const most = runs.toSorted((a, b) => b.calls - a.calls).slice(0, mostRuns);
  const names = useNameSource();
  const known = runs.reduce((sum, { calls }) => sum + calls, 0);
  const shown = most.reduce((sum, { calls }) => sum + calls, 0);
  const now = new Date(useMinute());
  return (
    <>
      <FramedTable
        name="Calls by run, as a table"
        head={['Run', 'Asked', 'Rows', 'Calls']}
        numbers="afterFirst"
      >
        {most.map((run) => (
          <tr key={run.id}>
            <Text
              component="th"
              inherit
              maw={420}
              style={{ overflowWrap: 'anywhere' }}
              scope="row"
              dir="auto"
            >
              {runName(names, run)}
            </Text>
            <td>{dayInWords(new Date(run.createdAt), now)}</td>
            <td>{grouping(run.rows)}</td>
            <td>{grouping(run.calls)}</td>
          </tr>
        ))}
      </FramedTable>
      <Text inherit mt={8} c="var(--text-2)">
        {known > shown && `${countOf(known - shown, 'call')} by other runs. `}
        {total > known &&
          `${countOf(total - known, 'call')} by deleted runs, or sent from Request. `}
        <TextLink onClick={() => showPage('history')}>Every run is in History</TextLink>
      </Text>
    </>
  );
}
