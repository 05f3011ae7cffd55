/**
 * What the window remembers of each run, tab, view and service until that goes: one store, and one way
 * to forget. It begins with the id of its owner; that of a view (`viewKey`) begins with its run's.
 */
import { create } from 'zustand';
import { without } from './app.ts';

type All = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const useAll = create<All>()(() => ({}));

/** One thing that is remembered of each. */
interface Kept<T> {
  use: <Part>(id: string, part: (value: T) => Part) => Part;
  of: (id: string) => T;
  change: (id: string, change: Partial<T>) => void;
}

/**
 * @param name unique among all that is kept. @param empty what is known at first. @param most of how many
 * it is kept at most: those that changed last.
 */
export function kept<T extends object>(name: string, empty: T, most = Infinity): Kept<T> {
  // What has a name always has the same type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const valueIn = (all: All, id: string): T => (all[id]?.[name] ?? empty) as T;
  const of = (id: string): T => valueIn(useAll.getState(), id);
  return {
    use: (id, part) => useAll((all) => part(valueIn(all, id))),
    of,
    change: (id, change) => {
      const { [id]: before, ...others } = useAll.getState();
      const changed = { ...before, [name]: { ...of(id), ...change } };
      const having = Object.keys(others).filter((other) => name in (others[other] ?? {}));
      const [oldest = ''] = having.length < most ? [] : having;
      useAll.setState({ ...without(others, oldest), [id]: changed }, true);
    },
  };
}

const maps: Map<string, unknown>[] = [];

/** Returns a map of what is remembered by id and never on screen by itself. */
export function keptMap<T>(): Map<string, T> {
  const map = new Map<string, T>();
  maps.push(map);
  return map;
}

const belongsTo = (id: string, owner: string): boolean =>
  id === owner || id.startsWith(`${owner}/`);

/** Discards what is kept of a run, tab or service. */
export function forgetKept(owner: string): void {
  for (const map of maps) for (const id of map.keys()) if (belongsTo(id, owner)) map.delete(id);
  const others = Object.entries(useAll.getState()).filter(([id]) => !belongsTo(id, owner));
  useAll.setState(Object.fromEntries(others), true);
}
