import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import { AddressField } from '../../components/credentials/AddressField.tsx';
import { KeyField } from '../../components/credentials/KeyField.tsx';
import { useSnapshot } from '../../state/app.ts';
import { setUpService, type SetUpResult } from '../../state/service.ts';
import classes from './WelcomePage.module.css';

/** Address first, then the key; it is tested before anything else happens. */
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
        ? { title: `${result.verdict.message} ${adviceFor[result.verdict.verdict]}` }
        : null;

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
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
      <div className={classes.formButtons}>
        <Button type="submit" loading={busy}>
          Save and test the key
        </Button>
        {result?.kind === 'stored' && (
          <Button variant="default" onClick={() => enter(result)}>
            Go on with this key
          </Button>
        )}
        <Button variant="subtle" color="gray" leftSection={<ArrowLeft />} onClick={onBack}>
          Back
        </Button>
      </div>
      <p className={classes.formNote}>Testing the key is not a metered call.</p>
    </form>
  );
}

const adviceFor = {
  accepted: '',
  refused: 'Check the key and the address.',
  undecided: 'Check the address. The key is kept, and can be tested again in Account.',
} as const;

function enter({ verdict, enter: go }: Extract<SetUpResult, { kind: 'stored' }>): void {
  go();
  notifications.show({ message: `Key saved. ${verdict.message}` });
}
