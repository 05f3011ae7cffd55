/**
 * The recipe dialog that is open, wherever the person opened it, and its form for a start. Rendered
 * once, in the shell.
 */
import { quoted } from '#shared/characters.ts';
import { Box, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { labelOf } from '#shared/catalogue/parameter-kinds.ts';
import { missingValue, withRetries } from '#shared/contract/recipe-bounds.ts';
import { mostRecipeCalls } from '#shared/contract/recipe.ts';
import type { RecipeStep, StepRecipe } from '#shared/contract/recipe.ts';
import { DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { type Open, type RecipeDraft, useOpen } from '#renderer/state/open.ts';
import { act } from '#renderer/state/act.ts';
import { closeRecipeDialog } from '#renderer/state/recipes.ts';
import { useCallCap, WholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping, lowerFirst } from '#renderer/components/words.ts';
import { showPage, useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { maxInputs, maxPagesPerInput } from '#shared/contract/list.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  askedWords,
  columnLabel,
  knownSteps,
  mostCalls,
  StepsSum,
  stepTitle,
  withStep,
  Words,
} from './recipe-words.tsx';
import type { KnownStep } from './recipe-words.tsx';
import { AskedValues, DaysChoice, nothingSaved, SavingFields } from './AskedValues.tsx';
import { RepeatForm } from './RepeatForm.tsx';
import { SaveSteps } from './SaveSteps.tsx';
import classes from './Recipes.module.css';

export function RecipeDialogs() {
  const open = useOpen(({ recipe }) => recipe);
  return (
    <DialogOf
      of={open}
      onClose={closeRecipeDialog}
      title={titleOf}
      size={600}
      {...(open?.kind === 'save' ? { styles: { body: { padding: 0 } } } : {})}
    >
      {(shown) => {
        switch (shown.kind) {
          case 'draft':
            return <RecipeForm key={shown.draft.saved.id} draft={shown.draft} />;
          case 'repeat':
            return <RepeatForm {...shown} />;
          case 'start':
            return <StartForm recipe={shown.recipe} />;
          default:
            return <SaveSteps run={shown.run} isOpen={open !== null} onClose={closeRecipeDialog} />;
        }
      }}
    </DialogOf>
  );
}

function titleOf(dialog: NonNullable<Open['recipe']>): string {
  if (dialog.kind === 'start') return `Run ${quoted(dialog.recipe.name)}`;
  if (dialog.kind === 'repeat') return `Repeat ${quoted(dialog.recipe.name)}`;
  if (dialog.kind === 'save') return `Save ${quoted(dialog.run.recipe.name)}`;
  return dialog.draft.isNew ? 'Save as recipe' : 'Edit recipe';
}

function StartForm({ recipe }: { recipe: StepRecipe }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const [filled, setFilled] = useState(recipe);
  const [saving, setSaving] = useState(nothingSaved);
  /** A repeated start must not become a second run. */
  const [id] = useState(() => crypto.randomUUID());
  const steps = knownSteps(filled, catalogue);
  const proposed = Math.min(withRetries(mostCalls(steps ?? [])), mostRecipeCalls);
  const [cap, capField] = useCallCap({
    label: 'Maximum number of calls for all steps',
    after: 'calls, including retries',
    proposed,
    most: mostRecipeCalls,
    fz: 12,
    c: 'var(--text-2)',
  });
  if (steps === null) return null;
  const change = (index: number, next: Partial<RecipeStep>): void =>
    setFilled(withStep(filled, index, next));
  const missing = steps.map(({ step, endpoint }) => missingValue(endpoint, step)).find(Boolean);
  return (
    <DialogForm
      submit="Run recipe"
      isDisabled={missing !== undefined || cap === null}
      act={async () => {
        if (cap === null) return undefined;
        const asked = { id, recipe: filled, maxCalls: cap, saving };
        const problem = await act('recipe.start', asked);
        if (problem === null) showPage('recipes');
        return problem;
      }}
    >
      <AskedValues recipe={filled} steps={steps} onChange={setFilled} />
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
      <SavingFields saving={saving} onChange={setSaving} />
      <DialogNote>
        {missing !== undefined && `Enter ${quoted(missing.label)} to run the recipe. `}
        {isSample ? 'Sample data: nothing is charged.' : noteOf(cap ?? proposed, proposed)}
      </DialogNote>
    </DialogForm>
  );
}

const noteOf = (cap: number, proposed: number): string =>
  cap < proposed
    ? `The recipe stops at ${countOf(cap, 'call')}; you can continue it.`
    : 'Each page is one call. The recipe stops automatically if something fails.';

// Editing a recipe: its name, which values it asks for, how far each step goes.

function RecipeForm({ draft }: { draft: RecipeDraft }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const [recipe, setRecipe] = useState(draft.saved.recipe);
  /** Fields with an invalid number. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const steps = knownSteps(recipe, catalogue);
  const name = recipe.name.trim();
  const change = (index: number, next: Partial<RecipeStep>): void =>
    setRecipe((before) => withStep(before, index, next));
  const setValidity = (field: string, isValid: boolean): void =>
    setWrong((all) => [...all.filter((one) => one !== field), ...(isValid ? [] : [field])]);
  return (
    <DialogForm
      submit="Save recipe"
      isDisabled={name === '' || wrong.length > 0}
      act={async () => {
        const problem = await act('recipe.save', {
          id: draft.saved.id,
          recipe: { ...recipe, name },
        });
        // Nothing else shows it where the recipe was made.
        if (problem === null && draft.isNew) {
          showActions({
            id: `saved-${draft.saved.id}`,
            text: `Saved the recipe ${quoted(name)}.`,
            actions: { 'Show recipes': () => showPage('recipes') },
          });
        }
        return problem;
      }}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={recipe.name}
        onChange={(event) => setRecipe({ ...recipe, name: event.currentTarget.value })}
      />
      <DaysChoice recipe={recipe} days={draft.days} onChange={setRecipe} />
      {steps?.map((known, index) => (
        <StepFields
          // Steps are neither added nor moved here.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          index={index}
          known={known}
          column={columnLabel(catalogue, steps[index - 1], known.step)}
          onChange={(next) => change(index, next)}
          onValidity={(field, isValid) => setValidity(`${index} ${field}`, isValid)}
        />
      ))}
      {steps !== null && <StepsSum steps={steps} />}
      {draft.notices.map((notice) => (
        <DialogNote key={notice}>{notice}</DialogNote>
      ))}
      <DialogNote>
        A recipe contains no key, no rows and none of the values it asks for each time.
      </DialogNote>
    </DialogForm>
  );
}

interface StepFieldsProps {
  index: number;
  known: KnownStep;
  /** Label of the column that its inputs are from. */
  column: string;
  onChange: (next: Partial<RecipeStep>) => void;
  onValidity: (field: string, isValid: boolean) => void;
}

function StepFields({ index, known, column, onChange, onValidity }: StepFieldsProps) {
  const { step, endpoint } = known;
  const { query, asks, list, pages, pause } = step;
  const given = endpoint.parameters.filter(
    ({ key }) => asks.includes(key) || (query.values[key] ?? '').trim() !== '',
  );
  const ask = (key: string, isAsked: boolean): void => {
    const others = asks.filter((one) => one !== key);
    onChange({ asks: isAsked ? [...others, key] : others });
  };
  return (
    <Box
      component="fieldset"
      bd="1px solid var(--line)"
      bdrs="lg"
      p="10px 12px 12px"
      aria-label={`Step ${index + 1}`}
    >
      <Stack gap={8}>
        <Text span inherit fw={600}>
          {index + 1}. {stepTitle({ ...known, step: { ...step, query: { ...query, values: {} } } })}
        </Text>
        {given.map((parameter) => {
          const { key, label } = parameter;
          const value = (query.values[key] ?? '').trim();
          return (
            <Group key={key} gap={12} wrap="nowrap" justify="space-between">
              <Text span inherit truncate dir="auto">
                {label}
                {value !== '' &&
                  !asks.includes(key) &&
                  `: ${value
                    .split('\n')
                    .map((one) => labelOf(parameter.type, one))
                    .join(', ')}`}
              </Text>
              <Checkbox
                flex="none"
                label="Ask each time"
                aria-label={`Ask for ${lowerFirst(label)} each time`}
                checked={asks.includes(key)}
                // Without a value, it can only be asked for.
                disabled={value === '' && parameter.required}
                onChange={(event) => ask(key, event.currentTarget.checked)}
              />
            </Group>
          );
        })}
        {list !== null && (
          <Group gap={6}>
            At most
            <WholeNumber
              label={`Inputs of step ${index + 1} at most`}
              value={list.atMost}
              most={maxInputs}
              onChange={(atMost) => onChange({ list: { ...list, atMost } })}
              onValidity={(isValid) => onValidity('inputs', isValid)}
            />
            different values of {quoted(column)} from step {index}.
          </Group>
        )}
        {endpoint.pages && (
          <Group gap={6}>
            Up to
            <WholeNumber
              label={`Pages for each input of step ${index + 1}`}
              value={pages}
              most={maxPagesPerInput}
              onChange={(next) => onChange({ pages: next })}
              onValidity={(isValid) => onValidity('pages', isValid)}
            />
            {pages === 1 ? 'page' : 'pages'}
            {known.bounds.inputs === 1 ? '' : ' for each input'}: at most{' '}
            {countOf(known.bounds.most, 'call')}.
          </Group>
        )}
        {index > 0 && (
          <Checkbox
            label={`Pause before step ${index + 1}`}
            checked={pause}
            onChange={(event) => onChange({ pause: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Box>
  );
}
