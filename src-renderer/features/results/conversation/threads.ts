/** The rows of conversations on screen: what is folded, and where keys lead. Pure. Rows are positions in the view. */
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { sentValue } from '#shared/query/values.ts';
import { depthIn, type Thread, type ThreadRows } from '#shared/contract/view.ts';

/**
 * Returns how a resource's items answer each other, the earliest first; undefined if they don't. `endpoint`,
 * `query`: the question that they answer.
 */
export function threadOf(
  resource: Resource | null,
  endpoint: Endpoint | null,
  query: Query,
): Thread | undefined {
  if (resource?.conversation === undefined) return undefined;
  const { id, identity, fields, conversation } = resource;
  const { answers, about, prefixes } = conversation;
  const known = new Set([identity, about, ...answers]);
  const asked = (endpoint?.parameters ?? []).flatMap((parameter) =>
    parameter.takes.some((taken) => taken.resource === id && known.has(taken.field))
      ? (sentValue(parameter, query) ?? [])
      : [],
  );
  const by = fields.find(({ meaning, usual }) => meaning === 'date' && usual)?.name ?? null;
  return { identity, answers, about, prefixes, asked, by };
}

/** By row. */
export interface Threads extends ThreadRows {
  /** The row that it is below; −1 for the first of a thread. */
  parents: Int32Array;
  /** The row after all those below it. */
  ends: Uint32Array;
  /** Its place among the rows that answer the same, from 1, and how many of these there are. */
  places: Uint32Array;
  sizes: Uint32Array;
}

export function readThreads({ numbers, levels }: ThreadRows): Threads {
  const { length } = levels;
  const parents = new Int32Array(length).fill(-1);
  const ends = new Uint32Array(length);
  const [places, sizes] = [new Uint32Array(length), new Uint32Array(length)];
  /** From the first of the thread to the row above; of each, what is directly below it; before them, all firsts. */
  const above: number[] = [];
  const below: number[][] = [[]];
  const close = (depth: number, at: number): void => {
    while (above.length > depth) {
      ends[above.pop()!] = at;
      const siblings = below.pop()!;
      for (const one of siblings) sizes[one] = siblings.length;
    }
  };
  for (let row = 0; row < length; row++) {
    const depth = depthIn(levels[row]!);
    close(depth, row);
    parents[row] = above.at(-1) ?? -1;
    places[row] = below.at(-1)!.push(row);
    above.push(row);
    below.push([]);
  }
  close(0, length);
  for (const one of below[0]!) sizes[one] = below[0]!.length;
  return { numbers, levels, parents, ends, places, sizes };
}

/** How many rows are below it. */
export const belowOf = ({ ends }: Threads, row: number): number => ends[row]! - row - 1;

/** Returns the rows that are shown, in order. `folded`: their numbers in the run. */
export function shownRows({ numbers, ends }: Threads, folded: ReadonlySet<number>): Uint32Array {
  const shown = new Uint32Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length;) {
    shown[count++] = row;
    row = folded.has(numbers[row]!) ? ends[row]! : row + 1;
  }
  return shown.subarray(0, count);
}

/** Returns the line of a row, or of the folded one that it is below. */
export function lineOf(shown: Uint32Array, row: number): number {
  let [low, high] = [0, shown.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shown[middle]! <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the rows above it, the nearest first. */
export function rowsAbove({ parents }: Threads, row: number): number[] {
  const all: number[] = [];
  for (let at = parents[row]!; at >= 0; at = parents[at]!) all.push(at);
  return all;
}

type KeyAct = { kind: 'go' | 'fold' | 'unfold'; row: number };

/** Returns what a key does at a row; null if it isn't for the tree. */
export function treeKey(
  key: string,
  row: number,
  of: { threads: Threads; shown: Uint32Array; folded: ReadonlySet<number>; pageRows: number },
): KeyAct | null {
  const { threads, shown, folded, pageRows } = of;
  const line = lineOf(shown, row);
  const goTo = (to: number): KeyAct => {
    const last = shown.length - 1;
    return { kind: 'go', row: shown[Math.max(0, Math.min(last, to))] ?? 0 };
  };
  const isFolded = folded.has(threads.numbers[row] ?? -1);
  const hasBelow = belowOf(threads, row) > 0;
  switch (key) {
    case 'ArrowUp':
      return goTo(line - 1);
    case 'ArrowDown':
      return goTo(line + 1);
    case 'PageUp':
      return goTo(line - pageRows);
    case 'PageDown':
      return goTo(line + pageRows);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(shown.length - 1);
    case 'ArrowRight':
      if (!hasBelow) return { kind: 'go', row };
      return isFolded ? { kind: 'unfold', row } : { kind: 'go', row: row + 1 };
    case 'ArrowLeft':
      if (hasBelow && !isFolded) return { kind: 'fold', row };
      return { kind: 'go', row: rowsAbove(threads, row)[0] ?? row };
    default:
      return null;
  }
}
