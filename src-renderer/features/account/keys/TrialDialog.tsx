import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { Dialog, DialogButtons, DialogForm } from '../../../components/dialog/Dialog.tsx';
import { ProblemText } from '../../../components/problems/ProblemText.tsx';
import { SourceField, usualSource } from '../../../components/credentials/SourceField.tsx';
import { trialKeyGot } from '../../../components/credentials/credential-words.ts';
import { TrialTerms } from '../../../components/credentials/TrialTerms.tsx';
import { useSnapshot } from '../../../state/app.ts';
import { getTrialKey } from '../../../state/service.ts';

/** Asks the service in use for a trial key. */
export function TrialDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Get a trial key">
      <TrialForm onClose={onClose} />
    </Dialog>
  );
}

function TrialForm({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState(usualSource);
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const found = await getTrialKey(source);
    setBusy(false);
    setProblem(found);
    if (found !== null) return;
    onClose();
    notifications.show({ message: trialKeyGot(keychain) });
  };

  return (
    <DialogForm onSubmit={(event) => void submit(event)}>
      <TrialTerms />
      <SourceField value={source} onChange={setSource} />
      {problem !== null && <ProblemText problem={problem} />}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy} disabled={source.trim() === ''}>
          Get the key
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}
