import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { credentialName } from '../../../components/credentials/credential-words.ts';
import { KeyField } from '../../../components/credentials/KeyField.tsx';
import { useApp, useSnapshot } from '../../../state/app.ts';
import { addCredential, replaceCredential } from '../../../state/service.ts';
import classes from '../Dialog.module.css';
import type { KeyTask } from './KeysSection.tsx';

type Task = Extract<KeyTask, { kind: 'add' | 'replace' }>;

interface CredentialDialogProps {
  /** Null: closed. */
  task: Task | null;
  onClose: () => void;
  /** With the id of what was saved. */
  onSaved: (id: string) => void;
}

const isToken = (task: Task): boolean =>
  task.kind === 'add' ? task.what === 'sessionToken' : task.credential.kind === 'sessionToken';

function titleOf(task: Task): string {
  const what = isToken(task) ? 'dashboard sign-in' : 'access key';
  return task.kind === 'add' ? `Add ${isToken(task) ? 'a' : 'an'} ${what}` : `Replace the ${what}`;
}

/** Takes a key or a session token. What was pasted is gone when the dialog closes. */
export function CredentialDialog({ task, onClose, onSaved }: CredentialDialogProps) {
  return (
    <Modal opened={task !== null} onClose={onClose} title={task === null ? '' : titleOf(task)}>
      {task !== null && <CredentialForm task={task} onClose={onClose} onSaved={onSaved} />}
    </Modal>
  );
}

function CredentialForm({ task, onClose, onSaved }: CredentialDialogProps & { task: Task }) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [value, setValue] = useState('');
  const [name, setName] = useState('');
  const [forSession, setForSession] = useState(
    keychain.available && task.kind === 'replace' && task.credential.source === 'session',
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const forToken = isToken(task);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const before = new Set(credentialIds());
    const keep = forSession ? ('session' as const) : ('keychain' as const);
    const found =
      task.kind === 'replace'
        ? await replaceCredential({ id: task.credential.id, value, keep })
        : await addCredential({ value, keep, as: task.what, name: name.trim() || null });
    setBusy(false);
    setProblem(found);
    if (found !== null) return;
    onClose();
    const saved =
      task.kind === 'replace' ? task.credential.id : credentialIds().find((id) => !before.has(id));
    if (saved !== undefined) onSaved(saved);
  };

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <KeyField
        kind={forToken ? 'sessionToken' : 'key'}
        value={value}
        onChange={setValue}
        problem={problem}
        forSession={forSession}
        focusFirst
      />
      {task.kind === 'add' && !forToken && (
        <TextInput
          label="Name"
          description="Optional: by which you tell several keys apart."
          placeholder="The team’s key"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {keychain.available && (
        <Checkbox
          label="Keep it for this session only"
          checked={forSession}
          onChange={(event) => setForSession(event.currentTarget.checked)}
        />
      )}
      {task.kind === 'replace' && (
        <p className={classes.note}>
          {credentialName(task.credential)} is forgotten when you save this one.
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {forToken ? 'Save and test the token' : 'Save and test the key'}
        </Button>
      </div>
    </form>
  );
}

const credentialIds = (): string[] =>
  (useApp.getState().snapshot?.credentials ?? []).map(({ id }) => id);
