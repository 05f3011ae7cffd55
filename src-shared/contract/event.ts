/** What the main process sends to the window unasked. */
import type { Run } from './run.ts';
import type { CallCounts } from './snapshot.ts';
import type { ServiceProfileReply } from './description.ts';
import type { Export } from './export/export.ts';
import type { RecipeRun } from './recipe.ts';
import type { ShownRepeat } from './repeat.ts';

/** Pages of the sidebar, which the desktop program's menu opens. */
export const pageNames = [
  'explore',
  'history',
  'recipes',
  'account',
  'status',
  'settings',
] as const;
export type SidebarPage = (typeof pageNames)[number];

/** Other commands of that menu. */
export const menuCommands = [
  'newTab',
  'closeTab',
  'reopenTab',
  'showCommands',
  'showProjects',
  'openFile',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

export type AppEvent =
  | { kind: 'run.changed'; run: Run }
  | { kind: 'calls.changed'; calls: CallCounts }
  /** Names or endpoints of the current service changed, or its description is being read. */
  | (ServiceProfileReply & { kind: 'description.changed' })
  | { kind: 'export.changed'; export: Export }
  | { kind: 'recipe.changed'; run: RecipeRun }
  | { kind: 'repeat.changed'; repeat: ShownRepeat }
  /** The person opened a file with the program; `open.take` returns it. */
  | { kind: 'file.given' }
  /** The share of a file that is read into a run, from 0 to 1. */
  | { kind: 'open.progress'; runId: string; share: number }
  /** Another project was opened. The window shows the previous one, so it reloads. */
  | { kind: 'project.opened' }
  /** A service was chosen. Windows that show another one would ask, and give keys to, this one. */
  | { kind: 'service.chosen'; profileId: string }
  /** The person chose a page in the desktop program's menu. */
  | { kind: 'page.chosen'; page: (typeof pageNames)[number] }
  /** The person chose another command in that menu. */
  | { kind: 'menu.chosen'; command: (typeof menuCommands)[number] };

/**
 * `window.explorer`, provided to the page by Electron's preload. Main is built together with the page,
 * so the page's host recognises results without parsing them a second time.
 */
export interface ExplorerBridge {
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (event: AppEvent) => void) => () => void;
}
