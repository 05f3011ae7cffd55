/** Keys and sign-in: which there are, where they are stored, how long they last, whether they work. */
import { Button, Text } from '@mantine/core';
import { said } from '#shared/counts.ts';
import {
  ChevronDown,
  IdCard,
  Key,
  LockKeyhole,
  Plus,
  RotateCw,
  Ticket,
  Pencil,
  Replace,
  Trash2,
} from 'lucide-react';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import {
  callsInWords,
  notInKeychain,
  credentialKindNames,
  credentialName,
  timeLeft,
  urgencyColours,
  whereFrom,
} from '#renderer/components/credentials/credential-words.ts';
import { Card, CardRow, Footnote, Section, Tag } from '#renderer/components/page/Page.tsx';
import { ActionMenu, MoreMenu } from '#renderer/components/actions.tsx';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { useMinute } from '#renderer/state/time.ts';
import { useCountedCalls } from '#renderer/state/service-pages.ts';
import { act } from '#renderer/state/act.ts';
import { KeyDialog, type KeyTask } from './dialogs.tsx';
import type { CredentialKind, CredentialStatus } from '#shared/contract/snapshot.ts';
import { trialRowsPerCall } from '#shared/service/answers.ts';
import { Verdict } from '#renderer/components/credentials/fields.tsx';
import { dayInWords, upperFirst } from '#renderer/components/words.ts';
import { testKey, useIsRefused, useKeyTest } from '#renderer/state/key-tests.ts';

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
          <KeyRow key={`${credential.id} ${credential.addedAt}`} {...{ credential, setTask }} />
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
          : `${storageWords} Each key is sent to its own service only. Testing a key costs nothing.`}
      </Footnote>
      <KeyDialog task={task} onClose={() => setTask(null)} />
    </Section>
  );
}

type SetTask = Pick<KeysSectionProps, 'setTask'>;

function AddMenu({ hasToken, setTask }: SetTask & { hasToken: boolean }) {
  const add = (what: 'key' | 'sessionToken') => () => setTask({ kind: 'add', what });
  const signIn = { label: 'Dashboard sign-in…', icon: IdCard, act: add('sessionToken') };
  return (
    <ActionMenu
      position="bottom-end"
      sections={() => [
        [
          { label: 'Access key…', icon: Key, act: add('key') },
          { label: 'Get a trial key…', icon: Ticket, act: () => setTask({ kind: 'trial' }) },
          ...(hasToken ? [] : [signIn]),
        ],
      ]}
    >
      <SmallButton icon={Plus} rightSection={<ChevronDown size={14} />}>
        Add
      </SmallButton>
    </ActionMenu>
  );
}

const NoKeyRow = ({ setTask }: SetTask) => (
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
        onClick={() => run(() => act('credential.retry', {}))}
      >
        Try the keychain again
      </Button>
    </Footnote>
  );
}

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
function KeyRow({ credential, setTask }: KeyRowProps) {
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
                onClick={() => void act('credential.use', { id })}
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
  missing: 'Its entry in the keychain is missing: paste the key again, or remove it.',
  damaged:
    'Its entry in the keychain was changed, so the key isn’t sent: paste it again, or remove it.',
  unreadable: 'The keychain wouldn’t release it; it may be locked.',
};

function Detail({ credential }: { credential: CredentialStatus }) {
  const { kind, addedAt, trouble } = credential;
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const now = useMinute();
  const isSample = useIsSample();
  const calls = useCountedCalls().value?.byKey[credential.id] ?? 0;
  const left = timeLeft(credential, now);
  const facts = said(
    kind === 'trialKey' && `${trialRowsPerCall} results per call, stored data only`,
    kind === 'sessionToken' && 'for plan and usage',
    whereFrom(credential, keychain),
    addedAt !== null && `added ${dayInWords(new Date(addedAt), new Date(now))}`,
    calls > 0 && `${callsInWords(calls, isSample)} counted`,
  );
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
        sections={() => [
          [
            ...(isToken ? [] : [{ label: 'Name…', icon: Pencil, act: begin('rename') }]),
            { label: 'Replace…', icon: Replace, act: begin('replace') },
            { label: 'Remove…', icon: Trash2, act: begin('remove') },
          ],
        ]}
      />
    </>
  );
}
