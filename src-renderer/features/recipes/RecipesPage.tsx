/** Recipes as lists: all on their page, and a few on the start page. */
import { quoted } from '#shared/characters.ts';
import { ActionIcon, Box, Button, Center, Group, Stack, Text } from '@mantine/core';
import {
  CalendarClock,
  Check,
  Circle,
  CirclePause,
  Download,
  ListOrdered,
  Pencil,
  Play,
  Square,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isStepBegun, mostRecipeCalls } from '#shared/contract/recipe.ts';
import type { RecipeRun, SavedRecipe, StepRun } from '#shared/contract/recipe.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { saveAndReport, showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import {
  Card,
  CardRow,
  Dot,
  Page,
  PageHint,
  Section,
  ShortList,
  ShortListRow,
} from '#renderer/components/page/Page.tsx';
import { MoreMenu, possible } from '#renderer/components/actions.tsx';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { OpenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import type { Attempt } from '#renderer/components/hooks.ts';
import { saveFile, useExport } from '#renderer/state/exports.ts';
import { progressWords } from '#renderer/features/results/save/use-saving.tsx';
import { showPage, useApp, useIsSample, useRun, useSnapshot } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import {
  changeRecipe,
  loadRecipes,
  openStep,
  prepareRecipe,
  prepareRepeat,
  saveRecipeRun,
  useRecipes,
} from '#renderer/state/recipes.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { relativeTime } from '#renderer/components/dates.ts';
import { useMinute } from '#renderer/state/time.ts';
import { NumberInSentence, wholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import {
  askedWords,
  knownSteps,
  pauseWords,
  recipeLine,
  stateWords,
  stepTitle,
  withSaved,
  Words,
} from './recipe-words.tsx';
import type { KnownStep } from './recipe-words.tsx';
import { Repeats, useRepeatedRuns } from './Repeats.tsx';
import { stepsToSave } from './SaveSteps.tsx';
import classes from './Recipes.module.css';

export function RecipesPage() {
  const { recipes, runs, notices, problem } = useRecipes();
  const profileId = useSnapshot(({ profile }) => profile?.id);
  useEffect(() => void loadRecipes(), []);
  const repeated = useRepeatedRuns();
  const own = runs.filter(
    ({ id, recipe, state }) =>
      recipe.service.profileId === profileId && (state === 'stopped' || !repeated.has(id)),
  );
  return (
    <Page
      title="Recipes"
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
      <Repeats />
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

const NoRecipes = () => (
  <Text c="var(--text-2)" maw={560}>
    Ask a question, use its values in the next one, and choose “Save as recipe…” in the run’s ⋯
    menu. The recipe then asks all of them, one after the other.
  </Text>
);

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
              sections={() => [
                possible(
                  steps !== null && {
                    label: 'Repeat…',
                    icon: CalendarClock,
                    act: () => prepareRepeat(recipe),
                  },
                  { label: 'Edit…', icon: Pencil, act: () => changeRecipe(saved) },
                  {
                    label: 'Save as file…',
                    icon: Download,
                    act: () => acting.run(() => saveAndReport(saveFile({ of: 'recipe', id }))),
                  },
                  {
                    label: 'Delete',
                    icon: Trash2,
                    act: () => acting.run(() => deleteWithUndo(saved)),
                  },
                ),
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
  const problem = await act('recipe.delete', { id: saved.id });
  if (problem !== null) return problem;
  showActions({
    id: `recipe-${saved.id}`,
    text: `Deleted ${quoted(saved.recipe.name)}`,
    actions: { Undo: () => void act('recipe.save', saved) },
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
  const repeated = useRepeatedRuns();
  const others = runs.filter(({ id }) => !repeated.has(id));
  if (open.length + saved.length + others.length === 0) return null;
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

// A run of a recipe: each step with its state, and the button that continues it.

function RecipeRunCard({ run }: { run: RecipeRun }) {
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const acting = useAction();
  const now = new Date(useMinute());
  const known = knownSteps(
    run.recipe,
    catalogue,
    run.steps.map(({ inputs }) => inputs),
  );
  const calls = useCallsNow(run);
  return (
    <section aria-label={run.recipe.name}>
      <Card>
        <Group gap={8} wrap="nowrap" mih={44} py={6} pe={8} ps={14}>
          <Text span inherit fw={600} truncate dir="auto">
            {run.recipe.name}
          </Text>
          <Text span size="xs" c="dimmed" flex="none" component="output" aria-label="Recipe status">
            {stateWords(run)} · {countOf(calls, 'call')} of at most {grouping(run.maxCalls)} ·{' '}
            {relativeTime(new Date(run.startedAt), now)}
          </Text>
          <Group gap={4} ms="auto" flex="none">
            {run.state !== 'running' && stepsToSave(run).length > 0 && (
              <SmallButton
                leftSection={<Download size={12} />}
                aria-label={`Save everything of ${run.recipe.name}…`}
                onClick={() => saveRecipeRun(run)}
              >
                Save everything…
              </SmallButton>
            )}
            {run.state === 'running' ? (
              <SmallButton
                leftSection={<Square size={12} />}
                onClick={() => acting.run(() => act('recipe.stop', { id: run.id }))}
              >
                Stop
              </SmallButton>
            ) : (
              <ActionIcon
                aria-label="Remove from this list"
                title="Remove from this list. Its runs stay in History."
                onClick={() => acting.run(() => act('recipe.forget', { id: run.id }))}
              >
                <X size={15} />
              </ActionIcon>
            )}
          </Group>
        </Group>
        <div>
          <Box component="ol" p="4px 14px 10px">
            {run.steps.map((step, index) => (
              <Step
                key={step.runId}
                {...{ run, step, index, acting }}
                known={known?.[index] ?? null}
              />
            ))}
          </Box>
          {[run.saving && `Saves to ${run.saving.folder}`, run.state === 'done' && run.why].map(
            (words) =>
              words && (
                <Words key={words} ps={42} pe={14} pb={12} style={{ overflowWrap: 'anywhere' }}>
                  {words}
                </Words>
              ),
          )}
          <ActionProblem action={acting} />
        </div>
      </Card>
    </section>
  );
}

/** Returns the number of calls, including those its runs have reported since. */
const useCallsNow = ({ steps }: RecipeRun): number =>
  useApp(({ runs }) =>
    steps.reduce((sum, { runId, calls }) => sum + Math.max(calls, runs[runId]?.calls ?? 0), 0),
  );

const tones: Record<StepRun['state'], string> = {
  waiting: 'dimmed',
  running: 'dimmed',
  paused: 'var(--accent-text)',
  stopped: 'var(--warn)',
  done: 'var(--ok)',
};

const icons: Record<Exclude<StepRun['state'], 'running'>, LucideIcon> = {
  waiting: Circle,
  paused: CirclePause,
  stopped: TriangleAlert,
  done: Check,
};

interface StepProps {
  run: RecipeRun;
  step: StepRun;
  index: number;
  /** Null: this version lacks its question. */
  known: KnownStep | null;
  acting: Attempt;
}

function Step({ run, step, index, known, acting }: StepProps) {
  const Icon = step.state === 'running' ? null : icons[step.state];
  return (
    <li className={classes.step}>
      <Center component="span" flex="none" w={16} h={20} c={tones[step.state]}>
        {Icon === null ? <Dot tone="accent" /> : <Icon />}
      </Center>
      <Box flex={1} miw={0}>
        <Group gap={8} wrap="nowrap">
          <Text span inherit fw={500} truncate dir="auto">
            {index + 1}.{' '}
            {known === null ? run.recipe.steps[index]?.query.endpointId : stepTitle(known)}
          </Text>
          {isStepBegun(step) && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Open the rows of step ${index + 1}`}
              onClick={() => openStep(run, index)}
            >
              Open
            </Button>
          )}
        </Group>
        <StepWords run={run} step={step} index={index} known={known} />
        {(step.state === 'paused' || step.state === 'stopped') && run.state !== 'running' && (
          <ContinueStep run={run} step={step} index={index} acting={acting} />
        )}
      </Box>
    </li>
  );
}

function StepWords({ run, step, index, known }: Omit<StepProps, 'acting'>) {
  const live = useRun(step.runId);
  const media = useExport(`${step.runId}-media`);
  if (known === null) return null;
  const rows = countOf(Math.max(step.rows, live?.rowCount ?? 0), 'row');
  const calls = countOf(Math.max(step.calls, live?.calls ?? 0), 'call');
  const { statuses = null, count = 0 } = live?.list ?? {};
  const done = statuses === null ? 0 : count - statuses.waiting;
  const words: Record<StepRun['state'], string> = {
    waiting: `${askedWords(known)} · at most ${countOf(known.bounds.most, 'call')}`,
    paused: pauseWords(known, step, index + 1),
    running:
      step.saved === null
        ? `${grouping(done)} of ${countOf(step.inputs ?? count, 'input')} · ${rows} · ${calls}`
        : `${rows} · ${calls} · ${media === null ? 'Saving…' : `Saving pictures and videos: ${progressWords(media).words}`}`,
    stopped: `${run.why ?? ''} ${step.calls > 0 ? `${rows} · ${calls} so far.` : ''}`,
    done: [
      countOf(step.inputs ?? 0, 'input'),
      rows,
      calls,
      ...(step.failed === 0 ? [] : [`${countOf(step.failed, 'input')} failed`]),
    ].join(' · '),
  };
  return <Words>{withSaved(words[step.state], { steps: [step] })}</Words>;
}

/** The step that waits for confirmation, with the limit of calls that is never exceeded. */
function ContinueStep({ run, step, index, acting }: Omit<StepProps, 'known'>) {
  const isSample = useIsSample();
  const [typed, setTyped] = useState(`${run.maxCalls}`);
  const cap = wholeNumber(typed, mostRecipeCalls);
  const words = step.state === 'paused' ? `Continue with step ${index + 1}` : 'Continue';
  return (
    <Group gap={8} mt={6}>
      <Button
        size="xs"
        loading={acting.busy}
        disabled={cap === null}
        onClick={() =>
          cap !== null && acting.run(() => act('recipe.continue', { id: run.id, maxCalls: cap }))
        }
      >
        {words}
      </Button>
      <NumberInSentence
        before="At most"
        after="calls in total"
        label="Maximum number of calls for all steps"
        fz={12}
        c="var(--text-2)"
        value={typed}
        most={mostRecipeCalls}
        isWrong={cap === null}
        onType={setTyped}
      />
      {isSample && <Words>Sample data: nothing is charged.</Words>}
    </Group>
  );
}
