/** Keys and sign-in: what is there, where it is kept, how long it lasts, whether it works. */
import { Button, Menu } from '@mantine/core';
import { ChevronDown, IdCard, Key, LockKeyhole, Plus, RotateCw, Ticket } from 'lucide-react';
import { notInKeychain } from '../../../components/credentials/credential-words.ts';
import { Card, CardRow, Footnote, Section } from '../../../components/page/Page.tsx';
import { type MenuEntry, MenuItems } from '../../../components/popups.tsx';
import { useApp, useIsSample, useSnapshot } from '../../../state/app.ts';
import { useAction } from '../../../components/hooks.ts';
import { retryKeychain } from '../../../state/service.ts';
import {
  CredentialDialog,
  RemoveDialog,
  RenameDialog,
  TrialDialog,
  type KeyTask,
} from './dialogs.tsx';
import { KeyRow } from './KeyRow.tsx';

interface KeysSectionProps {
  task: KeyTask | null;
  setTask: (task: KeyTask | null) => void;
}

export function KeysSection({ task, setTask }: KeysSectionProps) {
  const credentials = useSnapshot((snapshot) => snapshot.credentials);
  const isSample = useIsSample();
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const hasKey = credentials.some(({ kind }) => kind !== 'sessionToken');
  const hasToken = credentials.some(({ kind }) => kind === 'sessionToken');

  return (
    <Section
      title="Keys and sign-in"
      actions={
        isSample ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<Ticket size={14} />}
            onClick={() => setTask({ kind: 'trial' })}
          >
            Get a trial key…
          </Button>
        ) : (
          <AddMenu hasToken={hasToken} setTask={setTask} />
        )
      }
    >
      <Card>
        {!hasKey && <NoKeyRow setTask={setTask} />}
        {credentials.map((credential) => (
          <KeyRow
            key={`${credential.id} ${credential.addedAt}`}
            credential={credential}
            setTask={setTask}
          />
        ))}
        {!hasToken && !isSample && (
          <CardRow
            icon={<IdCard />}
            title="Dashboard sign-in"
            detail="None yet. Needed only for pages about the account, not for data."
            actions={
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                onClick={() => setTask({ kind: 'add', what: 'sessionToken' })}
              >
                Add…
              </Button>
            }
          />
        )}
      </Card>
      <KeychainTrouble />
      <Footnote icon={<LockKeyhole size={14} />}>
        {isSample
          ? 'These work with the sample service only, and last as long as it runs. They cost nothing.'
          : keychain.available
            ? `${keychain.reason ?? 'Keys stay in this computer’s keychain.'} They are sent to their own service only. Testing one costs nothing.`
            : `${notInKeychain(keychain)} They are sent to their own service only. Testing one costs nothing.`}
      </Footnote>
      <CredentialDialog
        task={task?.kind === 'add' || task?.kind === 'replace' ? task : null}
        onClose={() => setTask(null)}
      />
      <TrialDialog opened={task?.kind === 'trial'} onClose={() => setTask(null)} />
      <RenameDialog
        credential={task?.kind === 'rename' ? task.credential : null}
        onClose={() => setTask(null)}
      />
      <RemoveDialog
        credential={task?.kind === 'remove' ? task.credential : null}
        onClose={() => setTask(null)}
      />
    </Section>
  );
}

function AddMenu({
  hasToken,
  setTask,
}: {
  hasToken: boolean;
  setTask: KeysSectionProps['setTask'];
}) {
  const signIn: MenuEntry = [
    IdCard,
    'Dashboard sign-in…',
    () => setTask({ kind: 'add', what: 'sessionToken' }),
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} />}
          rightSection={<ChevronDown size={14} />}
        >
          Add
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems
          items={[
            [Key, 'Access key…', () => setTask({ kind: 'add', what: 'key' })],
            [Ticket, 'Get a trial key…', () => setTask({ kind: 'trial' })],
            ...(hasToken ? [] : [signIn]),
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

function NoKeyRow({ setTask }: { setTask: KeysSectionProps['setTask'] }) {
  return (
    <CardRow
      icon={<Key />}
      title="No access key"
      detail="Without a key, this service doesn’t answer questions about data."
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setTask({ kind: 'trial' })}>
            Get a trial key…
          </Button>
          <Button size="xs" onClick={() => setTask({ kind: 'add', what: 'key' })}>
            Add a key…
          </Button>
        </>
      }
    />
  );
}

/** A keychain that was locked may be open by now. */
function KeychainTrouble() {
  const isRefused = useApp(
    ({ snapshot }) => snapshot?.notices.some(({ code }) => code === 'keychain_unreadable') ?? false,
  );
  const { busy, run } = useAction();
  if (!isRefused) return null;
  return (
    <Footnote>
      The keychain could not be read or written.{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={busy}
        leftSection={<RotateCw size={12} />}
        onClick={() => run(retryKeychain)}
      >
        Try the keychain again
      </Button>
    </Footnote>
  );
}
