/** Recipes where a person begins: those that wait or run, then those that are saved. */
import { ActionIcon, Group, Text } from '@mantine/core';
import { ListOrdered, Play } from 'lucide-react';
import { useEffect } from 'react';
import type { RecipeRun, SavedRecipe } from '#shared/contract/recipe.ts';
import { TextLink } from '../../components/texts.tsx';
import { showPage, useSnapshot } from '../../state/app.ts';
import { loadRecipes, prepareRecipe, useRecipes } from '../../state/recipes.ts';
import { knownSteps, recipeLine, stateWords } from './recipe-words.ts';
import classes from './Recipes.module.css';

const mostShown = 4;
const openPage = (): void => showPage('recipes');

export function RecipesOnStart() {
  const { recipes, runs } = useRecipes();
  const profileId = useSnapshot(({ profile }) => profile?.id);
  useEffect(() => void loadRecipes(), []);
  const open = runs.filter(
    ({ recipe, state }) => state !== 'done' && recipe.service.profileId === profileId,
  );
  const saved = recipes ?? [];
  if (open.length + saved.length + runs.length === 0) return null;
  return (
    <section aria-label="Recipes">
      <h3 className={classes.startName}>
        <ListOrdered size={14} />
        Recipes
        <TextLink alone onClick={openPage}>
          All recipes
        </TextLink>
      </h3>
      <ul className={classes.startList}>
        {open.slice(0, mostShown).map((run) => (
          <OpenRun key={run.id} run={run} />
        ))}
        {saved.slice(0, Math.max(0, mostShown - open.length)).map((one) => (
          <Saved key={one.id} saved={one} />
        ))}
      </ul>
    </section>
  );
}

function OpenRun({ run }: { run: RecipeRun }) {
  return (
    <li>
      <button type="button" className={classes.startRow} onClick={openPage}>
        <Text span inherit truncate fw={500} dir="auto">
          {run.recipe.name}
        </Text>
        <Text span size="xs" c="var(--accent-text)" flex="none">
          {stateWords(run)}
        </Text>
      </button>
    </li>
  );
}

function Saved({ saved: { recipe } }: { saved: SavedRecipe }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const steps = knownSteps(recipe, catalogue);
  return (
    <Group component="li" gap={4} wrap="nowrap">
      <button type="button" className={classes.startRow} onClick={openPage}>
        <Text span inherit truncate fw={500} dir="auto">
          {recipe.name}
        </Text>
        <Text span size="xs" c="dimmed" flex="none">
          {steps === null ? '' : recipeLine(steps)}
        </Text>
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Run recipe: ${recipe.name}`}
        title="Run… Nothing is sent before you say so."
        disabled={steps === null}
        onClick={() => prepareRecipe(recipe)}
      >
        <Play size={14} />
      </ActionIcon>
    </Group>
  );
}
