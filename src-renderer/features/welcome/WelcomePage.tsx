/** The first start: ways to start, and what the program does in three steps. */
import { Box, Button, Center, Flex, Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  ArrowLeft,
  ArrowRight,
  ChevronRight,
  FileUp,
  Database,
  HardDrive,
  Key,
  LockKeyhole,
  Table,
  Ticket,
} from 'lucide-react';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { notifications } from '@mantine/notifications';
import { trialKeyDays, trialRowsPerCall } from '#shared/service/answers.ts';
import { platforms } from '#shared/catalogue/types.ts';
import type { Platform } from '#shared/catalogue/types.ts';
import { Brand } from '#renderer/components/texts.tsx';
import { NoticeSlot } from '#renderer/components/notices/NoticeStrip.tsx';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { showOpenFile } from '#renderer/state/files.ts';
import { showProjectDialog } from '#renderer/state/projects.ts';
import { exploreSample, setUpService, setUpTrial } from '#renderer/state/service.ts';
import type { SetUpResult, TrialResult } from '#renderer/state/service.ts';
import { PlatformIcon, platformNames } from '#renderer/components/platforms.tsx';
import type { Problem } from '#shared/contract/problem.ts';
import {
  AddressField,
  defaultSource,
  KeyField,
  SourceField,
  TrialTerms,
} from '#renderer/components/credentials/fields.tsx';
import type { KeyVerdict } from '#renderer/state/key-tests.ts';
import { serviceAnswered, trialKeyGot } from '#renderer/components/credentials/credential-words.ts';
import classes from './WelcomePage.module.css';

export function WelcomePage() {
  const [step, setStep] = useState<'ways' | 'key' | 'trial'>('ways');
  useDocumentTitle('Social Data Explorer');
  return (
    <Stack gap={0} h="100%" style={{ overflow: 'auto' }}>
      <main tabIndex={-1} className={classes.main}>
        <div className={classes.columns}>
          <Stack gap={0} style={{ alignSelf: 'center' }}>
            <Group component="p" gap={10} fz={15} fw={600}>
              <Brand size={36} />
              Social Data Explorer
            </Group>
            {step === 'ways' && (
              <>
                <Title order={1} fz={26} lh="34px" lts="-0.02em" mt={20}>
                  Public social posts,
                  <br />
                  as a table you can use
                </Title>
                <Text inherit fz={14} lh="22px" maw={400} mt={8} c="var(--text-2)">
                  Choose a question, fill in a short form, save the answer as a spreadsheet. No
                  programming.
                </Text>
                <Group
                  component="ul"
                  gap="4px 18px"
                  mt={14}
                  c="var(--text-2)"
                  aria-label="Platforms"
                >
                  {platforms.map((platform) => (
                    <Group key={platform} component="li" gap={6}>
                      <PlatformIcon platform={platform} />
                      {platformNames[platform]}
                    </Group>
                  ))}
                </Group>
                <WaysIn onKey={() => setStep('key')} onTrial={() => setStep('trial')} />
              </>
            )}
            {step === 'key' && <KeyForm onBack={() => setStep('ways')} />}
            {step === 'trial' && <TrialForm onBack={() => setStep('ways')} />}
          </Stack>
          <HowItWorks />
        </div>
      </main>
      <Promises />
      <NoticeSlot />
    </Stack>
  );
}

function Promises() {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const promises = [
    [HardDrive, 'Every page is saved on this computer'],
    [Database, 'You see the number of calls before they are made'],
    [
      LockKeyhole,
      keychain.available ? `Keys stay in ${keychain.place}` : 'Keys are never written to a file',
    ],
  ] as const;
  return (
    <footer className={classes.foot}>
      {promises.map(([Icon, words]) => (
        <Group key={words} component="p" gap={8}>
          <Icon size={14} /> {words}
        </Group>
      ))}
    </footer>
  );
}

/** Ways to start. The first leads to results with one click. */
function WaysIn({ onKey, onTrial }: { onKey: () => void; onTrial: () => void }) {
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const hasOthers = useSnapshot(({ project }) => project.hasOthers);
  const exploring = useAction();
  const { busy } = exploring;
  return (
    <Stack gap={10} mt={36}>
      <Way
        primary
        icon={<Table size={18} />}
        name="Explore sample data"
        sentence="Opens a finished example. No key, no cost."
        busy={busy}
        onClick={() => exploring.run(exploreSample)}
      />
      <Way
        icon={<Key size={18} />}
        name="I have an access key"
        sentence={
          keychain.available
            ? `Paste it once. It stays in ${keychain.place}.`
            : 'Paste it. It stays for this session, never in a file.'
        }
        busy={busy}
        onClick={onKey}
      />
      <Way
        icon={<Ticket size={18} />}
        name="Get a trial key"
        sentence={`Free for ${trialKeyDays} days: stored data, ${trialRowsPerCall} results at a time.`}
        busy={busy}
        onClick={onTrial}
      />
      <Way
        icon={<FileUp size={18} />}
        name="Open a file…"
        sentence="Rows that you already have, as a table. No key, no cost."
        busy={busy}
        onClick={() => showOpenFile()}
      />
      <ActionProblem action={exploring} />
      {hasOthers && (
        <Button variant="subtle" color="gray" onClick={() => showProjectDialog('list')}>
          Open another project…
        </Button>
      )}
    </Stack>
  );
}

