/** Editing a fact: what is assumed, what the service says, and the person's own value. */
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type Fact,
  type FactKind,
  maxCorrectionLength,
  type TryIt,
} from '#shared/contract/description.ts';
import { DialogButtons, DialogForm, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { useAnswer } from '#renderer/state/answer.ts';
import { correct, previewFact, resetCorrection } from '#renderer/state/description.ts';
import { Value } from './facts.tsx';
import classes from './ServiceProfile.module.css';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { endpointOf } from '#renderer/components/names.ts';
import { RequestAddress } from '#renderer/components/texts.tsx';
import { showPage, useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { askInTab } from '#renderer/state/runs.ts';
import { openTab } from '#renderer/state/workspace.ts';

interface FactDialogProps {
  /** Null: closed. */
  fact: Fact | null;
  onClose: () => void;
}

export function EditDialog({ fact, onClose }: FactDialogProps) {
  return (
    <DialogOf of={fact} onClose={onClose} title={({ about }) => about} size={560}>
      {(shown) => <EditForm key={shown.id} fact={shown} onClose={onClose} />}
    </DialogOf>
  );
}

type OpenProps = FactDialogProps & { fact: Fact };

const help: Record<FactKind, string> = {
  path: 'Begins with /api/data/ and keeps the same {keys}.',
  name: 'As the service writes it in the address, before the =.',
  required: '“required” or “optional”.',
  values: 'Separate several with commas.',
  default: 'What the service uses when nothing is given. May be empty.',
  limits: 'The smallest and the largest, such as 1–100.',
  fields: 'Separate several with commas.',
};

function EditForm({ fact, onClose }: OpenProps) {
  const { id, kind, question, isAssumed, ours, service, candidates, inForce, person } = fact;
  const [value, setValue] = useState(inForce.value);
  const saving = useAction();
  const offered = [...new Set([service?.value ?? [], candidates].flat())];

  return (
    <DialogForm onSubmit={() => saving.run(() => correct(id, value), onClose)}>
      <dl className={classes.facts}>
        <dt>Question</dt>
        <dd>{question}</dd>
        <dt>{isAssumed ? 'We assume' : 'Specification'}</dt>
        <dd>
          <Value>{ours}</Value>
        </dd>
      </dl>
      {offered.length > 0 && (
        <Group gap={6} c="var(--text-2)">
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
        </Group>
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
        // A single line, whatever is pasted.
        onChange={(event) => setValue(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        error={saving.problem?.title}
      />
      <DialogButtons
        before={
          person !== null && (
            <Button
              variant="subtle"
              color="gray"
              disabled={saving.busy}
              onClick={() => saving.run(() => resetCorrection(id), onClose)}
            >
              Reset
            </Button>
          )
        }
        onCancel={onClose}
      >
        <Button type="submit" loading={saving.busy}>
          Save
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

/** Previews the request that uses a fact. Sending it is an ordinary question in Explore. */
export function TryDialog({ fact, onClose }: FactDialogProps) {
  return (
    <DialogOf of={fact} onClose={onClose} title={({ question }) => `Try: ${question}`} size="lg">
      {(shown) => <Tried key={shown.id} fact={shown} onClose={onClose} />}
    </DialogOf>
  );
}

function Tried({ fact, onClose }: OpenProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const asked = useAnswer({ id: fact.id, values }, previewFact);
  const { value: preview, problem } = asked;
  if (problem !== null) return <ProblemText problem={problem} />;
  if (preview === null) return null;
  // What is previewed may be a keystroke behind what is typed.
  const isReady = preview.complaint === null && !asked.isPending;
  return (
    <DialogForm
      onSubmit={() => {
        if (!isReady) return;
        onClose();
        askNow(preview);
      }}
    >
      <Values
        shown={preview}
        typed={values}
        onChange={(key, value) => setValues({ ...values, [key]: value })}
      />
      <RequestAddress>{preview.address}</RequestAddress>
      <Text component="output" inherit c={preview.complaint === null ? undefined : 'var(--warn)'}>
        {preview.complaint ?? <Cost metered={preview.metered} />}
      </Text>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" disabled={!isReady} data-autofocus>
          {preview.metered ? 'Send (1 call)' : 'Send'}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

function Cost({ metered }: { metered: boolean }) {
  const isSample = useIsSample();
  const price = metered ? 'This is one call.' : 'This costs nothing.';
  return (
    <>
      {price} {isSample && 'Sample data: nothing is charged. '}
      Its answer opens in Explore and is kept in History like any other.
    </>
  );
}

/** The example's values, to be replaced with existing ones. */
function Values({
  shown: { query },
  typed,
  onChange,
}: {
  shown: TryIt;
  /** Ahead of what is shown. */
  typed: Readonly<Record<string, string>>;
  onChange: (key: string, value: string) => void;
}) {
  const parameters = useSnapshot(({ catalogue }) => endpointOf(catalogue, query)?.parameters ?? []);
  const given = parameters.filter(({ key, required }) => required || key in query.values);
  return given.map(({ key, label }) => (
    <TextInput
      key={key}
      label={label}
      value={typed[key] ?? query.values[key] ?? ''}
      maxLength={2000}
      onChange={(event) => onChange(key, event.currentTarget.value)}
    />
  ));
}

function askNow({ query }: TryIt): void {
  const tabId = openTab(query.endpointId, query);
  showPage('explore');
  void askInTab(tabId);
}
