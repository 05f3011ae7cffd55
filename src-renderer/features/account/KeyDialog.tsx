import { Button, Modal } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { KeyField } from '../../components/credentials/KeyField.tsx';
import { addKey } from '../../state/service.ts';
import classes from './Dialog.module.css';

/** Takes a key. What was pasted is gone when the dialog closes. */
export function KeyDialog({
  opened,
  replaces,
  onClose,
  onSaved,
}: {
  opened: boolean;
  /** What the present key is called, when there is one. */
  replaces: string | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={replaces === null ? 'Add an access key' : 'Replace the access key'}
    >
      <NewKeyForm replaces={replaces} onClose={onClose} onSaved={onSaved} />
    </Modal>
  );
}

function NewKeyForm({
  replaces,
  onClose,
  onSaved,
}: {
  replaces: string | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const found = await addKey(key);
    setBusy(false);
    setProblem(found);
    if (found !== null) return;
    onClose();
    onSaved();
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <KeyField value={key} onChange={setKey} problem={problem} focusFirst />
      {replaces !== null && (
        <p className={classes.note}>{replaces} is forgotten when you save this one.</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save and test the key
        </Button>
      </div>
    </form>
  );
}