interface WayProps {
  icon: ReactNode;
  name: string;
  sentence: string;
  primary?: boolean;
  busy: boolean;
  onClick: () => void;
}

const Way = ({ icon, name, sentence, primary = false, busy, onClick }: WayProps) => (
  <Button
    variant={primary ? 'filled' : 'default'}
    h="auto"
    mih={66}
    p="12px 16px 12px 18px"
    fz={13}
    fw={400}
    bdrs="lg"
    c={primary ? undefined : 'var(--text-2)'}
    classNames={{ label: classes.way }}
    aria-disabled={busy}
    onClick={() => {
      if (!busy) onClick();
    }}
  >
    {icon}
    <Stack component="span" gap={0} flex={1}>
      <Text span inherit fz={14} fw={600} c={primary ? undefined : 'var(--text-1)'}>
        {name}
      </Text>
      <span>{sentence}</span>
    </Stack>
    {primary ? <ArrowRight /> : <ChevronRight />}
  </Button>
);

const exampleQuestions: [Platform, string][] = [
  ['microblog', 'Search posts'],
  ['microblog', 'Followers and following'],
  ['photoshare', 'Comments on a post'],
];

const exampleRows = [
  ['Our street has 14 new lindens 🌳', '@anja_b', '1,204'],
  ['街路樹の剪定が始まりました', '@haru_n', '342'],
  ['¿Quién riega los árboles?', '@valverde', '86'],
] as const;

/** Illustrations, not controls: paler, and without the frames of fields and buttons. */
const drawing = {
  'aria-hidden': true,
  mt: 8,
  bd: '1px solid var(--line)',
  bdrs: 'lg',
  bg: 'var(--surface)',
  c: 'var(--text-2)',
  style: { overflow: 'hidden', pointerEvents: 'none' },
} as const;

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

const Step = ({ number, title, children }: StepProps) => (
  <Box component="li" pos="relative" ps={30}>
    <Center aria-hidden pos="absolute" left={0} w={20} h={20} {...circle}>
      {number}
    </Center>
    <Text component="h3" inherit fw={500}>
      {title}
    </Text>
    {children}
  </Box>
);

const circle = {
  bd: '1px solid var(--border-button)',
  bdrs: '50%',
  bg: 'var(--raised)',
  c: 'var(--text-2)',
  fz: 11,
  fw: 500,
} as const;

/** Three steps, each with a small drawing of the part of the window where it happens. */
const HowItWorks = () => (
  <Paper
    component="section"
    withBorder
    radius="xl"
    bg="var(--app)"
    px={24}
    pt={20}
    pb={24}
    style={{ alignSelf: 'start' }}
    aria-label="How it works"
  >
    <Title order={2} size="h6" lh="20px" c="var(--text-2)">
      How it works
    </Title>
    <Stack component="ol" gap={16} mt={12}>
      <Step number={1} title="Choose a question">
        <Box {...drawing} p={4}>
          {exampleQuestions.map(([platform, title], index) => (
            <Group
              key={`${platformNames[platform]} ${title}`}
              gap={6}
              h={28}
              px={10}
              bdrs="sm"
              bg={index === 0 ? 'var(--selection)' : undefined}
            >
              <PlatformIcon platform={platform} size={15} />
              {title}
            </Group>
          ))}
        </Box>
      </Step>
      <Step number={2} title="Say what it is about">
        <Flex {...drawing} gap={8} p={10}>
          <Box flex={1} px={10} py={6} bdrs="sm" bg="var(--sunken)">
            city trees
          </Box>
          <Box px={12} py={6} bdrs="sm" bg="var(--selection)" fw={500}>
            Get posts
          </Box>
        </Flex>
      </Step>
      <Step number={3} title="Read and save the rows">
        <Box {...drawing} fz={12} lh="16px">
          <div className={classes.row} data-head="true">
            <span>Text</span>
            <span>Author</span>
            <span>Likes</span>
          </div>
          {exampleRows.map(([text, author, likes]) => (
            <div key={author} className={classes.row}>
              <span>{text}</span>
              <span>{author}</span>
              <span>{likes}</span>
            </div>
          ))}
        </Box>
      </Step>
    </Stack>
  </Paper>
);

