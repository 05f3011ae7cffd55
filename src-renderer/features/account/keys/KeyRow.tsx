import { Text } from '@mantine/core';
import { IdCard, Key, Pencil, Replace, Ticket, Trash2 } from 'lucide-react';
import type { CredentialKind, CredentialStatus } from '#shared/contract/snapshot.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import {
  credentialKindNames,
  credentialName,
  timeLeft,
  urgencyColours,
  whereFrom,
} from '#renderer/components/credentials/credential-words.ts';
import { Verdict } from '#renderer/components/credentials/fields.tsx';
import { CardRow, Tag } from '#renderer/components/page/Page.tsx';
import { MoreMenu } from '#renderer/components/popups.tsx';
import { dayInWords, upperFirst } from '#renderer/components/words.ts';
import { useMinute } from '#renderer/components/hooks.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { testKey, useIsRefused, useKeyTest } from '#renderer/state/key-tests.ts';
import { chooseKey } from '#renderer/state/service.ts';
import type { KeyTask } from './dialogs.tsx';

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
            {/* Reserved space, so that nothing moves when the verdict arrives. */}
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
              <SmallButton
                aria-label={`Use ${credentialName(credential)}`}
                onClick={() => void chooseKey(id)}
              >
                Use
              </SmallButton>
            )}
            {trouble === null && (
              <SmallButton loading={test === 'testing'} onClick={() => void testKey(credential)}>
                Test
              </SmallButton>
            )}
            {isOwn(credential) && <OwnMenu credential={credential} setTask={setTask} />}
          </>
        }
      />
    </section>
  );
}

/** Only credentials that a person entered can be changed here. */
const isOwn = ({ source }: CredentialStatus): boolean =>
  source === 'keychain' || source === 'session';

function Title({ credential }: { credential: CredentialStatus }) {
  const { kind, name, lastFour, who, inUse, source } = credential;
  const isRefused = useIsRefused(credential);
  const isToken = kind === 'sessionToken';
  const details = [
    isToken ? who : null,
    !isToken && lastFour !== '' && source !== 'sample' ? `ending ${lastFour}` : null,
    name === null ? null : credentialKindNames[kind],
  ].filter((detail) => detail !== null);
  return (
    <>
      {name ??
        (source === 'sample' && kind === 'accessKey' ? 'Sample key' : credentialKindNames[kind])}
      {details.map((detail) => (
        <Text key={detail} span inherit c="var(--text-2)" fw={400}>
          {detail}
        </Text>
      ))}
      {inUse && !isToken && <Tag>in use</Tag>}
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
    ...(kind === 'trialKey' ? [`${trialRowsPerCall} results per call, stored data only`] : []),
    ...(kind === 'sessionToken' ? ['for plan and usage'] : []),
    whereFrom(credential, keychain),
    ...(addedAt === null ? [] : [`added ${dayInWords(new Date(addedAt), new Date(now))}`]),
  ];
  return (
    <p>
      {left !== null && (
        <>
          <Text span inherit c={urgencyColours[left.urgency]}>
            {left.words}
          </Text>
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

function OwnMenu({ credential, setTask }: KeyRowProps) {
  const left = timeLeft(credential, useMinute());
  const isToken = credential.kind === 'sessionToken';
  const begin = (kind: 'rename' | 'replace' | 'remove') => () => setTask({ kind, credential });
  return (
    <>
      {isToken && left !== null && left.urgency !== 'calm' && (
        <SmallButton onClick={begin('replace')}>Renew…</SmallButton>
      )}
      <MoreMenu
        label={`More for ${credentialName(credential)}`}
        items={[
          ...(isToken ? [] : [[Pencil, 'Name…', begin('rename')] as const]),
          [Replace, 'Replace…', begin('replace')],
          [Trash2, 'Remove…', begin('remove')],
        ]}
      />
    </>
  );
}
