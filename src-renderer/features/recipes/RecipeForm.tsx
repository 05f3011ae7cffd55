/** Editing a recipe: its name, which values it asks for, how far each step goes. */
import { Box, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxInputs, maxPagesPerInput } from '#shared/contract/list.ts';
import type { RecipeStep } from '#shared/contract/recipe.ts';
import { DialogButtons, DialogForm, DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, lowerFirst } from '#renderer/components/words.ts';
import { showPage, useSnapshot } from '#renderer/state/app.ts';
import { saveRecipe, type RecipeDraft } from '#renderer/state/recipes.ts';
import {
  columnLabel,
  type KnownStep,
  knownSteps,
  stepTitle,
  StepsSum,
  withStep,
} from './recipe-words.tsx';
import { WholeNumber } from '#renderer/components/numbers.tsx';

export function RecipeForm({ draft, onClose }: { draft: RecipeDraft; onClose: () => void }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const [recipe, setRecipe] = useState(draft.saved.recipe);
  /** Fields with an invalid number. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const saving = useAction();
  const steps = knownSteps(recipe, catalogue);
  const name = recipe.name.trim();
  const change = (index: number, next: Partial<RecipeStep>): void =>
    setRecipe((before) => withStep(before, index, next));
  const setValidity = (field: string, isValid: boolean): void =>
    setWrong((all) => [...all.filter((one) => one !== field), ...(isValid ? [] : [field])]);
  return (
    <DialogForm
      onSubmit={() =>
        saving.run(
          () => saveRecipe({ id: draft.saved.id, recipe: { ...recipe, name } }),
          () => {
            onClose();
            // Nothing else shows it where the recipe was made.
            if (draft.isNew) {
              showActions({
                id: `saved-${draft.saved.id}`,
                text: `Saved the recipe “${name}”.`,
                actions: { 'Show recipes': () => showPage('recipes') },
              });
            }
          },
        )
      }
    >
      <TextInput
        label="Name"
        maxLength={100}
        data-autofocus
        value={recipe.name}
        onChange={(event) => setRecipe({ ...recipe, name: event.currentTarget.value })}
      />
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
      <ActionProblem action={saving} />
      <DialogButtons onCancel={onClose}>
        <Button type="submit" disabled={name === '' || wrong.length > 0} loading={saving.busy}>
          Save recipe
        </Button>
      </DialogButtons>
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
                {value !== '' && !asks.includes(key) && `: ${value.split('\n').join(', ')}`}
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
            different values of “{column}” from step {index}.
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
