/** Keys and sign-in: which there are, where they are stored, how long they last, whether they work. */
import { Button, Menu } from '@mantine/core';
import { ChevronDown, IdCard, Key, LockKeyhole, Plus, RotateCw, Ticket } from 'lucide-react';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { notInKeychain } from '#renderer/components/credentials/credential-words.ts';
import { Card, CardRow, Footnote, Section } from '#renderer/components/page/Page.tsx';
import { type MenuEntry, MenuItems } from '#renderer/components/popups.tsx';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { retryKeychain } from '#renderer/state/service.ts';
import { KeyDialog, type KeyTask } from './dialogs.tsx';
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
  const storageWords = keychain.available
    ? (keychain.reason ?? 'Keys stay in this computer’s keychain.')
    : notInKeychain(keychain);

  return (
    <Section
      title="Keys and sign-in"
      actions={
        isSample ? (
          <SmallButton icon={Ticket} onClick={() => setTask({ kind: 'trial' })}>
            Get a trial key…
          </SmallButton>
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
              <QuietButton onClick={() => setTask({ kind: 'add', what: 'sessionToken' })}>
                Add…
              </QuietButton>
            }
          />
        )}
      </Card>
      <KeychainTrouble />
      <Footnote icon={<LockKeyhole size={14} />}>
        {isSample
          ? 'These work with the sample service only, and last as long as it runs. They cost nothing.'
          : `${storageWords} They are sent to their own service only. Testing one costs nothing.`}
      </Footnote>
      <KeyDialog task={task} onClose={() => setTask(null)} />
    </Section>
  );
}

type SetTask = Pick<KeysSectionProps, 'setTask'>;

function AddMenu({ hasToken, setTask }: SetTask & { hasToken: boolean }) {
  const addToken = (): void => setTask({ kind: 'add', what: 'sessionToken' });
  const signIn: MenuEntry = [IdCard, 'Dashboard sign-in…', addToken];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SmallButton icon={Plus} rightSection={<ChevronDown size={14} />}>
          Add
        </SmallButton>
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

function NoKeyRow({ setTask }: SetTask) {
  return (
    <CardRow
      icon={<Key />}
      title="No access key"
      detail="Without a key, this service doesn’t answer questions about data."
      actions={
        <>
          <SmallButton onClick={() => setTask({ kind: 'trial' })}>Get a trial key…</SmallButton>
          <Button size="xs" onClick={() => setTask({ kind: 'add', what: 'key' })}>
            Add a key…
          </Button>
        </>
      }
    />
  );
}

/** Offers to retry the keychain, since a locked one may have been unlocked. */
function KeychainTrouble() {
  const isRefused = useSnapshot(({ notices }) =>
    notices.some(({ code }) => code === 'keychain_unreadable'),
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
