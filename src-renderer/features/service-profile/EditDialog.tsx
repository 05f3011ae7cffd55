/** A fact by hand: what is assumed, what the service says, and the person's own value. */
import { Button, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { Assumption, FactKind } from '#shared/contract/description.ts';
import { maxCorrectionLength } from '#shared/contract/description.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { Dialog, DialogButtons } from '../../components/dialog/Dialog.tsx';
import { correct, resetCorrection } from '../../state/description.ts';
import { Value } from './Value.tsx';
import classes from './ServiceProfile.module.css';

export function EditDialog({ fact, onClose }: { fact: Assumption | null; onClose: () => void }) {
  return (
    <Dialog
      opened={fact !== null}
      onClose={onClose}
      title={fact === null ? '' : fact.about}
      size={560}
    >
      {fact !== null && <EditForm fact={fact} onClose={onClose} />}
    </Dialog>
  );
}

const help: Record<FactKind, string> = {
  path: 'Begins with /api/data/ and keeps the same {keys}.',
  name: 'As the service writes it in the address, before the =.',
  required: '“required” or “optional”.',
  values: 'Several with commas between them.',
  default: 'What the service uses when nothing is given. May be empty.',
  limits: 'The smallest and the largest, such as 1–100.',
  fields: 'Several with commas between them.',
};

function EditForm({ fact, onClose }: { fact: Assumption; onClose: () => void }) {
  const { id, kind, question, assumed, service, candidates, inForce, person } = fact;
  const [value, setValue] = useState(inForce.value);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const offered = [...new Set([...(service === null ? [] : [service.value]), ...candidates])];

  const run = async (action: () => Promise<Problem | null>) => {
    setBusy(true);
    const found = await action();
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(() => correct(id, value));
  };
  return (
    <form className={classes.dialog} noValidate onSubmit={submit}>
      <dl className={classes.facts}>
        <div>
          <dt>Question</dt>
          <dd>{question}</dd>
        </div>
        <div>
          <dt>We assume</dt>
          <dd>
            <Value>{assumed}</Value>
          </dd>
        </div>
      </dl>
      {offered.length > 0 && (
        <div className={classes.offered}>
          <span>The service has</span>
          {offered.slice(0, 20).map((one) => (
            <Button
              key={one}
              size="compact-xs"
              variant="default"
              aria-label={`Take ${one.slice(0, 100)}`}
              onClick={() => setValue(one)}
            >
              {one.length > 40 ? `${one.slice(0, 40)}…` : one}
            </Button>
          ))}
        </div>
      )}
      <Textarea
        label="What is sent"
        description={help[kind]}
        autosize
        maxRows={8}
        classNames={{ input: classes.mono }}
        maxLength={maxCorrectionLength}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={value}
        // One line, whatever is pasted.
        onChange={(event) => setValue(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        error={problem?.title}
      />
      <DialogButtons
        before={
          person !== null && (
            <Button
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => void run(() => resetCorrection(id))}
            >
              Reset
            </Button>
          )
        }
        onCancel={onClose}
      >
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </DialogButtons>
    </form>
  );
}
