/**
 * The recipe dialog that is open, wherever the person opened it, and its form for a start. Rendered
 * once, in the shell.
 */
import { Button, Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Parameter } from '#shared/catalogue/types.ts';
import { withRetries, listedKeys, missingValue } from '#shared/contract/recipe-bounds.ts';
import { mostRecipeCalls, type RecipeStep, type StepRecipe } from '#shared/contract/recipe.ts';
import {
  DialogOf,
  DialogButtons,
  DialogForm,
  DialogNote,
} from '#renderer/components/dialog/Dialog.tsx';
import {
  closeRecipeDialog,
  useRecipes,
  type RecipesState,
  startRecipe,
} from '#renderer/state/recipes.ts';
import { RecipeForm } from './RecipeForm.tsx';
import { useCallCap } from '#renderer/components/numbers.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import {
  askedWords,
  knownSteps,
  mostCalls,
  stepTitle,
  StepsSum,
  withStep,
  Words,
} from './recipe-words.tsx';
import classes from './Recipes.module.css';

export function RecipeDialogs() {
  const open = useRecipes(({ dialog }) => dialog);
  return (
    <DialogOf of={open} onClose={closeRecipeDialog} title={titleOf} size={600}>
      {(shown) =>
        shown.kind === 'draft' ? (
          <RecipeForm key={shown.draft.saved.id} draft={shown.draft} onClose={closeRecipeDialog} />
        ) : (
          <StartForm recipe={shown.recipe} onClose={closeRecipeDialog} />
        )
      }
    </DialogOf>
  );
}

function titleOf(dialog: NonNullable<RecipesState['dialog']>): string {
  if (dialog.kind === 'start') return `Run “${dialog.recipe.name}”`;
  return dialog.draft.isNew ? 'Save as recipe' : 'Edit recipe';
}

function StartForm({ recipe, onClose }: { recipe: StepRecipe; onClose: () => void }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const [filled, setFilled] = useState(recipe);
  const [id] = useState(() => crypto.randomUUID());
  const starting = useAction();
  const steps = knownSteps(filled, catalogue);
  const proposed = Math.min(withRetries(mostCalls(steps ?? [])), mostRecipeCalls);
  const [cap, capField] = useCallCap({
    label: 'Maximum number of calls for all steps',
    after: 'calls, retries included.',
    proposed,
    most: mostRecipeCalls,
    fz: 12,
    c: 'var(--text-2)',
  });
  if (steps === null) return null;
  const change = (index: number, next: Partial<RecipeStep>): void =>
    setFilled(withStep(filled, index, next));
  const missing = steps.map(({ step, endpoint }) => missingValue(endpoint, step)).find(Boolean);
  const start = (): void => {
    if (cap !== null) starting.run(() => startRecipe(id, filled, cap), onClose);
  };
  return (
    <DialogForm onSubmit={start}>
      {steps.flatMap(({ step, endpoint }, index) =>
        endpoint.parameters
          .filter(({ key }) => step.asks.includes(key))
          .map((parameter) => (
            <AskedValue
              key={`${index} ${parameter.key}`}
              parameter={parameter}
              isList={index === 0 && listedKeys(endpoint, step).includes(parameter.key)}
              value={step.query.values[parameter.key] ?? ''}
              onChange={(value) =>
                change(index, {
                  query: {
                    ...step.query,
                    values: { ...step.query.values, [parameter.key]: value },
                  },
                })
              }
            />
          )),
      )}
      <ol className={classes.plan}>
        {steps.map((known, index) => (
          // Steps are neither added nor moved here.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Text span inherit c="dimmed">
              {index + 1}.
            </Text>
            <div>
              <span dir="auto">{stepTitle(known)}</span>
              <Words>{askedWords(known)}</Words>
              {index > 0 && (
                <Checkbox
                  mt={2}
                  label={`Pause before step ${index + 1}`}
                  checked={known.step.pause}
                  onChange={(event) => change(index, { pause: event.currentTarget.checked })}
                />
              )}
            </div>
            <span>{grouping(known.bounds.most)}</span>
          </li>
        ))}
      </ol>
      <StepsSum steps={steps} />
      {capField}
      <DialogNote>
        {missing !== undefined && `Enter “${missing.label}” to run the recipe. `}
        {isSample ? 'Sample data: nothing is charged.' : noteOf(cap ?? proposed, proposed)}
      </DialogNote>
      <ActionProblem action={starting} />
      <DialogButtons onCancel={onClose}>
        <Button
          type="submit"
          disabled={missing !== undefined || cap === null}
          loading={starting.busy}
        >
          Run recipe
        </Button>
      </DialogButtons>
    </DialogForm>
  );
}

const noteOf = (cap: number, proposed: number): string =>
  cap < proposed
    ? `The recipe stops at ${countOf(cap, 'call')}; you can continue it.`
    : 'Each page is one call. The recipe stops automatically if something fails.';

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
      <NativeSelect
        label={label}
        value={value}
        data={[{ value: '', label: 'Choose…' }, ...type.choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
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
