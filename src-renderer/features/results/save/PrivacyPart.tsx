/** Columns left out, people replaced by pseudonyms, `@names` in texts replaced. */
import { Text, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState, useEffect, useEffectEvent } from 'react';
import { memberOf } from '#shared/catalogue/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import {
  areRowsPeople,
  fieldsOfPeople,
  type PseudonymSecret,
  type FoundPeople,
} from '#shared/contract/export/privacy.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { QuietButton, SmallButton, FileButton } from '#renderer/components/buttons.tsx';
import { countOf } from '#renderer/components/words.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAction, type Attempt } from '#renderer/components/hooks.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { call } from '#renderer/state/act.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { saveFile, takePseudonymSecret } from '#renderer/state/exports.ts';
import { useRows } from '../rows-scope.ts';
import { Part } from './SavedContents.tsx';
import classes from './SaveDialog.module.css';
import {
  isTreatment,
  remainsWords,
  textsOf,
  treatmentLabels,
  treatmentWords,
  usesPseudonyms,
  type Treatments,
  treatmentsOf,
  updated,
} from './choices.ts';

interface PrivacyPartProps {
  treatments: Treatments;
  /** Whether a methods sheet is saved beside the file. */
  hasSheet: boolean;
  people: People;
  onChange: (treatments: Treatments) => void;
}

