import { Button, Flex, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ArrowLeft } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import {
  AddressField,
  KeyField,
  SourceField,
  TrialTerms,
  defaultSource,
} from '#renderer/components/credentials/fields.tsx';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import type { KeyVerdict } from '#renderer/state/key-tests.ts';
import {
  type SetUpResult,
  setUpService,
  setUpTrial,
  type TrialResult,
} from '#renderer/state/service.ts';
import classes from './WelcomePage.module.css';
import { serviceAnswered, trialKeyGot } from '#renderer/components/credentials/credential-words.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';

/** Asks for the address, then the key; tests the key before anything else happens. */
export function KeyForm({ onBack }: { onBack: () => void }) {
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(suggested ?? '');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<SetUpResult | null>(null);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setResult(null);
    const next = await setUpService(address, key);
    setBusy(false);
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
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <FormTitle>Your access key</FormTitle>
      <AddressField
        value={address}
        onChange={setAddress}
        problem={result?.kind === 'addressProblem' ? result.problem : null}
        focusFirst={suggested === null}
      />
      <KeyField
        value={key}
        onChange={setKey}
        problem={keyProblem}
        focusFirst={suggested !== null}
      />
      <Flex gap={8} wrap="wrap">
        <Button type="submit" loading={busy}>
          Save and test the key
        </Button>
        {result?.kind === 'stored' && (
          <Button variant="default" onClick={() => enter(result)}>
            Continue with this key
          </Button>
        )}
        <BackButton onClick={onBack} />
      </Flex>
      <Text size="xs" c="dimmed">
        Testing the key costs nothing.
      </Text>
    </form>
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
export function TrialForm({ onBack }: { onBack: () => void }) {
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(suggested ?? '');
  const [source, setSource] = useState(defaultSource);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<TrialResult | null>(null);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // If the address is filled in, Enter suffices.
    const first = suggested === null ? '[data-autofocus]' : 'button[type="submit"]';
    form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [suggested]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setResult(null);
    const next = await setUpTrial(address, source);
    setBusy(false);
    setResult(next);
    const { snapshot: entered } = useApp.getState();
    if (next.kind === 'entered' && entered !== null) {
      notifications.show({ message: trialKeyGot(entered) });
    }
  };

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <FormTitle>A trial key</FormTitle>
      <AddressField
        value={address}
        onChange={setAddress}
        problem={result?.kind === 'addressProblem' ? result.problem : null}
        whereToFind="You’ll find it on the service’s own pages."
        focusFirst={suggested === null}
      />
      <SourceField value={source} onChange={setSource} />
      <TrialTerms />
      {result?.kind === 'trialProblem' && <ProblemText problem={result.problem} />}
      <Flex gap={8} wrap="wrap">
        <Button type="submit" loading={busy} disabled={source.trim() === ''}>
          Get the key
        </Button>
        <BackButton onClick={onBack} />
      </Flex>
    </form>
  );
}

const FormTitle = (props: { children: string }) => (
  <Title order={1} fz={20} lh="28px" lts="-0.01em" {...props} />
);

const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" color="gray" leftSection={<ArrowLeft />} onClick={onClick}>
    Back
  </Button>
);
