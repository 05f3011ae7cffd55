/** What main sends to the window unasked. */
import { z } from 'zod';
import { exportSchema } from './export/export.ts';
import { menuCommands, pageNames } from './menu.ts';
import { recipeRunSchema } from './recipe.ts';
import { runSchema } from './run.ts';
import { serviceProfileReplySchema } from './description.ts';
import { callCountsSchema } from './snapshot.ts';
import { troubleSchema } from './service.ts';

export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run.changed'), run: runSchema }),
  z.object({ kind: z.literal('calls.changed'), calls: callCountsSchema }),
  /** Of the service in use. */
  z.object({ kind: z.literal('trouble.changed'), trouble: z.array(troubleSchema) }),
  /** Names or endpoints changed, or the description is being read: of the service in use. */
  z.object({ kind: z.literal('description.changed'), ...serviceProfileReplySchema.shape }),
  z.object({ kind: z.literal('export.changed'), export: exportSchema }),
  z.object({ kind: z.literal('recipe.changed'), run: recipeRunSchema }),
  /** The person opened a file with the program; `recipe.take` has it. */
  z.object({ kind: z.literal('recipe.given') }),
  /** Another project is open: what the window shows is of the one before, so it reloads. */
  z.object({ kind: z.literal('project.opened') }),
  /** The person chose a page elsewhere: in the desktop program's menu. */
  z.object({ kind: z.literal('page.chosen'), page: z.enum(pageNames) }),
  /** The person chose something else in that menu. */
  z.object({ kind: z.literal('menu.chosen'), command: z.enum(menuCommands) }),
]);
export type AppEvent = z.infer<typeof eventSchema>;

/**
 * `window.explorer`: what Electron's preload puts before the page. Main is built together with
 * the page, so the page's host recognises results and does not parse them a second time.
 */
export interface ExplorerBridge {
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (event: AppEvent) => void) => () => void;
}
