/** A workspace from its file: what this version can't read of it costs nothing else. */
import { emptyWorkspace, tabSchema, workspaceSchema } from '#shared/contract/snapshot.ts';
import type { Workspace } from '#shared/contract/snapshot.ts';

/** `isWhole`: everything that was there is in it. */
export interface ReadWorkspace {
  workspace: Workspace;
  isWhole: boolean;
}

/** Member by member, and tab by tab: a newer version may know filters that this one doesn't. */
export function readWorkspace(content: unknown): ReadWorkspace {
  const whole = workspaceSchema.safeParse(content);
  if (whole.success) return { workspace: whole.data, isWhole: true };
  // There is none yet.
  if (content === null) return { workspace: emptyWorkspace, isWhole: true };
  const known = new Map(Object.entries(content ?? {}));
  const sound = Object.entries(workspaceSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(name === 'tabs' ? soundTabs(known.get(name)) : known.get(name));
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const workspace = workspaceSchema.parse({ ...emptyWorkspace, ...Object.fromEntries(sound) });
  const isOpen = workspace.tabs.some(({ id }) => id === workspace.activeTab);
  return {
    workspace: { ...workspace, activeTab: isOpen ? workspace.activeTab : null },
    isWhole: false,
  };
}

const soundTabs = (tabs: unknown): unknown[] =>
  Array.isArray(tabs) ? tabs.filter((tab) => tabSchema.safeParse(tab).success) : [];
