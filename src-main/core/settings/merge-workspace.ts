/**
 * Merges what one window changed into what others saved meanwhile: each window has its own copy of the
 * workspace, from the last save that main acknowledged to it. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { mostSubjects, mostTabs, type Workspace } from '#shared/contract/snapshot.ts';

/** Returns `current` with the changes from `before` to `now`; in lists, `now` determines the order. */
export function mergeWorkspace(current: Workspace, before: Workspace, now: Workspace): Workspace {
  const listOf = <K extends ListName>(name: K, keyOf: (one: Workspace[K][number]) => string) =>
    mergeLists<Workspace[K][number]>(current[name], before[name], now[name], keyOf);
  const tabs = listOf('tabs', ({ id }) => id).slice(0, mostTabs);
  const { activeTab, ...merged } = {
    ...mergeMembers(current, before, now),
    tabs,
    starred: listOf('starred', (id) => id),
    subjects: listOf('subjects', ({ platform, id }) => `${platform} ${id}`).slice(-mostSubjects),
    usualFields: mergeMembers(current.usualFields, before.usualFields, now.usualFields),
    columns: mergeMembers(current.columns, before.columns, now.columns),
  };
  // Another window may have closed it.
  return { ...merged, activeTab: tabs.some(({ id }) => id === activeTab) ? activeTab : null };
}

type ListName = 'tabs' | 'starred' | 'subjects';

/** Merges member by member; one that a window removed is gone. */
function mergeMembers<T extends object>(current: T, before: T, now: T): T {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(now));
  const changed = (name: string): boolean => !isDeepStrictEqual(was.get(name), is.get(name));
  const kept = Object.entries(current).filter(([name]) => !changed(name));
  const own = Object.entries(now).filter(([name]) => changed(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member is from one of them
  return Object.fromEntries([...kept, ...own]) as T;
}

/** Merges item by item; an item that a window added or removed is added or removed. */
function mergeLists<T extends string | object>(
  current: readonly T[],
  before: readonly T[],
  now: readonly T[],
  keyOf: (one: T) => string,
): T[] {
  const byKey = (list: readonly T[]) => new Map(list.map((one) => [keyOf(one), one]));
  const [there, was, is] = [byKey(current), byKey(before), byKey(now)];
  const own = now.flatMap((one) => {
    const [theirs, earlier] = [there.get(keyOf(one)), was.get(keyOf(one))];
    if (theirs === undefined) return isDeepStrictEqual(earlier, one) ? [] : [one];
    const isObject = typeof theirs === 'object' && typeof earlier === 'object';
    return isObject && typeof one === 'object' ? [mergeMembers(theirs, earlier, one)] : [one];
  });
  const others = current.filter((one) => !is.has(keyOf(one)) && !was.has(keyOf(one)));
  return [...own, ...others];
}
