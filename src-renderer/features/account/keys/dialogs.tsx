import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { assertNever } from '#shared/assert-never.ts';
import { useAction } from '#renderer/components/hooks.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { credentialName, trialKeyGot } from '#renderer/components/credentials/credential-words.ts';
import {
  KeyField,
  SourceField,
  TrialTerms,
  defaultSource,
} from '#renderer/components/credentials/fields.tsx';
import { lowerFirst } from '#renderer/components/words.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import { testKey } from '#renderer/state/key-tests.ts';

/** What a person is doing with keys. */
export type KeyTask =
  | { kind: 'add'; what: 'key' | 'sessionToken' }
  | { kind: 'replace'; credential: CredentialStatus }
  | { kind: 'rename'; credential: CredentialStatus }
  | { kind: 'remove'; credential: CredentialStatus }
  | { kind: 'trial' };

type Task = Extract<KeyTask, { kind: 'add' | 'replace' }>;

interface KeyDialogProps {
  /** Null: closed. */
  task: KeyTask | null;
  onClose: () => void;
}

/** The dialog of the current task. Pasted text is discarded when it closes. */
export const KeyDialog = ({ task, onClose }: KeyDialogProps) => (
  <DialogOf of={task} onClose={onClose} title={titleOf}>
    {(shown) => <KeyForm task={shown} />}
  </DialogOf>
);

function titleOf(task: KeyTask): string {
  switch (task.kind) {
    case 'add':
      return isAboutToken(task) ? 'Add a dashboard sign-in' : 'Add an access key';
    case 'replace':
      return isAboutToken(task) ? 'Replace the dashboard sign-in' : 'Replace the access key';
    case 'rename':
      return 'Name this key';
    case 'remove':
      return `Remove ${task.credential.name ?? lowerFirst(credentialName(task.credential))}?`;
    case 'trial':
      return 'Get a trial key';
    default:
      return assertNever(task);
  }
}

function KeyForm({ task }: { task: KeyTask }) {
  switch (task.kind) {
    case 'rename':
      return <RenameForm credential={task.credential} />;
    case 'remove':
      return <RemoveForm credential={task.credential} />;
    case 'trial':
      return <TrialForm />;
    default:
      return <CredentialForm task={task} />;
  }
}

/** Whether a dashboard sign-in is added or replaced. */
export const isAboutToken = (task: KeyTask | null): boolean =>
  (task?.kind === 'add' && task.what === 'sessionToken') ||
  (task?.kind === 'replace' && task.credential.kind === 'sessionToken');

/** Takes a key or a session token. */
function CredentialForm({ task }: { task: Task }) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [value, setValue] = useState('');
  const [name, setName] = useState('');
  const [forSession, setForSession] = useState(
    keychain.available && task.kind === 'replace' && task.credential.source === 'session',
  );
  const saving = useAction();
  const forToken = isAboutToken(task);

  const save = async () => {
    const before = new Set(credentials().map(({ id }) => id));
    const keep = forSession ? ('session' as const) : ('keychain' as const);
    const problem =
      task.kind === 'replace'
        ? await act('credential.replace', { id: task.credential.id, value, keep })
        : await act('credential.add', { value, keep, as: task.what, name: name.trim() || null });
    const saved = credentials().find(({ id }) =>
      task.kind === 'replace' ? id === task.credential.id : !before.has(id),
    );
    if (problem === null && saved !== undefined) void testKey(saved);
    return problem;
  };

  return (
    <DialogForm
      submit={forToken ? 'Save and test the token' : 'Save and test the key'}
      act={save}
      action={saving}
    >
      <KeyField
        kind={forToken ? 'sessionToken' : 'key'}
        {...{ value, forSession }}
        onChange={setValue}
        problem={saving.problem}
      />
      {task.kind === 'add' && !forToken && (
        <TextInput
          label="Name"
          description="Optional. Helps you tell several keys apart."
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
    </DialogForm>
  );
}

const credentials = (): readonly CredentialStatus[] =>
  useApp.getState().snapshot?.credentials ?? [];

interface FormProps {
  credential: CredentialStatus;
}

/** Names a key, to distinguish several. */
function RenameForm({ credential }: FormProps) {
  const [name, setName] = useState(credential.name ?? '');
  return (
    <DialogForm
      submit="Save the name"
      act={() => act('credential.rename', { id: credential.id, name })}
    >
      <TextInput
        label="Name"
        description="Leave it empty to remove the name. It is never sent to the service."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** Asks for confirmation before a key or a session token is deleted. */
function RemoveForm({ credential }: FormProps) {
  const ofToken = credential.kind === 'sessionToken';
  return (
    <DialogForm
      submit={ofToken ? 'Remove the token' : 'Remove the key'}
      cancel="Keep it"
      focus="cancel"
      act={() => act('credential.remove', { id: credential.id })}
    >
      <p>
        {ofToken
          ? 'The sign-in token is removed from this computer. Plan and usage can’t be read without one.'
          : 'The key is removed from this computer. It still works with the service, and what you saved is kept. To use the key here again, paste it again.'}
      </p>
    </DialogForm>
  );
}

/** Requests a trial key from the current service. */
function TrialForm() {
  const [source, setSource] = useState(defaultSource);
  const get = async () => {
    const problem = await act('trial.get', { source });
    const { snapshot } = useApp.getState();
    if (problem === null && snapshot !== null) {
      notifications.show({ message: trialKeyGot(snapshot) });
    }
    return problem;
  };
  return (
    // In the field, its answers would cover the button.
    <DialogForm submit="Get the key" focus="submit" act={get} isDisabled={source.trim() === ''}>
      <TrialTerms />
      <SourceField value={source} onChange={setSource} />
    </DialogForm>
  );
}
