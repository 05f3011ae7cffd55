/** The current service and keys, what the plan allows, what was spent. Never shows a key. */
import { quoted } from '#shared/characters.ts';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Box, Button, Text } from '@mantine/core';
import { FlaskConical, Globe } from 'lucide-react';
import type { RunSummary } from '#shared/contract/history.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { runName, useNameSource } from '#renderer/components/names.ts';
import { Card, CardRow, Footnote, Page, Section, Tag } from '#renderer/components/page/Page.tsx';
import {
  profileNow,
  showPage,
  showSupport,
  useApp,
  useIsSample,
  useProfileId,
  useSnapshot,
} from '#renderer/state/app.ts';
import { useCountedCalls, useServicePage } from '#renderer/state/service-pages.ts';
import { afterFirst, FramedTable } from '#renderer/components/tables.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { countOf, dayInWords, grouping } from '#renderer/components/words.ts';
import { useMinute } from '#renderer/state/time.ts';
import { loadHistory, useHistory } from '#renderer/state/history.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { chooseService } from '#renderer/state/service.ts';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
  DialogNote,
  DialogOf,
} from '#renderer/components/dialog/Dialog.tsx';
import { AddressField } from '#renderer/components/credentials/fields.tsx';
import { stopRun } from '#renderer/state/runs.ts';
import classes from './account.module.css';
import { CallsSection } from './CallsSection.tsx';
import { KeysSection } from './keys/KeysSection.tsx';
import { isAboutToken } from './keys/dialogs.tsx';
import type { KeyTask } from './keys/dialogs.tsx';
import { CreditsCard, PlanPanel } from './plan/PlanPanel.tsx';

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
  const pages = [useServicePage('plan', false), useServicePage('usage', false)];
  const signIn = () =>
    setTask(
      token === undefined
        ? { kind: 'add', what: 'sessionToken' }
        : { kind: 'replace', credential: token },
    );
  const change = (next: KeyTask | null) => {
    // After another sign-in, the pages that were refused are read again.
    if (next === null && isAboutToken(task)) for (const page of pages) page.again();
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
  const total = useCountedCalls().value?.total ?? 0;
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
        isNamed
        isNumber={afterFirst}
        rows={most.map((run) => [
          <Text key="run" inherit maw={392}>
            {runName(names, run)}
          </Text>,
          dayInWords(new Date(run.createdAt), now),
          grouping(run.rows),
          grouping(run.calls),
        ])}
      />
      <Text inherit mt={8} c="var(--text-2)">
        {known > shown && `${countOf(known - shown, 'call')} by other runs. `}
        {total > known &&
          `${countOf(total - known, 'call')} by deleted runs, or sent from Request. `}
        <TextLink onClick={() => showPage('history')}>Every run is in History</TextLink>
      </Text>
    </>
  );
}

/** The current service, and switching to another one. */
function ServiceSection() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  const [asking, setAsking] = useState(false);
  const choosing = useAction();
  const leave = useLeaveService();

  return (
    <Section
      title="Service"
      actions={
        !isSample && (
          <SmallButton
            loading={choosing.busy}
            icon={FlaskConical}
            onClick={() =>
              choosing.run(async () =>
                (await leave.before()) ? chooseService({ kind: 'sample' }) : null,
              )
            }
          >
            Use the sample service
          </SmallButton>
        )
      }
    >
      <Card>
        <CardRow
          icon={isSample ? <FlaskConical /> : <Globe />}
          title={
            <>
              {profile?.label}
              <Tag>in use</Tag>
            </>
          }
          detail={
            isSample
              ? 'Runs inside this program with made-up posts. Nothing leaves this computer.'
              : profile?.address
          }
          actions={
            <Button
              size="xs"
              variant={isSample ? 'filled' : 'subtle'}
              color={isSample ? undefined : 'gray'}
              onClick={() => setAsking(true)}
            >
              {isSample ? 'Use your own service…' : 'Change address…'}
            </Button>
          }
        />
      </Card>
      <ActionProblem action={choosing} />
      <Footnote>
        Each service has its own tabs, keys and counts. They are still there when you come back to
        it.
      </Footnote>
      {leave.dialog}
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Use your own service">
        <AddressForm />
      </Dialog>
    </Section>
  );
}

/** Asks for the service's address. */
function AddressForm() {
  const inUse = useSnapshot(({ profile }) =>
    profile === null || isSampleProfile(profile) ? null : profile.address,
  );
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(inUse ?? suggested ?? '');
  const choosing = useAction();
  const leave = useLeaveService();
  return (
    <DialogForm
      submit="Use this address"
      action={choosing}
      act={async () =>
        (await leave.before()) ? chooseService({ kind: 'address', address }) : undefined
      }
    >
      <AddressField value={address} onChange={setAddress} problem={choosing.problem} focusFirst />
      <DialogNote>
        A key belongs to its address: one stored for another service is not sent here.
      </DialogNote>
      {leave.dialog}
    </DialogForm>
  );
}

interface Asked {
  runs: readonly Run[];
  /** Whether the runs are stopped; null: the service stays. */
  decide: (stops: boolean | null) => void;
}

interface LeaveService {
  /** Returns whether to proceed: at once if no run is active; otherwise the person chooses. */
  before: () => Promise<boolean>;
  /** Must be rendered where it is asked. */
  dialog: ReactNode;
}

/** Asks, before another service is chosen, what to do with runs that are still fetching pages. */
function useLeaveService(): LeaveService {
  const [asked, setAsked] = useState<Asked | null>(null);
  const before = async (): Promise<boolean> => {
    const runs = workingRuns();
    if (runs.length === 0) return true;
    const stops = await new Promise<boolean | null>((decide) => setAsked({ runs, decide }));
    setAsked(null);
    // A run that can't be stopped has ended by itself, or is listed in History.
    if (stops === true) await Promise.all(runs.map(({ id }) => stopRun(id)));
    return stops !== null;
  };
  const dialog = (
    <DialogOf of={asked} onClose={() => asked?.decide(null)} title="Runs in progress">
      {(question) => <Question {...question} />}
    </DialogOf>
  );
  return { before, dialog };
}

function workingRuns(): Run[] {
  const here = profileNow();
  const { runs } = useApp.getState();
  return Object.values(runs).filter(
    ({ profileId, state }) => profileId === here && isWorking(state),
  );
}

function Question({ runs, decide }: Asked) {
  const service = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useIsSample();
  const [only] = runs;
  const what =
    runs.length === 1 && only !== undefined
      ? `${quoted(only.title)} is still loading from ${service}.`
      : `${countOf(runs.length, 'run')} are still loading from ${service}.`;
  return (
    <DialogBody>
      <p dir="auto">{what}</p>
      <DialogNote>
        If you don’t stop {runs.length === 1 ? 'it, it keeps' : 'them, they keep'} loading
        {isSample ? '' : ', and the calls count'}. What you have is kept either way, and is in
        History.
      </DialogNote>
      <DialogButtons
        onCancel={() => decide(null)}
        before={
          <Button variant="default" onClick={() => decide(false)}>
            Change without stopping
          </Button>
        }
      >
        <Button onClick={() => decide(true)}>Stop and change</Button>
      </DialogButtons>
    </DialogBody>
  );
}
