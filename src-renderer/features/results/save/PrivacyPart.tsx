/** Columns left out, people under pseudonyms, `@names` in texts replaced. */
import { Button, NativeSelect } from '@mantine/core';
import type { Column, Run } from '#shared/contract/run.ts';
import { Part } from './Part.tsx';
import classes from './SaveDialog.module.css';
import { SecretLine } from './SecretLine.tsx';
import {
  isTreatment,
  suggestTreatments,
  treatmentLabels,
  treatmentWords,
  usesPseudonyms,
  type Treatments,
} from './treatments.ts';

interface PrivacyPartProps {
  run: Run;
  columns: readonly Column[];
  treatments: Treatments;
  /** A methods sheet is saved beside the file. */
  hasSheet: boolean;
  onChange: (treatments: Treatments) => void;
}

export function PrivacyPart({ run, columns, treatments, hasSheet, onChange }: PrivacyPartProps) {
  const set = (field: string, value: string): void => {
    const { [field]: _, ...others } = treatments;
    onChange(isTreatment(value) ? { ...others, [field]: value } : others);
  };
  return (
    <Part title="Privacy" summary={treatmentWords(treatments)}>
      <p className={classes.note}>
        A pseudonym is the same for the same person in every file you save, and nobody can tell who
        it is without your secret. Names in links and quoted texts are not found: leave those
        columns out.
      </p>
      <div className={classes.row}>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange(suggestTreatments(columns, run.resource.endsWith('.user')))}
        >
          Replace what names people
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          disabled={Object.keys(treatments).length === 0}
          onClick={() => onChange({})}
        >
          Replace nothing
        </Button>
      </div>
      <div className={classes.columns}>
        {columns.map(({ field, label }) => (
          <NativeSelect
            key={field}
            size="xs"
            label={label}
            data-treated={field in treatments}
            data={[
              { value: '', label: 'As it is' },
              ...Object.entries(treatmentLabels).map(([value, text]) => ({ value, label: text })),
            ]}
            value={treatments[field] ?? ''}
            onChange={(event) => set(field, event.currentTarget.value)}
          />
        ))}
      </div>
      {usesPseudonyms(treatments) && <SecretLine />}
      {Object.keys(treatments).length > 0 && hasSheet && (
        <p className={classes.note}>
          The methods sheet says what was asked for and filtered by, with the names in it
          {usesPseudonyms(treatments) &&
            '; only an account that was asked for is replaced there, too, and left out of the file’s name'}
          .
        </p>
      )}
    </Part>
  );
}
