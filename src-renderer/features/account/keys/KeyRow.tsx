import { Text, ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis, IdCard, Key, Pencil, Replace, Ticket, Trash2 } from 'lucide-react';
import type { CredentialKind, CredentialStatus } from '#shared/contract/snapshot.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import {
  credentialKindNames,
  credentialName,
  timeLeft,
  whereFrom,
} from '../../../components/credentials/credential-words.ts';
import { Verdict } from '../../../components/credentials/fields.tsx';
import { CardRow, Tag } from '../../../components/page/Page.tsx';
import { type MenuEntry, MenuItems } from '../../../components/popups.tsx';
import { dayInWords, upperFirst } from '../../../components/words.ts';
import { useMinute } from '../../../components/hooks.ts';
import { useSnapshot } from '../../../state/app.ts';
import { testKey, useIsRefused, useKeyTest } from '../../../state/key-tests.ts';
import { chooseKey } from '../../../state/service.ts';
import type { KeyTask } from './dialogs.tsx';
import classes from '../account.module.css';

const icons: Record<CredentialKind, typeof Key> = {
  accessKey: Key,
  trialKey: Ticket,
  sessionToken: IdCard,
};

interface KeyRowProps {
  credential: CredentialStatus;
  setTask: (task: KeyTask) => void;
}

/** One credential, by its kind, name and last characters; never its value. */
export function KeyRow({ credential, setTask }: KeyRowProps) {
  const { id, kind, inUse, trouble } = credential;
  const test = useKeyTest(credential);
  const Icon = icons[kind];
  const isToken = kind === 'sessionToken';

  return (
    <section aria-label={credentialName(credential)} data-kind={kind}>
      <CardRow
        icon={<Icon />}
        title={<Title credential={credential} />}
        detail={
          <>
            <Detail credential={credential} />
            {/* A place of its own, so that nothing moves when the verdict comes. */}
            <Text
              component="output"
              inherit
              display="block"
              mih={16}
              mt={2}
              c="dimmed"
              aria-label="Test"
            >
              {test === 'testing' && 'Asking the service…'}
              {test === null && 'Not tested in this session.'}
              {test !== null && test !== 'testing' && <Verdict verdict={test} />}
            </Text>
          </>
        }
        actions={
          <>
            {!inUse && !isToken && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Use ${credentialName(credential)}`}
                onClick={() => void chooseKey(id)}
              >
                Use
              </Button>
            )}
            {trouble === null && (
              <Button
                size="xs"
                variant="default"
                loading={test === 'testing'}
                onClick={() => void testKey(credential)}
              >
                Test
              </Button>
            )}
            {isOwn(credential) && <OwnMenu credential={credential} setTask={setTask} />}
          </>
        }
      />
    </section>
  );
}

/** Only what a person gave can be changed here. */
const isOwn = ({ source }: CredentialStatus): boolean =>
  source === 'keychain' || source === 'session';

function Title({ credential }: { credential: CredentialStatus }) {
  const { kind, name, lastFour, who, inUse, source } = credential;
  const isRefused = useIsRefused(credential);
  return (
    <>
      {name ??
        (source === 'sample' && kind === 'accessKey' ? 'Sample key' : credentialKindNames[kind])}
      {kind === 'sessionToken' && who !== null && (
        <Text span inherit c="var(--text-2)" fw={400}>
          {who}
        </Text>
      )}
      {kind !== 'sessionToken' && lastFour !== '' && source !== 'sample' && (
        <Text span inherit c="var(--text-2)" fw={400}>
          ending {lastFour}
        </Text>
      )}
      {name !== null && (
        <Text span inherit c="var(--text-2)" fw={400}>
          {credentialKindNames[kind]}
        </Text>
      )}
      {inUse && kind !== 'sessionToken' && <Tag>in use</Tag>}
      {isRefused && <Tag tone="danger">refused</Tag>}
    </>
  );
}

const troubleWords: Record<NonNullable<CredentialStatus['trouble']>, string> = {
  missing: 'Its entry is gone from the keychain: replace it with the key itself, or remove it.',
  damaged: 'Its entry in the keychain was changed, so it is not sent: replace or remove it.',
  unreadable: 'The keychain wouldn’t release it; it may be locked.',
};

function Detail({ credential }: { credential: CredentialStatus }) {
  const { kind, addedAt, trouble } = credential;
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const now = useMinute();
  const left = timeLeft(credential, now);
  const facts = [
    ...(kind === 'trialKey' ? [`${trialRowsPerCall} results a call, stored data only`] : []),
    ...(kind === 'sessionToken' ? ['for plan and usage'] : []),
    whereFrom(credential, keychain),
    ...(addedAt === null ? [] : [`added ${dayInWords(new Date(addedAt), new Date(now))}`]),
  ];
  return (
    <p>
      {left !== null && (
        <>
          <span className={classes.left} data-urgency={left.urgency}>
            {left.words}
          </span>
          {' · '}
        </>
      )}
      {left === null ? upperFirst(facts.join(' · ')) : facts.join(' · ')}
      {trouble !== null && (
        <Text span inherit display="block" c="var(--danger)" role="alert">
          {troubleWords[trouble]}
        </Text>
      )}
    </p>
  );
}

function OwnMenu({
  credential,
  setTask,
}: {
  credential: CredentialStatus;
  setTask: (task: KeyTask) => void;
}) {
  const { kind, endsAt } = credential;
  const now = useMinute();
  const left = timeLeft({ ...credential, endsAt }, now);
  const isToken = kind === 'sessionToken';
  const entry = (
    icon: typeof Key,
    words: string,
    task: 'rename' | 'replace' | 'remove',
  ): MenuEntry => [icon, words, () => setTask({ kind: task, credential })];
  return (
    <>
      {isToken && left !== null && left.urgency !== 'calm' && (
        <Button
          size="xs"
          variant="default"
          onClick={() => setTask({ kind: 'replace', credential })}
        >
          Renew…
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More for ${credentialName(credential)}`}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems
            items={[
              ...(isToken ? [] : [entry(Pencil, 'Name…', 'rename')]),
              entry(Replace, 'Replace…', 'replace'),
              entry(Trash2, 'Remove…', 'remove'),
            ]}
          />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