export function PrivacyPart({ treatments, hasSheet, people, onChange }: PrivacyPartProps) {
  const { run, columns } = useRows();
  const { looking, suggested, remains } = people;
  const isLooking = looking.busy;
  const set = (field: string, value: string): void => {
    const { [field]: _, ...others } = treatments;
    onChange(isTreatment(value) ? { ...others, [field]: value } : others);
  };
  // A column that is changed by hand stays where it is: its select must not move away from the pointer.
  const [treatedBefore] = useState(() => Object.keys(treatments));
  const listed = new Set([
    ...fieldsOfPeople(columns, areRowsPeople(run.resource)),
    ...treatedBefore,
    ...Object.keys(suggested),
  ]);
  const ofPeople = columns.filter(({ field }) => listed.has(field));
  const others = columns.filter(({ field }) => !listed.has(field));
  const selects = { treatments, isDisabled: isLooking, onChange: set };
  const texts = textsOf(treatments);
  const remaining = remainsWords(
    remains,
    treatments,
    (field) => columns.find((column) => column.field === field)?.label ?? field,
  );
  return (
    <Part title="Privacy" summary={treatmentWords(treatments)}>
      <DialogNote>
        One click replaces IDs, usernames and names with pseudonyms, in texts too, and leaves out
        links and pictures. The same person gets the same pseudonym in every file of this project,
        and it can’t be traced back without your secret.
      </DialogNote>
      <Group gap={8}>
        <SmallButton loading={isLooking} onClick={people.look}>
          Pseudonymise identifying columns
        </SmallButton>
        {texts.length > 0 && (
          <SmallButton
            disabled={isLooking}
            onClick={() =>
              onChange({
                ...treatments,
                ...Object.fromEntries(texts.map((field) => [field, 'leaveOut' as const])),
              })
            }
          >
            Leave out texts too
          </SmallButton>
        )}
        <QuietButton
          disabled={isLooking || Object.keys(treatments).length === 0}
          onClick={() => onChange({})}
        >
          Replace nothing
        </QuietButton>
      </Group>
      <Text component="div" size="xs" c="var(--text-2)" aria-live="polite">
        {remaining.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Text>
      {looking.problem !== null && <ProblemText problem={looking.problem} />}
      <TreatmentSelects columns={ofPeople} {...selects} />
      {others.length > 0 && (
        <Part title={othersTitle(others, ofPeople)} summary={othersWords(others, treatments)}>
          <TreatmentSelects columns={others} {...selects} />
        </Part>
      )}
      {usesPseudonyms(treatments) && <SecretLine />}
      {Object.keys(treatments).length > 0 && hasSheet && (
        <DialogNote>
          The methods sheet lists the questions and filters, with the names in them
          {usesPseudonyms(treatments) &&
            '; only an account that was asked for is replaced there, too, and left out of the file’s name'}
          .
        </DialogNote>
      )}
    </Part>
  );
}

interface TreatmentSelectsProps {
  columns: readonly Column[];
  treatments: Treatments;
  isDisabled: boolean;
  onChange: (field: string, value: string) => void;
}

/** The treatment of each column, by its name. */
const TreatmentSelects = ({ columns, treatments, isDisabled, onChange }: TreatmentSelectsProps) => (
  <SimpleGrid cols={3} spacing={14} verticalSpacing={10} className={classes.columns}>
    {columns.map(({ field, label }) => (
      <Choice
        key={field}
        size="xs"
        label={label}
        data-treated={Object.hasOwn(treatments, field)}
        disabled={isDisabled}
        choices={[
          { value: '', label: 'As it is' },
          ...Object.entries(treatmentLabels).map(([value, text]) => ({ value, label: text })),
        ]}
        value={memberOf(treatments, field) ?? ''}
        onChange={(value) => onChange(field, value)}
      />
    ))}
  </SimpleGrid>
);

const othersTitle = ({ length }: readonly Column[], ofPeople: readonly Column[]): string =>
  countOf(length, ofPeople.length === 0 ? 'column' : 'other');

/** "stay as they are", unless one was changed by hand. */
function othersWords(others: readonly Column[], treatments: Treatments): string {
  const treated = Object.entries(treatments).filter(([of]) =>
    others.some(({ field }) => field === of),
  );
  if (treated.length > 0) return treatmentWords(Object.fromEntries(treated));
  return others.length === 1 ? 'stays as it is' : 'stay as they are';
}

/** Length of the longest file that may contain a secret, in characters. */
const mostCharacters = 10_000;

function SecretLine() {
  const status = useAsked({ key: ['secret'], ask: () => call('pseudonyms.status', {}) });
  const [imported, setImported] = useState<PseudonymSecret | null>(null);
  /** A secret that was refused because there already is another one. */
  const [refused, setRefused] = useState<string | null>(null);
  const { problem, run } = useAction();
  const secret = imported ?? status.value;
  const shownProblem = problem ?? (imported === null ? status.problem : null);

  const take = async (text: string, replace: boolean): Promise<Problem | null> => {
    const result = await takePseudonymSecret(text, replace);
    setRefused(!result.ok && !replace && secret?.present === true ? text : null);
    if (!result.ok) return result.error;
    setImported(result.value);
    return null;
  };
  const read = async (file: File): Promise<Problem | null> => {
    const text = await file.slice(0, mostCharacters).text();
    return take(text.slice(0, mostCharacters), false);
  };
  return (
    <Stack gap={8}>
      {secret !== null && <DialogNote>{secretWords(secret)}</DialogNote>}
      <Group gap={8}>
        <SmallButton
          onClick={() =>
            run(() => saveAndReport(saveFile({ of: 'secret' }), { what: 'the secret' }))
          }
        >
          Save the secret…
        </SmallButton>
        <FileButton onChange={(file) => file !== null && run(() => read(file))}>
          {(props) => <SmallButton {...props}>Use another secret…</SmallButton>}
        </FileButton>
        {refused !== null && (
          <Button
            size="xs"
            variant="default"
            color="red"
            onClick={() => run(() => take(refused, true))}
          >
            Replace the secret
          </Button>
        )}
      </Group>
      {shownProblem !== null && <ProblemText problem={shownProblem} />}
    </Stack>
  );
}

const secretWords = ({ place, lasting, fingerprint }: PseudonymSecret): string =>
  [
    lasting
      ? `The secret that makes them is kept in ${place}.`
      : 'The secret that makes them is kept only until the program closes: save it to get the same pseudonyms again.',
    'It is never in saved files and never leaves this computer by itself.',
    ...(fingerprint === null ? [] : [`Its fingerprint: ${fingerprint}.`]),
  ].join(' ');

interface Saved {
  /** The run whose tab this is. */
  run: Run;
  /** All runs that are saved. */
  runIds: readonly string[];
  treatments: Treatments;
  /** Whether treatments apply to what is saved. */
  areApplied: boolean;
}

interface People {
  /** The search: until it has ended, nothing can be chosen or saved. */
  looking: Attempt;
  /** What the last search suggests; nothing before. */
  suggested: Treatments;
  /** Who is still named after that. */
  remains: FoundPeople['remains'];
  /** Whether people must be looked for before anything is saved. */
  isBehind: boolean;
  /** Looks for people in all rows, and replaces all treatments. */
  look: () => void;
  /** Saves, after looking in rows that have arrived since. */
  save: (save: (treatments: Treatments) => void) => void;
}

/** Runs that are added are looked through at once, later rows when they are saved: a run may be growing. */
export function usePeople(
  { run, runIds, treatments, areApplied }: Saved,
  onChange: (treatments: Treatments) => void,
): People {
  const [looked, setLooked] = useState<{
    suggested: Treatments;
    remains: FoundPeople['remains'];
    runIds: readonly string[];
    rows: number;
  } | null>(null);
  const looking = useAction();
  const { busy, problem } = looking;
  const isDone = areApplied && looked !== null && Object.keys(treatments).length > 0;
  const lacksRuns = isDone && runIds.some((id) => !looked.runIds.includes(id));
  const lacksRows = isDone && run.rowCount > looked.rows;
  /** `before`: what was suggested so far; all else was chosen by hand, and stays. */
  const look = (before: Treatments | null, onDone?: (treatments: Treatments) => void): void =>
    looking.run(async () => {
      const result = await call('export.findPeople', { runIds: [...runIds] });
      if (!result.ok) return result.error;
      const suggested = treatmentsOf(result.value.privacy);
      const next = before === null ? suggested : updated(treatments, before, suggested);
      setLooked({ suggested, remains: result.value.remains, runIds, rows: run.rowCount });
      onChange(next);
      onDone?.(next);
      return null;
    });
  const lookAgain = useEffectEvent(() => look(looked?.suggested ?? null));
  const mayLook = !busy && problem === null;
  useEffect(() => {
    if (lacksRuns && mayLook) lookAgain();
  }, [lacksRuns, mayLook]);
  return {
    looking,
    suggested: looked?.suggested ?? {},
    remains: looked?.remains ?? [],
    isBehind: lacksRuns || (lacksRows && problem !== null),
    look: () => look(null),
    save: (save) => (lacksRows ? look(looked.suggested, save) : save(treatments)),
  };
}
