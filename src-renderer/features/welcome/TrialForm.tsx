import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { AddressField } from '../../components/credentials/AddressField.tsx';
import { SourceField, usualSource } from '../../components/credentials/SourceField.tsx';
import { trialKeyGot } from '../../components/credentials/credential-words.ts';
import { TrialTerms } from '../../components/credentials/TrialTerms.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { useSnapshot } from '../../state/app.ts';
import { setUpTrial, type TrialResult } from '../../state/service.ts';
import classes from './WelcomePage.module.css';

/** Address, then a trial key: nothing else is needed to begin. */
export function TrialForm({ onBack }: { onBack: () => void }) {
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(suggested ?? '');
  const [source, setSource] = useState(usualSource);
  const keychain = useSnapshot((snapshot) => snapshot.keychain);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<TrialResult | null>(null);

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // With the address filled in, Enter is all it takes.
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
    if (next.kind === 'entered') {
      notifications.show({ message: trialKeyGot(keychain) });
    }
  };

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <AddressField
        value={address}
        onChange={setAddress}
        problem={result?.kind === 'addressProblem' ? result.problem : null}
        comesWith="The service’s own pages tell it."
        focusFirst={suggested === null}
      />
      <SourceField value={source} onChange={setSource} />
      <TrialTerms />
      {result?.kind === 'trialProblem' && <ProblemText problem={result.problem} />}
      <div className={classes.formButtons}>
        <Button type="submit" loading={busy} disabled={source.trim() === ''}>
          Get the key
        </Button>
        <Button variant="subtle" color="gray" leftSection={<ArrowLeft />} onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
