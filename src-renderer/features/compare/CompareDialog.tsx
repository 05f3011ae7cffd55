/** Chooses what to compare a run with, and by which columns. Doesn't ask the service. */
import { Button, Checkbox, Collapse, Radio, Stack, Text } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Comparable } from '#shared/contract/derived.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { QuietButton } from '#renderer/components/buttons.tsx';
import {
  DialogButtons,
  DialogForm,
  DialogNews,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import { useNewDerivedRun } from '#renderer/components/hooks.ts';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useAnswer } from '#renderer/state/answer.ts';
import { compareRuns, readComparable } from '#renderer/state/derived.ts';
import classes from './compare.module.css';
import {
  twoTimes,
  useCandidates,
  useRunFacts,
  useRunName,
  type Candidates,
} from './run-choice.tsx';

interface CompareFormProps {
  runId: string;
  /** The other run if it is already known. */
  other: string | null;
  onClose: () => void;
}

export function CompareForm({ runId, other, onClose }: CompareFormProps) {
  const { run, isGone, same, others } = useCandidates(runId);
  const [chosen, setChosen] = useState(other);
  const shown = chosen ?? same[0]?.id ?? null;
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
  if (same.length + others.length === 0) {
    return (
      <DialogNews onClose={onClose}>
        No other run has the same kind of items. Run the question again later, then compare the two
        runs.
      </DialogNews>
    );
  }
  return (
    <Comparing
      run={run}
      other={[...same, ...others].find(({ id }) => id === shown) ?? null}
      onClose={onClose}
    >
      <RunChoice {...{ run, same, others }} chosen={shown} onChoose={setChosen} />
    </Comparing>
  );
}

interface RunChoiceProps extends Pick<Candidates, 'same' | 'others'> {
  run: RunSummary;
  chosen: string | null;
  onChoose: (runId: string) => void;
}

function RunChoice({ run: basis, same, others, chosen, onChoose }: RunChoiceProps) {
  const facts = useRunFacts(basis);
  const name = useRunName();
  const radios = (runs: readonly RunSummary[]) =>
    runs.map((run) => (
      <Radio
        key={run.id}
        value={run.id}
        label={<bdi>{name(run)}</bdi>}
        description={facts(run)}
        data-autofocus={run.id === chosen || undefined}
      />
    ));
  return (
    <Radio.Group label="Compare with" value={chosen} onChange={onChoose}>
      <Stack gap={8} className={classes.choice}>
        {radios(same)}
        {same.length > 0 && others.length > 0 && (
          <Text fz={12} c="var(--text-2)" mt={4}>
            Other questions
          </Text>
        )}
        {radios(others)}
      </Stack>
    </Radio.Group>
  );
}

interface ComparingProps {
  run: RunSummary;
  other: RunSummary | null;
  onClose: () => void;
  children: ReactNode;
}

/** What is known about the two runs, and the button that compares them. */
function Comparing({ run, other, onClose, children }: ComparingProps) {
  const facts = useRunFacts();
  const name = useRunName();
  const look = useAnswer(other?.id ?? null, () => readComparable([run.id, other?.id ?? '']));
  const [changed, setChanged] = useState<{ of: string; fields: readonly string[] } | null>(null);
  const { newId, work, close } = useNewDerivedRun(onClose);
  // Until main has answered, what is known is about the run chosen before.
  const comparable = look.isPending ? null : look.value;
  const columns = comparable?.columns ?? [];
  const fields =
    changed !== null && changed.of === other?.id
      ? changed.fields
      : columns.filter(({ isChosen }) => isChosen).map(({ field }) => field);
  return (
    <DialogForm
      onSubmit={() => {
        if (other === null || fields.length === 0) return;
        const times = twoTimes(run.createdAt, other.createdAt);
        // The distinguishing part remains visible in its tab.
        const title = `${name(run).slice(0, 150)} · ${times}`;
        const asked = { runId: newId, runIds: [run.id, other.id] as const, fields, name: title };
        work.run(() => compareRuns(asked), onClose);
      }}
    >
      <div>
        <Text fw={500}>
          <bdi>{name(run)}</bdi>
        </Text>
        <DialogNote>{facts(run)}</DialogNote>
      </div>
      {children}
      {look.problem !== null && !look.isPending && <ProblemText problem={look.problem} />}
      {comparable?.notes.map((note) => (
        <DialogNote key={note}>{note}</DialogNote>
      ))}
      {columns.length > 0 && other !== null && (
        <ColumnChoice
          columns={columns}
          chosen={fields}
          onChange={(next) => setChanged({ of: other.id, fields: next })}
        />
      )}
      <ActionProblem action={work} />
      <DialogNote>
        Comparing happens on this computer and makes no calls. Both runs stay as they are.
      </DialogNote>
      <DialogButtons onCancel={close}>
        <Button type="submit" loading={work.busy} disabled={fields.length === 0}>
          Compare
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

interface ColumnChoiceProps {
  columns: Comparable['columns'];
  chosen: readonly string[];
  onChange: (fields: readonly string[]) => void;
}

/** Which columns count as a change. Collapsed, because the default suits most people. */
function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const toggle = (field: string): void =>
    onChange(chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field]);
  return (
    <div>
      <QuietButton ms={-8} aria-expanded={isOpen} icon={Icon} onClick={() => setOpen(!isOpen)}>
        Columns that count as a change: {chosen.length} of {countOf(columns.length, 'column')}
      </QuietButton>
      <Collapse expanded={isOpen}>
        <div className={classes.columns}>
          {columns.map(({ field, label }) => (
            <Checkbox
              key={field}
              label={label}
              checked={chosen.includes(field)}
              onChange={() => toggle(field)}
            />
          ))}
        </div>
        <DialogNote>
          Links and pictures are left out at first: their addresses often change by themselves.
        </DialogNote>
      </Collapse>
    </div>
  );
}
