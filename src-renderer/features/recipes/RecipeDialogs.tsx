/**
 * The recipe dialog that is open, wherever the person opened it, and its form for a start. Rendered
 * once, in the shell.
 */
import { quoted } from '#shared/characters.ts';
import {
  Box,
  Checkbox,
  Group,
  Stack,
  Text,
  TextInput,
  Chip,
  SegmentedControl,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { labelOf } from '#shared/catalogue/parameter-kinds.ts';
import { missingValue, withRetries } from '#shared/contract/recipe-bounds.ts';
import {
  mostRecipeCalls,
  type RecipeStep,
  type StepRecipe,
  type Saving,
} from '#shared/contract/recipe.ts';
import { DialogForm, DialogNote, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { type Open, type RecipeDraft, useOpen, type DaysOfRun } from '#renderer/state/open.ts';
import { act, call } from '#renderer/state/act.ts';
import { closeRecipeDialog } from '#renderer/state/recipes.ts';
import { useCallCap, WholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping, lowerFirst } from '#renderer/components/words.ts';
import { showPage, useIsSample, useSnapshot, useApp } from '#renderer/state/app.ts';
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
  type KnownStep,
} from './recipe-words.tsx';
import { AskedValues, DaysChoice, nothingSaved, SavingFields, movingStep } from './AskedValues.tsx';
import { SaveSteps } from './SaveSteps.tsx';
import classes from './Recipes.module.css';
import type { ShownRepeat, When } from '#shared/contract/repeat.ts';
import { sinceLastTime } from '#shared/query/values.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { dateWords, dayNames, everyDay } from './repeat-words.ts';

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
  const proposed = callsProposed(steps ?? []);
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

/** Enough for all steps as far as they may go, and for what fails at first. */
const callsProposed = (steps: readonly KnownStep[]): number =>
  Math.min(withRetries(mostCalls(steps)), mostRecipeCalls);

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
              <span data-cuts dir="auto">
                {label}
                {value !== '' &&
                  !asks.includes(key) &&
                  `: ${value
                    .split('\n')
                    .map((one) => labelOf(parameter.type, one))
                    .join(', ')}`}
              </span>
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

/** How often it may make all its calls before it asks, unless the person says otherwise. */
const defaultTimes = 12;

/** Whether a question can ask for what is new doesn’t depend on when it was last asked. */
const anyTime = '2026-01-01T00:00:00.000Z';

interface RepeatFormProps {
  recipe: StepRecipe;
  /** The repeat that is changed; null: a new one. */
  before: ShownRepeat | null;
  /** Of the run that it is made of. */
  days?: DaysOfRun;
}

/** When a recipe repeats, and how much it may cost. Main says on which dates. */
function RepeatForm({ recipe, before, days }: RepeatFormProps) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const isSample = useIsSample();
  const mayStay = useSnapshot(({ background }) => background?.keepsRunning === false);
  const [id] = useState(() => before?.id ?? crypto.randomUUID());
  const [filled, setFilled] = useState(() => withGiven(recipe));
  const [when, whenFields] = useWhen(before?.when ?? null);
  // Who wants the last seven days each time wants all of them.
  const [onlyNew, setOnlyNew] = useState(before?.onlyNew ?? movingStep(recipe) === undefined);
  const [saving, setSaving] = useState<Saving>(before?.saving ?? nothingSaved);
  const steps = knownSteps(filled, catalogue);
  const most = callsProposed(steps ?? []);
  const look = { most: mostRecipeCalls, fz: 12, c: 'var(--text-2)' } as const;
  const [maxCalls, capField] = useCallCap({
    ...look,
    label: 'Maximum number of calls each time',
    after: 'calls each time, including retries',
    proposed: before?.maxCalls ?? most,
  });
  const [maxCallsInAll, inAllField] = useCallCap({
    ...look,
    label: 'Maximum number of calls in all',
    after: 'calls in all, then it pauses',
    proposed: before?.maxCallsInAll ?? Math.min((maxCalls ?? most) * defaultTimes, mostRecipeCalls),
  });
  const [first] = steps ?? [];
  if (steps === null || first === undefined) return null;
  const canAskForNew =
    sinceLastTime(first.endpoint, first.step.query, anyTime, new Date(anyTime)) !== null;
  const missing = steps.map(({ step, endpoint }) => missingValue(endpoint, step)).find(Boolean);
  const isReady = when !== null && maxCalls !== null && maxCallsInAll !== null && !missing;
  return (
    <DialogForm
      submit="Save"
      isDisabled={!isReady}
      act={async () => {
        if (!isReady) return undefined;
        const asked = { id, recipe: filled, when, maxCalls, maxCallsInAll };
        const problem = await act('repeat.save', {
          ...asked,
          saving,
          onlyNew: onlyNew && canAskForNew,
        });
        if (problem === null) {
          showActions({
            id: `repeat-${id}`,
            text: `${quoted(recipe.name)} repeats while the program is open.`,
            actions: { 'Show repeats': () => showPage('recipes') },
          });
        }
        return problem;
      }}
    >
      <div>
        {steps.map((known, index) => (
          // Steps are neither added nor moved here.
          // oxlint-disable-next-line react/no-array-index-key
          <Words key={index}>
            {stepTitle(known)} · {askedWords(known)}
          </Words>
        ))}
      </div>
      <DaysChoice recipe={filled} days={days} onChange={setFilled} />
      {whenFields}
      <AskedValues recipe={filled} steps={steps} onChange={setFilled} />
      {canAskForNew && (
        <Checkbox
          label="Only what is new"
          description={`Asks from the day before the last time${movingStep(filled) === undefined ? '. The first time, it asks for everything.' : ', within these days. The first time, it asks for all of them.'}${first.endpoint.pages ? ` Each time it gets at most ${countOf(first.step.pages, 'page')}, usually the newest: if more is new, the rest is left out.` : ''}`}
          checked={onlyNew}
          onChange={(event) => setOnlyNew(event.currentTarget.checked)}
        />
      )}
      <Stack gap={6}>
        {capField}
        {inAllField}
      </Stack>
      <SavingFields saving={saving} onChange={setSaving} />
      <DialogNote>
        {missing !== undefined && `Enter ${quoted(missing.label)} to repeat it. `}
        It runs while the program is open
        {mayStay && ', or in the tray, if you choose that in Settings'}. If the program was closed,
        it asks first. {isSample && 'Sample data: nothing is charged.'}
      </DialogNote>
    </DialogForm>
  );
}

