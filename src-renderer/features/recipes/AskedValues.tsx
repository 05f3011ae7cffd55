/** What a person decides before a recipe runs or repeats: the values that it asks for, what is saved besides. */
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { Parameter } from '#shared/catalogue/types.ts';
import { listedKeys } from '#shared/contract/recipe-bounds.ts';
import type { Saving, StepRecipe } from '#shared/contract/recipe.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { canShowInFolder } from '#renderer/state/exports.ts';
import { type KnownStep, withStep } from './recipe-words.tsx';

interface AskedValuesProps {
  recipe: StepRecipe;
  /** Its steps. */
  steps: readonly KnownStep[];
  onChange: (recipe: StepRecipe) => void;
}

export const AskedValues = ({ recipe, steps, onChange }: AskedValuesProps) =>
  steps.flatMap(({ step, endpoint }, index) =>
    endpoint.parameters
      .filter(({ key }) => step.asks.includes(key))
      .map((parameter) => (
        <AskedValue
          key={`${index} ${parameter.key}`}
          parameter={parameter}
          isList={index === 0 && listedKeys(endpoint, step).includes(parameter.key)}
          value={step.query.values[parameter.key] ?? ''}
          onChange={(value) => {
            const values = { ...step.query.values, [parameter.key]: value };
            onChange(withStep(recipe, index, { query: { ...step.query, values } }));
          }}
        />
      )),
  );

export const nothingSaved: Saving = { media: false, dataset: false };
const whereWords = canShowInFolder
  ? 'You choose the folder next.'
  : 'Into the folder “saved” of the data folder, which Settings shows.';

interface SavingFieldsProps {
  /** With the folder, if one was chosen before. */
  saving: Saving & { folder?: string };
  onChange: (saving: Saving) => void;
}

export const SavingFields = ({ saving, onChange }: SavingFieldsProps) => (
  <>
    <Checkbox
      label="Save pictures and videos as each step ends"
      description="While their links work. Their sites are told this computer’s address, without a key. None of it counts as calls."
      checked={saving.media}
      onChange={(event) => onChange({ ...saving, media: event.currentTarget.checked })}
    />
    <Checkbox
      label="Add the rows to a dataset as each step ends"
      description="A folder of Parquet files that grows with each run, for Spark, DuckDB and the like."
      checked={saving.dataset}
      onChange={(event) => onChange({ ...saving, dataset: event.currentTarget.checked })}
    />
    {(saving.media || saving.dataset) && (
      <DialogNote>{saving.folder === undefined ? whereWords : `Into ${saving.folder}`}</DialogNote>
    )}
  </>
);

interface AskedValueProps {
  parameter: Parameter;
  /** Each line is an input. */
  isList: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A value that the recipe asks for. Main reports what is wrong with it, before anything is sent. */
function AskedValue({ parameter, isList, value, onChange }: AskedValueProps) {
  const { label, help, placeholder, type } = parameter;
  if (type.kind === 'choice') {
    return (
      <Choice
        label={label}
        value={value}
        choices={[{ value: '', label: 'Choose…' }, ...type.choices]}
        onChange={onChange}
      />
    );
  }
  const common = { label, placeholder, value, autoComplete: 'off', spellCheck: false } as const;
  return isList ? (
    <Textarea
      {...common}
      description="For several, one per line."
      autosize
      minRows={1}
      maxRows={6}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...common}
      description={help}
      type={type.kind === 'date' ? 'date' : 'text'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
