/**
 * A recipe: questions that are asked one after the other. The list of each step is a column of the
 * step before. A recipe is a small file without keys; what was collected with it is in its runs.
 */
import { z } from 'zod';
import { querySchema } from '../query/types.ts';
import { maxInputs, maxPagesPerInput } from './list.ts';
import { runIdSchema } from './run.ts';

/** Most steps of a recipe. */
export const mostSteps = 8;

/** Calls that a recipe can be allowed at most. */
export const mostRecipeCalls = 10_000_000;

export const recipeStepSchema = z.strictObject({
  /** Without the values of its list. Of the first step a value may have several lines: one input each. */
  query: querySchema,
  /** Keys of the parameters whose values are asked for each time; the recipe doesn't hold them. */
  asks: z.array(z.string().max(100)).max(50),
  /** Its inputs: different values of a column of the step before, which fill a parameter. */
  list: z
    .strictObject({
      field: z.string().min(1).max(1000),
      key: z.string().min(1).max(100),
      /** Of the different values, in the order of the rows. */
      atMost: z.number().int().min(1).max(maxInputs),
    })
    .nullable(),
  /** For each input at most. */
  pages: z.number().int().min(1).max(maxPagesPerInput),
  /** Waits for the person before this step; of no effect for the first. */
  pause: z.boolean(),
});
export type RecipeStep = z.infer<typeof recipeStepSchema>;

export const stepRecipeSchema = z
  .strictObject({
    kind: z.literal('social-data-explorer/steps'),
    version: z.literal(1),
    name: z.string().trim().min(1).max(100),
    /** The service it was made with. It never decides which one is asked. */
    service: z.object({ profileId: z.string().max(2000), address: z.string().max(2000) }),
    steps: z.array(recipeStepSchema).min(1).max(mostSteps),
  })
  .refine(({ steps }) => steps.every(({ list }, at) => (list === null) === (at === 0)), {
    path: ['steps'],
    message: 'Every step but the first takes its list from the step before.',
  });
export type StepRecipe = z.infer<typeof stepRecipeSchema>;

/** What the run of a step is called. @param at from 0. */
export const stepName = ({ name }: StepRecipe, at: number): string => `${name}, step ${at + 1}`;

/** Names a saved recipe and its file. Minted by the window, so that a repeated save changes nothing. */
export const recipeIdSchema = runIdSchema;

/** A recipe in the data folder. */
export const savedRecipeSchema = z.object({ id: recipeIdSchema, recipe: stepRecipeSchema });
export type SavedRecipe = z.infer<typeof savedRecipeSchema>;

/** Runs of the steps are called `<id>-1`, `<id>-2`, …; their ids have 64 characters at most. */
export const recipeRunIdSchema = z.string().regex(/^[A-Za-z0-9_-]{8,60}$/);

/** `paused`: waits for the person. `stopped`: can be continued, once the cause is dealt with. */
export const recipeStateSchema = z.enum(['running', 'paused', 'stopped', 'done']);

const stepRunSchema = z.object({
  /** The run of the step; there is none before it begins. */
  runId: runIdSchema,
  state: z.enum(['waiting', ...recipeStateSchema.options]),
  /** Different values that the step before has for it; null while nobody knows. */
  found: z.number().nullable(),
  /** Those that are asked. */
  inputs: z.number().nullable(),
  rows: z.number(),
  calls: z.number(),
  /** Inputs that failed. */
  failed: z.number(),
});
export type StepRun = z.infer<typeof stepRunSchema>;

/** A recipe being run, or that was. */
export const recipeRunSchema = z.object({
  id: recipeRunIdSchema,
  /** With the values that were asked for. */
  recipe: stepRecipeSchema,
  startedAt: z.string(),
  /** Calls that all steps together never exceed, retries included. */
  maxCalls: z.number(),
  /** Requests sent so far, of all steps. */
  calls: z.number(),
  state: recipeStateSchema,
  /** Why it stopped, or ended before its last step: in sentences. */
  why: z.string().nullable(),
  /** One for each step of the recipe. */
  steps: z.array(stepRunSchema),
});
export type RecipeRun = z.infer<typeof recipeRunSchema>;