/** Nobody is asked each time: values that are there stay, and only the others are asked for now. */
const withGiven = (recipe: StepRecipe): StepRecipe => ({
  ...recipe,
  steps: recipe.steps.map((step) => ({
    ...step,
    asks: step.asks.filter((key) => !step.query.values[key]?.trim()),
  })),
});

/** Returns when it repeats, and the fields for it; null: no day, or no time. */
function useWhen(before: When | null): [when: When | null, fields: ReactNode] {
  const localZone = useApp((state) => state.localZone.name);
  const given = before?.kind === 'days' ? before : null;
  const [kind, setKind] = useState<When['kind']>(before?.kind ?? 'days');
  const [days, setDays] = useState<readonly number[]>(given?.days ?? []);
  const [at, setAt] = useState(given?.at ?? '09:00');
  const timeZone = given?.timeZone ?? localZone;
  const isComplete = days.length > 0 && /^\d\d:\d\d$/.test(at);
  const onDays: When | null = isComplete
    ? { kind: 'days', days: days.toSorted((a, b) => a - b), at, timeZone }
    : null;
  const when: When | null = kind === 'start' ? { kind } : onDays;
  const dates = useAsked({
    key: ['repeat', 'dates', onDays],
    ask: onDays && (() => call('repeat.dates', { when: onDays })),
  });
  const isEveryDay = days.length === everyDay.length;
  const fields = (
    <>
      <SegmentedControl
        size="sm"
        aria-label="When"
        value={kind}
        data={[
          { value: 'days', label: 'On certain days' },
          { value: 'start', label: 'When the program starts' },
        ]}
        onChange={(next) => setKind(next === 'start' ? 'start' : 'days')}
      />
      {kind === 'days' && (
        <Stack gap={10}>
          <Group component="fieldset" gap={6} bd={0} p={0} m={0} aria-label="Days">
            {dayNames.map(({ short, name }, index) => (
              <Chip
                key={name}
                size="xs"
                aria-label={name}
                checked={days.includes(index + 1)}
                onChange={(isOn) =>
                  setDays([
                    ...days.filter((day) => day !== index + 1),
                    ...(isOn ? [index + 1] : []),
                  ])
                }
              >
                {short}
              </Chip>
            ))}
            <Chip size="xs" checked={isEveryDay} onChange={(isOn) => setDays(isOn ? everyDay : [])}>
              Every day
            </Chip>
          </Group>
          <Group gap={8}>
            <TextInput
              type="time"
              aria-label="Time"
              w={110}
              value={at}
              onChange={(event) => setAt(event.currentTarget.value)}
            />
            <Text span size="xs" c="var(--text-2)">
              {timeZone.replaceAll('_', ' ')}
            </Text>
          </Group>
          <Text size="xs" c="var(--text-2)" mih={20} aria-live="polite">
            {onDays === null
              ? 'Choose at least one day, and a time.'
              : (dates.problem?.title ??
                dates.value?.dates.map((date) => dateWords(date, timeZone)).join(' · '))}
          </Text>
        </Stack>
      )}
    </>
  );
  return [when, fields];
}
