import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import {
  Dialog,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '../../../components/dialog/Dialog.tsx';
import { credentialName } from '../../../components/credentials/credential-words.ts';
import { KeyField } from '../../../components/credentials/KeyField.tsx';
import { useApp, useSnapshot } from '../../../state/app.ts';
import { testKey } from '../../../state/key-tests.ts';
import { addCredential, replaceCredential } from '../../../state/service.ts';
import type { KeyTask } from './KeysSection.tsx';

type Task = Extract<KeyTask, { kind: 'add' | 'replace' }>;

interface CredentialDialogProps {
  /** Null: closed. */
  task: Task | null;
  onClose: () => void;
}

const isToken = (task: Task): boolean =>
  task.kind === 'add' ? task.what === 'sessionToken' : task.credential.kind === 'sessionToken';

function titleOf(task: Task): string {
  const what = isToken(task) ? 'dashboard sign-in' : 'access key';
  return task.kind === 'add' ? `Add ${isToken(task) ? 'a' : 'an'} ${what}` : `Replace the ${what}`;
}

/** Takes a key or a session token. What was pasted is gone when the dialog closes. */
export function CredentialDialog({ task, onClose }: CredentialDialogProps) {
  return (
    <Dialog opened={task !== null} onClose={onClose} title={task === null ? '' : titleOf(task)}>
      {task !== null && <CredentialForm task={task} onClose={onClose} />}
    </Dialog>
  );
}

function CredentialForm({ task, onClose }: CredentialDialogProps & { task: Task }) {
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
    const before = new Set(credentials().map(({ id }) => id));
    const keep = forSession ? ('session' as const) : ('keychain' as const);
    const found =
      task.kind === 'replace'
        ? await replaceCredential({ id: task.credential.id, value, keep })
        : await addCredential({ value, keep, as: task.what, name: name.trim() || null });
    setBusy(false);
    setProblem(found);
    if (found !== null) return;
    onClose();
    const saved = credentials().find(({ id }) =>
      task.kind === 'replace' ? id === task.credential.id : !before.has(id),
    );
    if (saved !== undefined) void testKey(saved);
  };

  return (
    <DialogForm noValidate onSubmit={(event) => void submit(event)}>
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
        <DialogNote>
          {credentialName(task.credential)} is forgotten when you save this one.
        </DialogNote>
      )}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {forToken ? 'Save and test the token' : 'Save and test the key'}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

const credentials = (): readonly CredentialStatus[] =>
  useApp.getState().snapshot?.credentials ?? [];
