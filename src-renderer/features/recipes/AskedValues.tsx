/** The values that a recipe asks for, before it runs or repeats. */
import { Textarea, TextInput } from '@mantine/core';
import type { Parameter } from '#shared/catalogue/types.ts';
import { listedKeys } from '#shared/contract/recipe-bounds.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { Choice } from '#renderer/components/popups.tsx';
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
      data-autofocus
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
