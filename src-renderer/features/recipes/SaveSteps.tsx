/** *Save everything…*: the steps of a recipe's run as one archive. */
import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Chain, RecipeRun, StepRun } from '#shared/contract/recipe.ts';
import { Choice } from '#renderer/components/popups.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import {
  firstKept,
  keepChoices,
  keptChoices,
  withPreset,
} from '#renderer/features/results/save/choices.ts';
import { SaveFoot } from '#renderer/features/results/save/SaveDialog.tsx';
import { useSaving } from '#renderer/features/results/save/use-saving.tsx';
import { knownSteps, stepTitle } from './recipe-words.tsx';
import classes from './Recipes.module.css';

interface SaveStepsProps {
  run: RecipeRun;
  isOpen: boolean;
  onClose: () => void;
}

/** The steps that have something to save. */
export const stepsToSave = ({ steps }: RecipeRun): StepRun[] =>
  steps.filter(({ rows }) => rows > 0);

export function SaveSteps({ run, isOpen, onClose }: SaveStepsProps) {
  const runIds = stepsToSave(run).map(({ runId }) => runId);
  const { saving, save, cancel, clear } = useSaving(runIds[0] ?? '', isOpen, onClose);
  const clock = useSnapshot(({ preferences }) => preferences.timeZone);
  const presets = useSnapshot((snapshot) => snapshot.presets);
  const offered = presets.filter(({ holds }) => holds === 'rows' || holds === 'pages');
  const [choices, setChoices] = useState(() => {
    const kept = keptChoices(clock, presets[0]!);
    return offered.includes(kept.preset) ? kept : firstKept(offered[0] ?? kept.preset);
  });
  const { preset, format } = choices;
  const [isReplaced, setIsReplaced] = useState(false);
  const [keepsIds, setKeepsIds] = useState(false);
  const [hasMedia, setHasMedia] = useState(false);
  const canReplace = preset.holds === 'rows';
  const replaced = keepsIds ? 'people' : 'peopleAndIds';
  const pseudonyms: Chain['pseudonyms'] = canReplace && isReplaced ? replaced : 'none';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (saving.kind === 'under way' || saving.kind === 'saved') return;
        keepChoices(choices, clock);
        const media = hasMedia && pseudonyms === 'none';
        save({ runIds, format }, { recipeRunId: run.id, pseudonyms, media });
      }}
    >
      <Stack gap={14} px={20} pb={16}>
        <Text c="var(--text-2)">
          One archive with a table for each step, one methods sheet, the recipe, and metadata for
          repositories (RO-Crate). “Open recipe…” asks for all of it again.
        </Text>
        <StepsSaved run={run} />
        <Choice
          label="For"
          description={preset.line}
          choices={offered.map(({ id, label, brief }) => ({
            value: id,
            label: `${label}: ${brief}`,
          }))}
          value={preset.id}
          onChange={(value) =>
            setChoices(withPreset(choices, offered.find(({ id }) => id === value) ?? preset, clock))
          }
        />
        <Checkbox
          label="Pseudonymise people"
          description={
            canReplace
              ? 'A person gets the same pseudonym in all tables, in texts too. Links and pictures are left out.'
              : 'Raw pages are as the service sent them.'
          }
          disabled={!canReplace}
          checked={canReplace && isReplaced}
          onChange={(event) => setIsReplaced(event.currentTarget.checked)}
        />
        {canReplace && isReplaced && (
          <Checkbox
            ms={28}
            label="Keep the IDs of posts and conversations"
            description="With an ID, anyone can look up a public post and who wrote it. Otherwise each ID gets a pseudonym, and the tables still fit together."
            checked={keepsIds}
            onChange={(event) => setKeepsIds(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          label="Pictures and videos"
          description={
            pseudonyms === 'none'
              ? 'The files that rows link to, in a folder for each step, while their links work. Their sites are told this computer’s address, without a key. None of it counts as calls.'
              : 'They show people, who can’t be replaced there.'
          }
          disabled={pseudonyms !== 'none'}
          checked={hasMedia && pseudonyms === 'none'}
          onChange={(event) => setHasMedia(event.currentTarget.checked)}
        />
      </Stack>
      <SaveFoot
        saving={saving}
        isReady
        onCancel={cancel}
        onClose={() => {
          if (saving.kind !== 'under way') clear();
          onClose();
        }}
      />
    </form>
  );
}

function StepsSaved({ run }: Pick<SaveStepsProps, 'run'>) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const known = knownSteps(run.recipe, catalogue);
  return (
    <ol className={classes.plan} aria-label="What is saved">
      {run.steps.map(({ runId, rows }, at) => (
        <li key={runId}>
          <Text span inherit c="dimmed">
            {at + 1}.
          </Text>
          <div dir="auto">
            {known?.[at] === undefined
              ? run.recipe.steps[at]?.query.endpointId
              : stepTitle(known[at])}
          </div>
          <span>{rows === 0 ? 'no rows, left out' : countOf(rows, 'row')}</span>
        </li>
      ))}
    </ol>
  );
}
