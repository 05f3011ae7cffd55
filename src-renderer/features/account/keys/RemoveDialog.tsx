import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { Dialog, DialogBody, DialogButtons } from '../../../components/dialog/Dialog.tsx';
import { credentialName } from '../../../components/credentials/credential-words.ts';
import { ProblemText } from '../../../components/problems/ProblemText.tsx';
import { removeCredential } from '../../../state/service.ts';

/** Asks once before a key or a session token is forgotten. */
export function RemoveDialog({
  credential,
  onClose,
}: {
  credential: CredentialStatus | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={credential !== null}
      onClose={onClose}
      title={
        credential === null
          ? ''
          : `Remove ${credential.name ?? lowerFirst(credentialName(credential))}?`
      }
    >
      {credential !== null && <RemoveForm credential={credential} onClose={onClose} />}
    </Dialog>
  );
}

function RemoveForm({
  credential,
  onClose,
}: {
  credential: CredentialStatus;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isToken = credential.kind === 'sessionToken';

  const remove = async () => {
    setBusy(true);
    const found = await removeCredential(credential.id);
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };

  return (
    <DialogBody>
      <p>
        {isToken
          ? 'This computer forgets the session token. Plan and usage can’t be read without one.'
          : 'This computer forgets the key. It keeps working at the service, and results already saved stay. To ask with it again you need to paste it once more.'}
      </p>
      {problem !== null && <ProblemText problem={problem} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button loading={busy} onClick={() => void remove()}>
          {isToken ? 'Remove the token' : 'Remove the key'}
        </Button>
      </DialogButtons>
    </DialogBody>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
