/** Recipes where a person begins: those that wait or run, then those that are saved. */
import { ActionIcon, Box, Text } from '@mantine/core';
import { ListOrdered, Play } from 'lucide-react';
import { useEffect } from 'react';
import { ShortList, ShortListRow } from '../../components/page/ShortList.tsx';
import { TextLink } from '../../components/texts.tsx';
import { showPage, useSnapshot } from '../../state/app.ts';
import { loadRecipes, prepareRecipe, useRecipes } from '../../state/recipes.ts';
import { knownSteps, recipeLine, stateWords } from './recipe-words.ts';

const mostShown = 4;
const openPage = (): void => showPage('recipes');

export function RecipesOnStart() {
  const { recipes, runs } = useRecipes();
  const profileId = useSnapshot(({ profile }) => profile?.id);
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  useEffect(() => void loadRecipes(), []);
  const open = runs.filter(
    ({ recipe, state }) => state !== 'done' && recipe.service.profileId === profileId,
  );
  const saved = recipes ?? [];
  if (open.length + saved.length + runs.length === 0) return null;
  return (
    <ShortList
      title="Recipes"
      icon={ListOrdered}
      aside={
        <Box ms={6}>
          <TextLink alone onClick={openPage}>
            All recipes
          </TextLink>
        </Box>
      }
    >
      {open.slice(0, mostShown).map((run) => (
        <ShortListRow
          key={run.id}
          title={run.recipe.name}
          detail={
            <Text span inherit c="var(--accent-text)">
              {stateWords(run)}
            </Text>
          }
          onOpen={openPage}
        />
      ))}
      {saved.slice(0, Math.max(0, mostShown - open.length)).map(({ id, recipe }) => {
        const steps = knownSteps(recipe, catalogue);
        return (
          <ShortListRow
            key={id}
            title={recipe.name}
            detail={steps === null ? '' : recipeLine(steps)}
            onOpen={openPage}
            action={
              <ActionIcon
                aria-label={`Run recipe: ${recipe.name}`}
                title="Run… Nothing is sent before you say so."
                disabled={steps === null}
                onClick={() => prepareRecipe(recipe)}
              >
                <Play size={14} />
              </ActionIcon>
            }
          />
        );
      })}
    </ShortList>
  );
}
