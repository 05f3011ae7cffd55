import { Button, Checkbox, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { notifications } from '@mantine/notifications';
import type { Problem } from '#shared/contract/problem.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '../../../components/dialog/Dialog.tsx';
import { credentialName, trialKeyGot } from '../../../components/credentials/credential-words.ts';
import {
  KeyField,
  SourceField,
  TrialTerms,
  usualSource,
} from '../../../components/credentials/fields.tsx';
import { useApp, useSnapshot } from '../../../state/app.ts';
import {
  addCredential,
  getTrialKey,
  removeCredential,
  renameCredential,
  replaceCredential,
  testKey,
} from '../../../state/service.ts';
import type { KeyTask } from './KeysSection.tsx';
import { ProblemText } from '../../../components/problems/ProblemCard.tsx';

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
