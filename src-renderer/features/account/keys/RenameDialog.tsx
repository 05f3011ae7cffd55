import { Button, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { Dialog, DialogButtons, DialogForm } from '../../../components/dialog/Dialog.tsx';
import { ProblemText } from '../../../components/problems/ProblemText.tsx';
import { renameCredential } from '../../../state/service.ts';

/** Gives a key a name, by which several are told apart. */
export function RenameDialog({
  credential,
  onClose,
}: {
  credential: CredentialStatus | null;
  onClose: () => void;
}) {
  return (
    <Dialog opened={credential !== null} onClose={onClose} title="Name this key">
      {credential !== null && <RenameForm credential={credential} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({
  credential,
  onClose,
}: {
  credential: CredentialStatus;
  onClose: () => void;
}) {
  const [name, setName] = useState(credential.name ?? '');
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = await renameCredential(credential.id, name);
    setProblem(found);
    if (found === null) onClose();
  };

  return (
    <DialogForm onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        description="Blank takes it back. It never goes to the service."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {problem !== null && <ProblemText problem={problem} />}
      <DialogButtons onCancel={onClose}>
        <Button type="submit">Save the name</Button>
      </DialogButtons>
    </DialogForm>
  );
}
