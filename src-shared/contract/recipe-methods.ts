/** Methods about recipes in the data folder: kept, run step by step, and repeated by the program itself. */
import { z } from 'zod';
import { done, nothing, reply } from './data-methods.ts';
import {
  recipeCallsSchema,
  recipeIdSchema,
  recipeRunIdSchema,
  savedRecipeSchema,
  savingSchema,
  startedRecipeSchema,
} from './recipe.ts';
import type { RecipeRun, SavedRecipe, StepRecipe } from './recipe.ts';
import { askedRepeatSchema, repeatIdSchema, whenSchema } from './repeat.ts';
import type { ShownRepeat } from './repeat.ts';
import { runIdSchema } from './run.ts';

const oneRecipe = z.strictObject({ id: recipeIdSchema });
const oneRecipeRun = z.strictObject({ id: recipeRunIdSchema });
const oneRepeat = z.strictObject({ id: repeatIdSchema });

export const recipeMethods = {
  /** Lists saved recipes by name, and their runs, latest first. */
  'recipe.list': {
    input: nothing,
    output: reply<{
      recipes: SavedRecipe[];
      runs: RecipeRun[];
      /** Which files were left out, in sentences. */
      notices: string[];
    }>(),
  },

  /** Saves a recipe, replacing the one with this id. Values that the recipe asks for are omitted. */
  'recipe.save': { input: savedRecipeSchema.strict(), output: reply<SavedRecipe>() },

  'recipe.delete': { input: oneRecipe, output: done },

  /**
   * Creates a recipe from a run and from those that its list is from. It asks for values that may name
   * people. Saves nothing.
   */
  'recipe.fromRun': {
    input: z.strictObject({ runId: runIdSchema }),
    output: reply<{
      recipe: StepRecipe;
      /** The same with its days counted back from when each run was asked; null: they can’t be. */
      moving: StepRecipe | null;
      /** How it differs from what the runs did, in sentences. */
      notices: string[];
    }>(),
  },

  /**
   * Starts the first step of a recipe, with the requested values filled in. Replies at once;
   * `recipe.changed` reports progress. Repeating the call with the same id changes nothing. If something is to be
   * saved, main first asks for a folder: without one, nothing starts.
   */
  'recipe.start': {
    input: z.strictObject({
      id: recipeRunIdSchema,
      recipe: startedRecipeSchema,
      maxCalls: recipeCallsSchema,
      /** The inputs of the first step (`list.check`), if they aren't among its values. */
      listId: z.string().max(100).nullable().default(null),
      saving: savingSchema.default({ media: false, dataset: false }),
    }),
    output: reply<RecipeRun>(),
  },

  /**
   * Starts the next step, or continues the one that stopped: its waiting inputs, then once those that
   * had failed.
   */
  'recipe.continue': {
    input: z.strictObject({
      id: recipeRunIdSchema,
      /** For the whole recipe, including previous calls. */
      maxCalls: recipeCallsSchema,
      /** Retries the failed inputs of the latest step even if it is done. */
      failed: z.boolean().default(false),
    }),
    output: reply<RecipeRun>(),
  },

  'recipe.stop': { input: oneRecipeRun, output: reply<RecipeRun>() },

  /** Removes it from the list; its runs remain. */
  'recipe.forget': { input: oneRecipeRun, output: done },

  // Methods about recipes that the program runs by itself. `repeat.changed` reports what becomes of them.

  /** Lists repeats by name. */
  'repeat.list': {
    input: nothing,
    output: reply<{
      repeats: ShownRepeat[];
      /** Which files were left out, in sentences. */
      notices: string[];
    }>(),
  },

  /** Returns the next three dates; none for *when the program starts*. */
  'repeat.dates': {
    input: z.strictObject({ when: whenSchema }),
    output: reply<{ dates: string[] }>(),
  },

  /**
   * Saves a repeat and turns it on. One with this id is changed, and keeps its times if its questions are the same.
   * Sends nothing. Asks for a folder as `recipe.start` does, unless the repeat has one.
   */
  'repeat.save': { input: askedRepeatSchema, output: reply<ShownRepeat>() },

  /** Pauses a repeat, or turns it on again: dates that passed meanwhile aren't due. */
  'repeat.pause': {
    input: oneRepeat.extend({ paused: z.boolean() }),
    output: reply<ShownRepeat>(),
  },

  /** Runs it now: for the date that was missed, if there is one. Replies at once. */
  'repeat.run': { input: oneRepeat, output: reply<ShownRepeat>() },

  /** Leaves out the date that was missed. */
  'repeat.skip': { input: oneRepeat, output: reply<ShownRepeat>() },

  /** The person has seen what it got. */
  'repeat.see': { input: oneRepeat, output: reply<ShownRepeat>() },

  /** Stops repeating. What its times got remains. */
  'repeat.remove': { input: oneRepeat, output: done },
} as const;
