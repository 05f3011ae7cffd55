/** What a person decides before a recipe runs or repeats: the values that it asks for, what is saved besides. */
import { Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Parameter } from '#shared/catalogue/types.ts';
import { listedKeys } from '#shared/contract/recipe-bounds.ts';
import type { RecipeStep, Saving, StepRecipe } from '#shared/contract/recipe.ts';
import type { Query } from '#shared/query/types.ts';
import { daysBack } from '#shared/query/values.ts';
import { periodInWords } from '#renderer/components/dates.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { canShowInFolder } from '#renderer/state/exports.ts';
import type { DaysOfRun } from '#renderer/state/open.ts';
import { DateControl } from '../explore/controls/DateControl.tsx';
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
          query={step.query}
          isPeriod={['since', 'until'].every((key) => step.asks.includes(key))}
          onFill={(given) => {
            const asked = Object.entries(given).filter(([key]) => step.asks.includes(key));
            const values = { ...step.query.values, ...Object.fromEntries(asked) };
            onChange(withStep(recipe, index, { query: { ...step.query, values } }));
          }}
        />
      )),
  );

/** Returns a recipe with the period of another one of the same steps. */
const withDaysOf = (recipe: StepRecipe, other: StepRecipe): StepRecipe => ({
  ...recipe,
  steps: recipe.steps.map((step, at) => {
    const { since, until } = other.steps[at]?.query.values ?? {};
    const days = {
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    };
    return { ...step, query: { ...step.query, values: { ...step.query.values, ...days } } };
  }),
});

/** The first step whose period is counted back from the day on which it is asked. */
export const movingStep = ({ steps }: StepRecipe): RecipeStep | undefined =>
  steps.find(({ query }) => daysBack(query.values['since'] ?? '') !== null);

interface DaysChoiceProps {
  recipe: StepRecipe;
  days: DaysOfRun | undefined;
  onChange: (recipe: StepRecipe) => void;
}

/** Whether the days of a run that a recipe is made of move along. */
export function DaysChoice({ recipe, days, onChange }: DaysChoiceProps) {
  const [now] = useState(() => new Date());
  if (days == null) return null;
  const at = days.moving.steps.findIndex((step) => step === movingStep(days.moving));
  const choices = (['moving', 'fixed'] as const).map((value) => ({
    value,
    label: `${periodInWords(days[value].steps[at]?.query.values ?? {}, now)}, each time`,
  }));
  return (
    <SegmentedControl
      size="sm"
      aria-label="Days"
      data={choices}
      value={movingStep(recipe) === undefined ? 'fixed' : 'moving'}
      onChange={(value) => onChange(withDaysOf(recipe, days[value]))}
    />
  );
}

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
  query: Query;
  /** Both ends of its period are asked for. */
  isPeriod: boolean;
  onFill: (values: Readonly<Record<string, string>>) => void;
}

/** A value that the recipe asks for. Main reports what is wrong with it, before anything is sent. */
function AskedValue({ parameter, isList, query, isPeriod, onFill }: AskedValueProps) {
  const { key, label, help, placeholder, type } = parameter;
  const id = useId();
  const value = query.values[key] ?? '';
  const onChange = (next: string): void => onFill({ [key]: next });
  if (type.kind === 'date') {
    const asked = { id, query, value, onChange, onFill, label, message: null, isAlone: !isPeriod };
    return <DateControl parameter={{ ...parameter, required: true }} type={type} {...asked} />;
  }
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
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
