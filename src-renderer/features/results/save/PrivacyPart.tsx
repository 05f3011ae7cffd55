/** Columns left out, people under pseudonyms, `@names` in texts replaced. */
import { Button, NativeSelect } from '@mantine/core';
import type { Column } from '#shared/contract/run.ts';
import { ProblemText } from '../../../components/problems/ProblemCard.tsx';
import { Part } from './Part.tsx';
import classes from './SaveDialog.module.css';
import { SecretLine } from './SecretLine.tsx';
import {
  isTreatment,
  remainsWords,
  treatmentLabels,
  treatmentsOf,
  treatmentWords,
  usesPseudonyms,
  type Treatments,
} from './treatments.ts';
import { useFoundPeople } from './use-found-people.ts';

interface PrivacyPartProps {
  /** All runs that are saved. */
  runIds: readonly string[];
  columns: readonly Column[];
  treatments: Treatments;
  /** A methods sheet is saved beside the file. */
  hasSheet: boolean;
  /** People are being looked for: until they are found, nothing is chosen or saved. */
  isLooking: boolean;
  onLooking: (isLooking: boolean) => void;
  onChange: (treatments: Treatments) => void;
}

export function PrivacyPart(props: PrivacyPartProps) {
  const { runIds, columns, treatments, hasSheet, isLooking, onLooking, onChange } = props;
  const set = (field: string, value: string): void => {
    const { [field]: _, ...others } = treatments;
    onChange(isTreatment(value) ? { ...others, [field]: value } : others);
  };
  const found = useFoundPeople(runIds, onLooking, (privacy) => onChange(treatmentsOf(privacy)));
  const remains = remainsWords(
    found.remains,
    treatments,
    (field) => columns.find((column) => column.field === field)?.label ?? field,
  );
  return (
    <Part title="Privacy" summary={treatmentWords(treatments)}>
      <p className={classes.note}>
        A pseudonym is the same for the same person in every file you save, and nobody can tell who
        it is without your secret. People are looked for in every value, links and pictures too; a
        name that is a single ordinary word is not recognised in a text.
      </p>
      <div className={classes.row}>
        <Button size="xs" variant="default" loading={isLooking} onClick={() => void found.look()}>
          Replace what names people
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          disabled={isLooking || Object.keys(treatments).length === 0}
          onClick={() => onChange({})}
        >
          Replace nothing
        </Button>
      </div>
      <p className={classes.note} aria-live="polite">
        {remains}
      </p>
      {found.problem !== null && <ProblemText problem={found.problem} />}
      <div className={classes.columns}>
        {columns.map(({ field, label }) => (
          <NativeSelect
            key={field}
            size="xs"
            label={label}
            data-treated={field in treatments}
            disabled={isLooking}
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
