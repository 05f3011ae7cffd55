/** Dialogs of History: a name and a note for a run, and which older runs to delete. */
import { Button, Textarea, TextInput, Checkbox, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '@mantine/dates';
import type { RunSummary } from '#shared/contract/history.ts';
import {
  DialogButtons,
  DialogForm,
  DialogOf,
  Dialog,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { describeRun } from '#renderer/state/history.ts';
import { useInlineListProps } from '#renderer/components/popups.tsx';
import { bytesInWords, countOf, dayInWords, serviceName } from '#renderer/components/words.ts';
import { type Age, ageLimit, ages, olderRuns } from './find-runs.ts';
import { deleteRuns } from './run-actions.tsx';

interface NameDialogProps {
  /** Null: closed. */
  run: RunSummary | null;
  onClose: () => void;
  /** Called when it has restored the focus, if the element still exists. */
  onClosed: () => void;
}

/** The person's own words for a run. Mounted while closed, so that it can restore the focus. */
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

const ageNames: Record<Age, string> = {
  week: 'a week',
  month: 'a month',
  quarter: 'three months',
  year: 'a year',
  date: 'a date…',
};

/** Frees disk space: shows the number and size of the runs before deleting them, and can be undone. */
export function DeleteOlderDialog({
  opened,
  runs,
  onClose,
}: {
  opened: boolean;
  /** Runs that the list could show. */
  runs: readonly RunSummary[];
  onClose: () => void;
}) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Delete older runs">
      <DeleteOlder runs={runs} onClose={onClose} />
    </Dialog>
  );
}

function DeleteOlder({ runs, onClose }: { runs: readonly RunSummary[]; onClose: () => void }) {
  const [age, setAge] = useState<Age>('month');
  const [date, setDate] = useState<string | null>(null);
  const [keepStarred, setKeepStarred] = useState(true);
  const [now] = useState(() => new Date());
  const list = useInlineListProps();
  const limit = ageLimit(age, date, now);
  const old = limit === null ? [] : olderRuns(runs, limit, keepStarred);
  return (
    <DialogForm
      onSubmit={() => {
        if (old.length === 0) return;
        onClose();
        void deleteRuns(old);
      }}
    >
      <Group gap={12} wrap="nowrap" align="flex-start">
        <Select
          w="calc(50% - 6px)"
          label="Older than"
          data={ages.map((value) => ({ value, label: ageNames[value] }))}
          value={age}
          allowDeselect={false}
          comboboxProps={list}
          onChange={(next) => setAge(ages.find((one) => one === next) ?? 'month')}
          data-autofocus
        />
        {age === 'date' && (
          <DateInput
            flex={1}
            label="Before"
            placeholder="2026-01-31"
            valueFormat="YYYY-MM-DD"
            maxDate={now}
            value={date}
            onChange={setDate}
            popoverProps={{ withinPortal: true }}
          />
        )}
      </Group>
      <Checkbox
        label="Keep starred runs"
        checked={keepStarred}
        onChange={(event) => setKeepStarred(event.currentTarget.checked)}
      />
      <Text component="output" inherit mih={20} fw={500} aria-label="What is deleted">
        {limit === null ? 'Choose a date.' : sumWords(old, limit, now)}
      </Text>
      <DialogNote>
        Their rows are deleted from this computer, and the tabs that show them are closed. You can
        undo this until the program is closed. Calls stay counted.
      </DialogNote>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" disabled={old.length === 0}>
          {old.length === 0 ? 'Delete' : `Delete ${countOf(old.length, 'run')}`}
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

/** Returns "23 runs of Sample service from before 20 October: 12 MB." */
function sumWords(old: readonly RunSummary[], limit: Date, now: Date): string {
  const before = `before ${dayInWords(limit, now)}`;
  if (old.length === 0) return `No run is from ${before}.`;
  const bytes = old.reduce((sum, run) => sum + run.bytes, 0);
  const services = [...new Set(old.map(({ profileId }) => serviceName(profileId)))];
  const whose =
    services.length === 1 ? `of ${services[0] ?? ''}` : `of ${services.length} services`;
  return `${countOf(old.length, 'run')} ${whose} from ${before}: ${bytesInWords(bytes)}.`;
}
