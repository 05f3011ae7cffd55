import { Button, Flex, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import {
  AddressField,
  KeyField,
  SourceField,
  TrialTerms,
  defaultSource,
} from '#renderer/components/credentials/fields.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import type { KeyVerdict } from '#renderer/state/key-tests.ts';
import {
  type SetUpResult,
  setUpService,
  setUpTrial,
  type TrialResult,
} from '#renderer/state/service.ts';
import { serviceAnswered, trialKeyGot } from '#renderer/components/credentials/credential-words.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';

/** Asks for the address, then the key; tests the key before anything else happens. */
export function KeyForm({ onBack }: { onBack: () => void }) {
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
export function TrialForm({ onBack }: { onBack: () => void }) {
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
