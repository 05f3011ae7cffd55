/** Before another service takes the place of this one: what about the pages that are coming in? */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isWorking } from '#shared/contract/run-phase.ts';
import type { Run } from '#shared/contract/run.ts';
import { Dialog, DialogBody, DialogButtons, DialogNote } from '../../components/dialog/Dialog.tsx';
import { countOf } from '../../components/words.ts';
import { profileNow, useApp, useIsSample, useSnapshot } from '../../state/app.ts';
import { stopRun } from '../../state/runs.ts';

interface Asked {
  runs: readonly Run[];
  go: () => Promise<void>;
}

export interface LeaveService {
  /** Goes at once where nothing is under way; else the person says how, or stays. */
  before: (go: () => Promise<void>) => Promise<void>;
  /** To be drawn where it is asked. */
  dialog: ReactNode;
}

export function useLeaveService(): LeaveService {
  const [asked, setAsked] = useState<Asked | null>(null);
  const before = async (go: () => Promise<void>): Promise<void> => {
    const runs = workingRuns();
    if (runs.length === 0) await go();
    else setAsked({ runs, go });
  };
  const dialog = (
    <Dialog
      opened={asked !== null}
      onClose={() => setAsked(null)}
      title="Pages are still coming in"
    >
      {asked !== null && <Question {...asked} onClose={() => setAsked(null)} />}
    </Dialog>
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
      ? `“${only.title}” is still being fetched from ${service}.`
      : `${countOf(runs.length, 'run')} are still being fetched from ${service}.`;
  const leave = async (stops: boolean): Promise<void> => {
    onClose();
    // A run that can't be stopped has ended by itself, or is told of in History.
    if (stops) await Promise.all(runs.map(({ id }) => stopRun(id)));
    await go();
  };
  return (
    <DialogBody>
      <p dir="auto">{what}</p>
      <DialogNote>
        Left alone, {runs.length === 1 ? 'it goes' : 'they go'} on
        {isSample ? '' : ', and the calls count'}. What was fetched is kept either way, and is in
        History.
      </DialogNote>
      <DialogButtons
        onCancel={onClose}
        before={
          <Button variant="default" onClick={() => void leave(false)}>
            Change and let {runs.length === 1 ? 'it' : 'them'} go on
          </Button>
        }
      >
        <Button onClick={() => void leave(true)}>Stop and change</Button>
      </DialogButtons>
    </DialogBody>
  );
}
