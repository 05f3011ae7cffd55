/** When a recipe repeats, and how much it may cost. Main says on which dates. */
import { Checkbox, Chip, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { missingValue, withRetries } from '#shared/contract/recipe-bounds.ts';
import { mostRecipeCalls, type Saving, type StepRecipe } from '#shared/contract/recipe.ts';
import type { ShownRepeat, When } from '#shared/contract/repeat.ts';
import { quoted } from '#shared/characters.ts';
import { sinceLastTime } from '#shared/query/values.ts';
import { DialogForm, DialogNote } from '#renderer/components/dialog/Dialog.tsx';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { useCallCap } from '#renderer/components/numbers.tsx';
import { countOf } from '#renderer/components/words.ts';
import { showPage, useApp, useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useAsked } from '#renderer/state/asked.ts';
import type { DaysOfRun } from '#renderer/state/open.ts';
import { act, call } from '#renderer/state/act.ts';
import { AskedValues, DaysChoice, movingStep, nothingSaved, SavingFields } from './AskedValues.tsx';
import { askedWords, knownSteps, mostCalls, stepTitle, Words } from './recipe-words.tsx';
import { dateWords, dayNames, everyDay } from './repeat-words.ts';

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

export function RepeatForm({ recipe, before, days }: RepeatFormProps) {
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
  const most = Math.min(withRetries(mostCalls(steps ?? [])), mostRecipeCalls);
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
