import { Button } from '@mantine/core';
import { FlaskConical, Globe } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isSampleProfile } from '#shared/service/profile.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { Card, CardRow, Footnote, Section, Tag } from '#renderer/components/page/Page.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { profileNow, useApp, useIsSample, useSnapshot } from '#renderer/state/app.ts';
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
import { countOf } from '#renderer/components/words.ts';
import { stopRun } from '#renderer/state/runs.ts';

/** The current service, and switching to another one. */
export function ServiceSection() {
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
              leave.before(() => choosing.run(() => chooseService({ kind: 'sample' })))
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
        <AddressForm onClose={() => setAsking(false)} />
      </Dialog>
    </Section>
  );
}

/** Asks for the service's address. */
function AddressForm({ onClose }: { onClose: () => void }) {
  const inUse = useSnapshot(({ profile }) =>
    profile === null || isSampleProfile(profile) ? null : profile.address,
  );
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(inUse ?? suggested ?? '');
  const choosing = useAction();
  const leave = useLeaveService();
  const choose = () => choosing.run(() => chooseService({ kind: 'address', address }), onClose);

  return (
    <DialogForm onSubmit={() => leave.before(choose)}>
      <AddressField value={address} onChange={setAddress} problem={choosing.problem} focusFirst />
      <DialogNote>
        A key belongs to its address: one stored for another service is not sent here.
      </DialogNote>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={choosing.busy}>
          Use this address
        </Button>
      </DialogButtons>
      {leave.dialog}
    </DialogForm>
  );
}

interface Asked {
  runs: readonly Run[];
  go: () => void;
}

interface LeaveService {
  /** Proceeds immediately if no run is active; otherwise the person chooses how, or stays. */
  before: (go: () => void) => void;
  /** Must be rendered where it is asked. */
  dialog: ReactNode;
}

/** Asks, before another service is chosen, what to do with runs that are still fetching pages. */
function useLeaveService(): LeaveService {
  const [asked, setAsked] = useState<Asked | null>(null);
  const before = (go: () => void): void => {
    const runs = workingRuns();
    if (runs.length === 0) go();
    else setAsked({ runs, go });
  };
  const close = (): void => setAsked(null);
  const dialog = (
    <DialogOf of={asked} onClose={close} title="Runs in progress">
      {(question) => <Question {...question} onClose={close} />}
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

function Question({ runs, go, onClose }: Asked & { onClose: () => void }) {
  const service = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useIsSample();
  const [only] = runs;
  const what =
    runs.length === 1 && only !== undefined
      ? `“${only.title}” is still loading from ${service}.`
      : `${countOf(runs.length, 'run')} are still loading from ${service}.`;
  const leave = async (stops: boolean): Promise<void> => {
    onClose();
    // A run that can't be stopped has ended by itself, or is listed in History.
    if (stops) await Promise.all(runs.map(({ id }) => stopRun(id)));
    go();
  };
  return (
    <DialogBody>
      <p dir="auto">{what}</p>
      <DialogNote>
        If you don’t stop {runs.length === 1 ? 'it, it keeps' : 'them, they keep'} loading
        {isSample ? '' : ', and the calls count'}. What you have is kept either way, and is in
        History.
      </DialogNote>
      <DialogButtons
        onCancel={onClose}
        before={
          <Button variant="default" onClick={() => void leave(false)}>
            Change without stopping
          </Button>
        }
      >
        <Button onClick={() => void leave(true)}>Stop and change</Button>
      </DialogButtons>
    </DialogBody>
  );
}
