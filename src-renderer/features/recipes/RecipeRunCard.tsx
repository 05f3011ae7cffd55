/** A run of a recipe: each step with its state, and the button that continues it. */
import { ActionIcon, Box, Button, Center, Group, Text } from '@mantine/core';
import {
  Check,
  Circle,
  CirclePause,
  Square,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import {
  isStepBegun,
  mostRecipeCalls,
  type RecipeRun,
  type StepRun,
} from '#shared/contract/recipe.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { relativeTime } from '#renderer/components/dates.ts';
import { type Action, useAction } from '#renderer/components/hooks.ts';
import { useMinute } from '#renderer/state/time.ts';
import { NumberInSentence, wholeNumber } from '#renderer/components/numbers.tsx';
import { Card, Dot } from '#renderer/components/page/Page.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useApp, useIsSample, useRun, useSnapshot } from '#renderer/state/app.ts';
import { continueRecipe, forgetRecipe, openStep, stopRecipe } from '#renderer/state/recipes.ts';
import {
  askedWords,
  type KnownStep,
  knownSteps,
  pauseWords,
  stateWords,
  stepTitle,
  Words,
} from './recipe-words.tsx';
import classes from './Recipes.module.css';

export function RecipeRunCard({ run }: { run: RecipeRun }) {
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
            {run.state === 'running' ? (
              <SmallButton
                leftSection={<Square size={12} />}
                onClick={() => acting.run(() => stopRecipe(run.id))}
              >
                Stop
              </SmallButton>
            ) : (
              <ActionIcon
                aria-label="Remove from this list"
                title="Remove from this list. Its runs stay in History."
                onClick={() => acting.run(() => forgetRecipe(run.id))}
              >
                <X size={15} />
              </ActionIcon>
            )}
          </Group>
        </Group>
        <div>
          <ol className={classes.steps}>
            {run.steps.map((step, index) => (
              <Step
                key={step.runId}
                {...{ run, step, index, acting }}
                known={known?.[index] ?? null}
              />
            ))}
          </ol>
          {run.why !== null && run.state === 'done' && (
            <Words ps={42} pe={14} pb={12}>
              {run.why}
            </Words>
          )}
          <ActionProblem action={acting} />
        </div>
      </Card>
    </section>
  );
}

/** Returns the number of calls, including those its runs have reported since. */
function useCallsNow({ steps }: RecipeRun): number {
  return useApp(({ runs }) =>
    steps.reduce((sum, { runId, calls }) => sum + Math.max(calls, runs[runId]?.calls ?? 0), 0),
  );
}

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
  acting: Action;
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
  if (known === null) return null;
  const rows = countOf(Math.max(step.rows, live?.rowCount ?? 0), 'row');
  const calls = countOf(Math.max(step.calls, live?.calls ?? 0), 'call');
  const { statuses = null, count = 0 } = live?.list ?? {};
  const done = statuses === null ? 0 : count - statuses.waiting;
  const words: Record<StepRun['state'], string> = {
    waiting: `${askedWords(known)} · at most ${countOf(known.bounds.most, 'call')}`,
    paused: pauseWords(known, step, index + 1),
    running: `${grouping(done)} of ${countOf(step.inputs ?? count, 'input')} · ${rows} · ${calls}`,
    stopped: `${run.why ?? ''} ${step.calls > 0 ? `${rows} · ${calls} so far.` : ''}`,
    done: [
      countOf(step.inputs ?? 0, 'input'),
      rows,
      calls,
      ...(step.failed === 0 ? [] : [`${countOf(step.failed, 'input')} failed`]),
    ].join(' · '),
  };
  return <Words>{words[step.state]}</Words>;
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
        onClick={() => cap !== null && acting.run(() => continueRecipe(run.id, cap))}
      >
        {words}
      </Button>
      <NumberInSentence
        before="Never more than"
        after="calls in total."
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
