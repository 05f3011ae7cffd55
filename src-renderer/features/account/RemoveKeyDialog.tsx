import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { ProblemText } from '../../components/ProblemText.tsx';
import { removeKey } from '../../state/service.ts';
import classes from './Dialog.module.css';

/** Asks once before a key is forgotten. */
export function RemoveKeyDialog({
  opened,
  name,
  onClose,
}: {
  opened: boolean;
  name: string;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const remove = async () => {
    setBusy(true);
    const found = await removeKey();
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };

  return (
    <Modal opened={opened} onClose={onClose} title={`Remove ${lowerFirst(name)}?`}>
      <div className={classes.form}>
        <p>
          This computer forgets the key. It keeps working at the service, and results already saved
          stay. To ask again you need to paste it once more.
        </p>
        {problem !== null && <ProblemText problem={problem} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button loading={busy} onClick={() => void remove()}>
            Remove the key
          </Button>
        </div>
      </div>
    </Modal>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
