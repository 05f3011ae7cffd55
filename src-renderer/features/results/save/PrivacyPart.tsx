/** Columns left out, people replaced by pseudonyms, `@names` in texts replaced. */
import { memberOf } from '#shared/catalogue/types.ts';
import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '#shared/contract/problem.ts';
import type { Column } from '#shared/contract/run.ts';
import {
  areRowsPeople,
  fieldsOfPeople,
  type PseudonymSecret,
} from '#shared/contract/export/privacy.ts';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { FileButton } from '#renderer/components/FileButton.tsx';
import { countOf } from '#renderer/components/words.ts';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { useAsked } from '#renderer/state/asked.ts';
import { saveFile, secretStatus, takePseudonymSecret } from '#renderer/state/exports.ts';
import { useRows } from '../rows-scope.ts';
import { Part } from './Part.tsx';
import classes from './SaveDialog.module.css';
import {
  isTreatment,
  remainsWords,
  textsOf,
  treatmentLabels,
  treatmentWords,
  usesPseudonyms,
  type Treatments,
} from './choices.ts';
import type { People } from './use-people.ts';

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
      <p className={classes.note}>
        One click replaces IDs, usernames and names with pseudonyms, in texts too, and leaves out
        links and pictures. The same person gets the same pseudonym in every file of this project,
        and it can’t be traced back without your secret.
      </p>
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
      <div className={classes.note} aria-live="polite">
        {remaining.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {looking.problem !== null && <ProblemText problem={looking.problem} />}
      <TreatmentSelects columns={ofPeople} {...selects} />
      {others.length > 0 && (
        <Part title={othersTitle(others, ofPeople)} summary={othersWords(others, treatments)}>
          <TreatmentSelects columns={others} {...selects} />
        </Part>
      )}
      {usesPseudonyms(treatments) && <SecretLine />}
      {Object.keys(treatments).length > 0 && hasSheet && (
        <p className={classes.note}>
          The methods sheet lists the questions and filters, with the names in them
          {usesPseudonyms(treatments) &&
            '; only an account that was asked for is replaced there, too, and left out of the file’s name'}
          .
        </p>
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
function TreatmentSelects({ columns, treatments, isDisabled, onChange }: TreatmentSelectsProps) {
  return (
    <SimpleGrid cols={3} spacing={14} verticalSpacing={10} className={classes.columns}>
      {columns.map(({ field, label }) => (
        <NativeSelect
          key={field}
          size="xs"
          label={label}
          data-treated={Object.hasOwn(treatments, field)}
          disabled={isDisabled}
          data={[
            { value: '', label: 'As it is' },
            ...Object.entries(treatmentLabels).map(([value, text]) => ({ value, label: text })),
          ]}
          value={memberOf(treatments, field) ?? ''}
          onChange={(event) => onChange(field, event.currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  );
}

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
  const status = useAsked({ key: ['secret'], ask: secretStatus });
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
      {secret !== null && <p className={classes.note}>{secretWords(secret)}</p>}
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
