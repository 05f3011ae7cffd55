/** What the main process sends to the window unasked. */
import { z } from 'zod';
import { exportSchema } from './export/export.ts';
import { recipeRunSchema } from './recipe.ts';
import { runSchema } from './run.ts';
import { serviceProfileReplySchema } from './description.ts';
import { callCountsSchema } from './snapshot.ts';
import { troubleSchema } from './service.ts';

/** Pages of the sidebar, which the desktop program's menu opens. */
export const pageNames = ['explore', 'history', 'account', 'status', 'settings'] as const;
export type SidebarPage = (typeof pageNames)[number];

/** Other commands of that menu. */
export const menuCommands = [
  'newTab',
  'closeTab',
  'reopenTab',
  'showCommands',
  'showProjects',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run.changed'), run: runSchema }),
  z.object({ kind: z.literal('calls.changed'), calls: callCountsSchema }),
  /** About the current service. */
  z.object({ kind: z.literal('trouble.changed'), trouble: z.array(troubleSchema) }),
  /** Names or endpoints of the current service changed, or its description is being read. */
  z.object({ kind: z.literal('description.changed'), ...serviceProfileReplySchema.shape }),
  z.object({ kind: z.literal('export.changed'), export: exportSchema }),
  z.object({ kind: z.literal('recipe.changed'), run: recipeRunSchema }),
  /** The person opened a file with the program; `recipe.take` returns it. */
  z.object({ kind: z.literal('recipe.given') }),
  /** Another project was opened. The window shows the previous one, so it reloads. */
  z.object({ kind: z.literal('project.opened') }),
  /** A service was chosen. Windows that show another one would ask, and give keys to, this one. */
  z.object({ kind: z.literal('service.chosen'), profileId: z.string() }),
  /** The person chose a page in the desktop program's menu. */
  z.object({ kind: z.literal('page.chosen'), page: z.enum(pageNames) }),
  /** The person chose another command in that menu. */
  z.object({ kind: z.literal('menu.chosen'), command: z.enum(menuCommands) }),
]);
export type AppEvent = z.infer<typeof eventSchema>;

/**
 * `window.explorer`, provided to the page by Electron's preload. Main is built together with the page,
 * so the page's host recognises results without parsing them a second time.
 */
export interface ExplorerBridge {
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (event: AppEvent) => void) => () => void;
}