/** Asks for the address, then the key; tests the key before anything else happens. */
function KeyForm({ onBack }: { onBack: () => void }) {
  const [key, setKey] = useState('');
  const [result, setResult] = useState<SetUpResult | null>(null);
  const submit = async (address: string): Promise<void> => {
    setResult(null);
    const next = await setUpService(address, key);
    if (next.kind === 'stored' && next.verdict.verdict === 'accepted') enter(next);
    else setResult(next);
  };
  const keyProblem: Pick<Problem, 'title'> | null =
    result?.kind === 'keyProblem'
      ? result.problem
      : result?.kind === 'stored'
        ? { title: verdictInWords(result.verdict) }
        : null;
  return (
    <SetUpForm
      title="Your access key"
      addressProblem={result?.kind === 'addressProblem' ? result.problem : null}
      action="Save and test the key"
      beside={
        result?.kind === 'stored' && (
          <Button variant="default" onClick={() => enter(result)}>
            Continue with this key
          </Button>
        )
      }
      note="Testing the key costs nothing."
      onSubmit={submit}
      onBack={onBack}
    >
      <KeyField value={key} onChange={setKey} problem={keyProblem} focusFirst />
    </SetUpForm>
  );
}

const adviceFor = {
  accepted: '',
  refused: 'Check the key and the address.',
  undecided: 'Check the address. The key is kept, and can be tested again in Account.',
} as const;

const verdictInWords = (verdict: KeyVerdict): string =>
  [verdict.message, serviceAnswered(verdict), adviceFor[verdict.verdict]].filter(Boolean).join(' ');

function enter({ verdict, enter: go }: Extract<SetUpResult, { kind: 'stored' }>): void {
  go();
  // A refused key is marked wherever it is named; a notification would outlast this page.
  const confirmation = verdict.verdict === 'accepted' ? ` ${verdict.message}` : '';
  notifications.show({ message: `Key saved.${confirmation}` });
}

/** Asks for the address, then gets a trial key: nothing else is needed to start. */
function TrialForm({ onBack }: { onBack: () => void }) {
  const [source, setSource] = useState(defaultSource);
  const [result, setResult] = useState<TrialResult | null>(null);
  const submit = async (address: string): Promise<void> => {
    setResult(null);
    const next = await setUpTrial(address, source);
    setResult(next);
    const { snapshot: entered } = useApp.getState();
    if (next.kind === 'entered' && entered !== null) {
      notifications.show({ message: trialKeyGot(entered) });
    }
  };
  return (
    <SetUpForm
      title="A trial key"
      whereToFind="You’ll find it on the service’s own pages."
      addressProblem={result?.kind === 'addressProblem' ? result.problem : null}
      action="Get the key"
      isIncomplete={source.trim() === ''}
      onSubmit={submit}
      onBack={onBack}
    >
      <SourceField value={source} onChange={setSource} />
      <TrialTerms />
      {result?.kind === 'trialProblem' && <ProblemText problem={result.problem} />}
    </SetUpForm>
  );
}

interface SetUpFormProps {
  title: string;
  /** A sentence that says where to find the address. */
  whereToFind?: string;
  addressProblem: Problem | null;
  /** The label of its button. */
  action: string;
  isIncomplete?: boolean;
  /** A further button. */
  beside?: ReactNode;
  note?: string;
  onSubmit: (address: string) => Promise<void>;
  onBack: () => void;
  /** The fields after the address. */
  children: ReactNode;
}

/** Sets up a service, beginning with its address. */
function SetUpForm(props: SetUpFormProps) {
  const { title, whereToFind, addressProblem, action, isIncomplete, beside, note } = props;
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(suggested ?? '');
  const submitting = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // If everything is filled in, Enter suffices.
    const first = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? form.current?.querySelector<HTMLElement>('button[type="submit"]'))?.focus();
  }, []);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submitting.run(async () => {
          await props.onSubmit(address);
          return null;
        });
      }}
    >
      <Stack gap={14} mt={24}>
        <Title order={1} fz={20} lh="28px" lts="-0.01em">
          {title}
        </Title>
        <AddressField
          value={address}
          onChange={setAddress}
          problem={addressProblem}
          {...(whereToFind === undefined ? {} : { whereToFind })}
          focusFirst={suggested === null}
        />
        {props.children}
        <Flex gap={8} wrap="wrap">
          <Button type="submit" loading={submitting.busy} disabled={isIncomplete === true}>
            {action}
          </Button>
          {beside}
          <Button variant="subtle" color="gray" leftSection={<ArrowLeft />} onClick={props.onBack}>
            Back
          </Button>
        </Flex>
        {note !== undefined && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Stack>
    </form>
  );
}
