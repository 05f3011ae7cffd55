import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RunSummary } from '#shared/contract/history.ts';
import { DialogButtons, DialogForm, DialogOf } from '../../components/dialog/Dialog.tsx';
import { ActionProblem } from '../../components/problems/ProblemCard.tsx';
import { useAction } from '../../components/hooks.ts';
import { describeRun } from '../../state/history.ts';

interface NameDialogProps {
  /** Null: closed. */
  run: RunSummary | null;
  onClose: () => void;
  /** It has given the focus back, to what is still there. */
  onClosed: () => void;
}

/** The person's own words for a run. There while closed, so that it gives the focus back. */
export function NameDialog({ run, onClose, onClosed }: NameDialogProps) {
  return (
    <DialogOf of={run} onClose={onClose} onExitTransitionEnd={onClosed} title="Name and note">
      {(named) => <NameForm key={named.id} run={named} onClose={onClose} />}
    </DialogOf>
  );
}

function NameForm({ run, onClose }: { run: RunSummary; onClose: () => void }) {
  const [name, setName] = useState(run.name ?? '');
  const [note, setNote] = useState(run.note);
  const saving = useAction();
  return (
    <DialogForm onSubmit={() => saving.run(() => describeRun(run.id, { name, note }), onClose)}>
      <TextInput
        label="Name"
        description="Leave it empty to call the run by its question."
        placeholder={run.title}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        label="Note"
        description="Kept on this computer with the run."
        rows={4}
        maxLength={10_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ActionProblem action={saving} />
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={saving.busy}>
          Save
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}
