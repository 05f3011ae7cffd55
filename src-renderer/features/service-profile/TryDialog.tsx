/** The request that uses a fact, before it is sent. Sending it is an ordinary question in Explore. */
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Assumption, TryIt } from '#shared/contract/description.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { Dialog, DialogButtons } from '../../components/dialog/Dialog.tsx';
import { ProblemText } from '../../components/problems/ProblemText.tsx';
import { RequestAddress } from '../../components/RequestAddress.tsx';
import { showPage, useApp, useIsSample, useSnapshot } from '../../state/app.ts';
import { previewFact } from '../../state/description.ts';
import { ask } from '../../state/runs.ts';
import { openTab } from '../../state/workspace.ts';
import classes from './ServiceProfile.module.css';

export function TryDialog({ fact, onClose }: { fact: Assumption | null; onClose: () => void }) {
  return (
    <Dialog
      opened={fact !== null}
      onClose={onClose}
      title={fact === null ? '' : `Try: ${fact.question}`}
      size="lg"
    >
      {fact !== null && <Tried key={fact.id} fact={fact} onClose={onClose} />}
    </Dialog>
  );
}

function Tried({ fact, onClose }: { fact: Assumption; onClose: () => void }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [shown, setShown] = useState<TryIt | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isLatest = true;
    const look = async () => {
      const result = await previewFact({ id: fact.id, values: { ...values } });
      if (!isLatest) return;
      if (result.ok) setShown(result.value);
      setProblem(result.ok ? null : result.error);
    };
    void look();
    return () => {
      isLatest = false;
    };
  }, [fact.id, values]);

  if (problem !== null) return <ProblemText problem={problem} />;
  if (shown === null) return null;
  const send = () => {
    onClose();
    askNow(shown);
  };
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (shown.complaint === null) send();
      }}
    >
      <Values shown={shown} onChange={(key, value) => setValues({ ...values, [key]: value })} />
      <RequestAddress>{shown.address}</RequestAddress>
      <output className={shown.complaint === null ? undefined : classes.failed}>
        {shown.complaint ?? <Cost metered={shown.metered} />}
      </output>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" disabled={shown.complaint !== null} data-autofocus>
          {shown.metered ? 'Send, one metered call' : 'Send'}
        </Button>
      </DialogButtons>
    </form>
  );
}

function Cost({ metered }: { metered: boolean }) {
  const isSample = useIsSample();
  const price = metered ? 'This is one metered call.' : 'This is not metered.';
  return (
    <>
      {price} {isSample && 'Sample data: nothing is charged. '}
      Its answer opens in Explore, and is in History like any other.
    </>
  );
}

/** The example's values, to be replaced by some that exist. */
function Values({
  shown: { query },
  onChange,
}: {
  shown: TryIt;
  onChange: (key: string, value: string) => void;
}) {
  const parameters = useSnapshot(
    ({ catalogue }) =>
      catalogue.endpoints.find(({ id }) => id === query.endpointId)?.parameters ?? [],
  );
  const given = parameters.filter(({ key, required }) => required || key in query.values);
  return given.map(({ key, label }) => (
    <TextInput
      key={key}
      label={label}
      value={query.values[key] ?? ''}
      autoComplete="off"
      spellCheck={false}
      maxLength={2000}
      onChange={(event) => onChange(key, event.currentTarget.value)}
    />
  ));
}

function askNow({ query }: TryIt): void {
  const tabId = openTab(query.endpointId, query);
  showPage('explore');
  const tab = useApp.getState().snapshot?.workspace.tabs.find(({ id }) => id === tabId);
  if (tab !== undefined) void ask(tab);
}
