/** Recipes as lists: all on their page, and a few on the start page. */
import { Stack, Text, ActionIcon, Box } from '@mantine/core';
import { Download, ListOrdered, Pencil, Play, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import type { SavedRecipe } from '#shared/contract/recipe.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { saveAndReport, showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  BackLink,
  Card,
  CardRow,
  Page,
  PageHint,
  Section,
  ShortList,
  ShortListRow,
} from '#renderer/components/page/Page.tsx';
import { MoreMenu } from '#renderer/components/popups.tsx';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { useSnapshot, showPage } from '#renderer/state/app.ts';
import {
  changeRecipe,
  deleteRecipe,
  loadRecipes,
  prepareRecipe,
  saveRecipe,
  saveRecipeFile,
  useRecipes,
} from '#renderer/state/recipes.ts';
import { RecipeRunCard } from './RecipeRunCard.tsx';
import { knownSteps, recipeLine, stepTitle, stateWords } from './recipe-words.tsx';
import { TextLink } from '#renderer/components/texts.tsx';

export function RecipesPage() {
  const { recipes, runs, notices, problem } = useRecipes();
  const profileId = useSnapshot(({ profile }) => profile?.id);
  useEffect(() => void loadRecipes(), []);
  const own = runs.filter(({ recipe }) => recipe.service.profileId === profileId);
  return (
    <Page
      layout="wide"
      title="Recipes"
      back={<BackLink page="explore">Explore</BackLink>}
      aside={
        <>
          <PageHint>Questions to ask again, one after the other.</PageHint>
          <OpenRecipe />
        </>
      }
    >
      {problem !== null && <ProblemText problem={problem} />}
      {notices.map((notice) => (
        <Text key={notice} c="var(--text-2)">
          {notice}
        </Text>
      ))}
      {own.length > 0 && (
        <Section title="Runs of recipes">
          <Stack gap={12}>
            {own.map((run) => (
              <RecipeRunCard key={run.id} run={run} />
            ))}
          </Stack>
        </Section>
      )}
      {recipes !== null && (
        <Section title="Saved recipes">
          {recipes.length === 0 ? (
            <NoRecipes />
          ) : (
            <Card>
              {recipes.map((saved) => (
                <RecipeRow key={saved.id} saved={saved} />
              ))}
            </Card>
          )}
        </Section>
      )}
    </Page>
  );
}

function NoRecipes() {
  return (
    <Text c="var(--text-2)" maw={560}>
      Ask a question, use its values in the next one, and choose “Save as recipe…” in the run’s ⋯
      menu. The recipe then asks all of them, one after the other.
    </Text>
  );
}

function RecipeRow({ saved }: { saved: SavedRecipe }) {
  const { id, recipe } = saved;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const acting = useAction();
  const steps = knownSteps(recipe, catalogue);
  return (
    <>
      <CardRow
        icon={<ListOrdered />}
        title={<span dir="auto">{recipe.name}</span>}
        detail={
          steps === null
            ? 'This version doesn’t have one of its questions.'
            : [steps.map(stepTitle).join(' → '), recipeLine(steps)]
                .filter((part) => part !== recipe.name)
                .join(' · ')
        }
        actions={
          <>
            <SmallButton
              aria-label={`Run ${recipe.name}…`}
              leftSection={<Play size={12} />}
              disabled={steps === null}
              onClick={() => prepareRecipe(recipe)}
            >
              Run…
            </SmallButton>
            <MoreMenu
              label={`More for ${recipe.name}`}
              width={180}
              lines={[
                { label: 'Edit…', icon: Pencil, act: () => changeRecipe(saved) },
                {
                  label: 'Save as file…',
                  icon: Download,
                  act: () => acting.run(() => saveAndReport(saveRecipeFile(id))),
                },
                {
                  label: 'Delete',
                  icon: Trash2,
                  act: () => acting.run(() => deleteWithUndo(saved)),
                },
              ]}
            />
          </>
        }
      />
      <ActionProblem action={acting} />
    </>
  );
}

async function deleteWithUndo(saved: SavedRecipe) {
  const problem = await deleteRecipe(saved.id);
  if (problem !== null) return problem;
  showActions({
    id: `recipe-${saved.id}`,
    text: `Deleted “${saved.recipe.name}”`,
    actions: { Undo: () => void saveRecipe(saved) },
  });
  return null;
}

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
                title="Run… Nothing is sent until you confirm."
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
