/** Projects: listed, created, opened, copied. Opening another project reloads the window. */
import type { MethodInput, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { host } from '../host/index.ts';
import { pageAddress } from './app.ts';
import { open, type Open } from './open.ts';
import { dropPendingWorkspace, saveWorkspace } from './workspace.ts';

export type ProjectQuestion = Extract<MethodOutput<'project.open'>, { kind: 'ask' }>;
export type SavedCopy = Extract<MethodOutput<'project.copy'>, { kind: 'copied' }>;
export type Created = MethodOutput<'project.create'>;

export const projectName = (title: string): string => (title === '' ? 'Untitled project' : title);

export const showProjectDialog = (project: Open['project']): void => open({ project });

/** Opens a project; any result other than a problem, `ask` or `cancelled` reloads the window. */
export async function openProject(
  input: MethodInput<'project.open'>,
): Promise<Result<MethodOutput<'project.open'>>> {
  await saveWorkspace();
  return thenReload(await host.call('project.open', input));
}

export async function createProject(
  input: MethodInput<'project.create'>,
): Promise<Result<Created>> {
  await saveWorkspace();
  return thenReload(await host.call('project.create', input));
}

export async function copyProject(title: string): Promise<Result<MethodOutput<'project.copy'>>> {
  // The copy includes what is on screen.
  await saveWorkspace();
  return host.call('project.copy', { title });
}

function thenReload<T extends { kind: string }>(result: Result<T>): Result<T> {
  // The event reports it too, but may not have arrived yet.
  if (result.ok && result.value.kind === 'opened') reloadForProject();
  return result;
}

/** Reloads the window: its tabs, rows and lists belong to the previous project. */
export function reloadForProject(): void {
  dropPendingWorkspace();
  window.history.replaceState(null, '', pageAddress('explore'));
  window.location.reload();
}
