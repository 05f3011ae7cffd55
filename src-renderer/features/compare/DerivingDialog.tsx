/**
 * The dialog for both ways of deriving a run: comparing it with another, or combining collections of
 * its question in one table. One dialog, wherever it was opened from; doesn't ask the service.
 */
import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { mostCollections } from '#shared/contract/derived.ts';
import {
  DialogOf,
  DialogButtons,
  DialogForm,
  DialogNews,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import { stopDeriving, useDeriving, joinCollections } from '#renderer/state/derived.ts';
import { CompareForm } from './CompareDialog.tsx';
import { useNewDerivedRun } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf } from '#renderer/components/words.ts';
import classes from './compare.module.css';
import { useCandidates, useRunFacts, useRunName } from './run-choice.tsx';

const titles = { compare: 'Compare', collections: 'Show as one table' };

export function DerivingDialog() {
  const deriving = useDeriving((state) => state.deriving);
  return (
    <DialogOf of={deriving} onClose={stopDeriving} title={({ kind }) => titles[kind]} size={520}>
      {({ kind, runId, others }) =>
        kind === 'compare' ? (
          <CompareForm key={runId} runId={runId} other={others[0] ?? null} onClose={stopDeriving} />
        ) : (
          <CollectionsForm key={runId} runId={runId} others={others} onClose={stopDeriving} />
        )
      }
    </DialogOf>
  );
}

interface CollectionsFormProps {
  runId: string;
  /** Preselected collections; none: all of the same question. */
  others: readonly string[];
  onClose: () => void;
}

function CollectionsForm({ runId, others, onClose }: CollectionsFormProps) {
  const { run, isGone, same } = useCandidates(runId);
  const facts = useRunFacts();
  const name = useRunName();
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const { newId, work, close } = useNewDerivedRun(onClose);
  if (run === null) {
    return isGone ? (
      <DialogNews onClose={onClose}>
        The run that this started from was deleted. Restore it in History, or choose another run
        there.
      </DialogNews>
    ) : (
      <div aria-busy />
    );
  }
  if (same.length === 0) {
    return (
      <DialogNews onClose={onClose}>
        This question was asked once. Run it again later, then show both as one table.
      </DialogNews>
    );
  }
  const runs = [run, ...same].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const defaultIds = others.length > 0 ? [runId, ...others] : runs.map(({ id }) => id);
  // A collection may have been deleted since the table was made.
  const chosen = (changed ?? defaultIds.slice(0, mostCollections)).filter((id) =>
    runs.some((one) => one.id === id),
  );
  const toggle = (id: string): void =>
    setChanged(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <DialogForm
      onSubmit={() => {
        if (chosen.length < 2) return;
        const title = `${name(run).slice(0, 150)} · ${countOf(chosen.length, 'collection')}`;
        work.run(() => joinCollections(newId, chosen, title), onClose);
      }}
    >
      <Checkbox.Group label="Collections" value={[...chosen]}>
        <Stack gap={8} className={classes.choice}>
          {runs.map((one, index) => (
            <Checkbox
              key={one.id}
              value={one.id}
              label={<bdi>{name(one)}</bdi>}
              description={facts(one)}
              data-autofocus={index === 0 || undefined}
              disabled={!chosen.includes(one.id) && chosen.length >= mostCollections}
              onChange={() => toggle(one.id)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ActionProblem action={work} />
      <DialogNote>
        The rows follow one another, the earliest collection first; a column says when each row was
        collected. This happens on this computer and makes no calls.
      </DialogNote>
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={work.busy} disabled={chosen.length < 2}>
          {chosen.length < 2
            ? 'Show as one table'
            : `Show ${countOf(chosen.length, 'collection')} as one table`}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}
