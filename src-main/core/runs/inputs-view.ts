/** The inputs of a list as a table: filtered, sorted, one window at a time. */
import type { Input, InputsView } from '#shared/contract/list.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { InputList } from './input-list.ts';

/** Returns the inputs `offset … offset + count - 1` of a view. */
export async function inputsWindow(
  list: InputList,
  view: InputsView,
  offset: number,
  count: number,
): Promise<{ total: number; inputs: Input[] }> {
  const numbers = numbersIn(list, view);
  const part = numbers.slice(offset, offset + count);
  return { total: numbers.length, inputs: await Promise.all(part.map((n) => inputOf(list, n))) };
}

interface Sorted {
  view: string;
  revision: number;
  numbers: number[];
}

/** The latest view of each list, cached because scrolling requests many windows of it. */
const latest = new WeakMap<InputList, Sorted>();

function numbersIn(list: InputList, view: InputsView): number[] {
  const { revision } = list;
  const asked = JSON.stringify(view);
  const known = latest.get(list);
  if (known?.view === asked && known.revision === revision) return known.numbers;
  const numbers = numbersOf(list, view);
  latest.set(list, { view: asked, revision, numbers });
  return numbers;
}

function numbersOf(list: InputList, { statuses, search, order, descending }: InputsView): number[] {
  const { inputs } = list;
  const shown = statuses && new Set(statuses);
  const needle = search.trim().toLowerCase();
  const numbers: number[] = [];
  for (let n = 0; n < inputs.list.count; n++) {
    if (shown !== null && !shown.has(list.statusOf(n))) continue;
    if (needle !== '' && !inputs.text(n).toLowerCase().includes(needle)) continue;
    numbers.push(n);
  }
  const sign = descending ? -1 : 1;
  if (order === 'text') {
    const { compare } = new Intl.Collator('en', { numeric: true });
    return numbers.toSorted((a, b) => sign * compare(inputs.text(a), inputs.text(b)));
  }
  const keyOf = keysOf[order];
  const keys = new Map(numbers.map((n) => [n, keyOf(list, n)]));
  return numbers.toSorted((a, b) => sign * ((keys.get(a) ?? 0) - (keys.get(b) ?? 0)) || a - b);
}

const keysOf: Record<
  Exclude<InputsView['order'], 'text'>,
  (list: InputList, n: number) => number
> = {
  number: (_, n) => n,
  status: (list, n) => inputStatusSchema.options.indexOf(list.statusOf(n)),
  calls: (list, n) => list.callsOf(n),
  pages: (list, n) => list.pagesOf(n).length,
  rows: (list, n) => list.rowsOf(n),
};

const inputOf = async (list: InputList, n: number): Promise<Input> => ({
  number: n,
  text: list.inputs.text(n),
  status: list.statusOf(n),
  rows: list.rowsOf(n),
  pages: list.pagesOf(n).length,
  calls: list.callsOf(n),
  why: await list.whyOf(n),
  line: list.inputs.all[n]?.line ?? null,
});
