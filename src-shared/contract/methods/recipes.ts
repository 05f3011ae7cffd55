/** Methods about recipes that are kept in the data folder, and about running them. */
import { z } from 'zod';
import {
  mostRecipeCalls,
  recipeIdSchema,
  recipeRunIdSchema,
  recipeRunSchema,
  savedRecipeSchema,
  stepRecipeSchema,
} from '../recipe.ts';
import { runIdSchema } from '../run.ts';
import { savedSchema } from '../saved.ts';
import { done, nothing } from './parts.ts';

const maxCallsSchema = z.number().int().min(1).max(mostRecipeCalls);
const oneRecipe = z.strictObject({ id: recipeIdSchema });
const oneRecipeRun = z.strictObject({ id: recipeRunIdSchema });

export const recipesMethods = {
  /** Saved recipes by name, and those that were run, the latest first. */
  'recipe.list': {
    input: nothing,
    output: z.object({ recipes: z.array(savedRecipeSchema), runs: z.array(recipeRunSchema) }),
  },

  /** Saves a recipe, in the place of the one with this id. Values that are asked for are left out. */
  'recipe.save': { input: savedRecipeSchema.strict(), output: savedRecipeSchema },

  'recipe.delete': { input: oneRecipe, output: done },

  /** Saves it as a file of its own; main asks where. */
  'recipe.saveFile': { input: oneRecipe, output: savedSchema },

  /**
   * Makes a recipe of a run and of those that its list came from. Values that may name people are
   * among those asked for. Saves nothing.
   */
  'recipe.fromRun': {
    input: z.strictObject({ runId: runIdSchema }),
    output: z.object({
      recipe: stepRecipeSchema,
      /** What it does otherwise than the runs did, in sentences. */
      notices: z.array(z.string()),
    }),
  },

  /**
   * Begins the first step of a recipe, with the values that it asks for filled in. Answers at once;
   * the rest is told by `recipe.changed`. Repeating it with the same id changes nothing.
   */
  'recipe.start': {
    metered: 'always',
    input: z.strictObject({
      id: recipeRunIdSchema,
      recipe: stepRecipeSchema,
      maxCalls: maxCallsSchema,
      /** The inputs of the first step (`list.check`), where they aren't among its values. */
      listId: z.string().max(100).nullable().default(null),
    }),
    output: recipeRunSchema,
  },

  /** Begins the next step, or continues the one that stopped. */
  'recipe.continue': {
    metered: 'always',
    input: z.strictObject({
      id: recipeRunIdSchema,
      /** Of the whole recipe, calls before included. */
      maxCalls: maxCallsSchema,
      /** Asks the inputs that failed in the latest step again. */
      failed: z.boolean().default(false),
    }),
    output: recipeRunSchema,
  },

  'recipe.stop': { input: oneRecipeRun, output: recipeRunSchema },

  /** Takes it off the list; its runs stay. */
  'recipe.forget': { input: oneRecipeRun, output: done },
} as const;
