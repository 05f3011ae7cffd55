/** The inputs of a list as a table: filtered, sorted, one window at a time. */
import { fold } from '#shared/fold.ts';
import type { Input, InputsView } from '#shared/contract/list.ts';
import { inputStatusSchema } from '#shared/contract/list.ts';
import type { InputOutcomes } from './input-outcomes.ts';

/** Returns the inputs `offset … offset + count - 1` of a view. */
export async function inputsWindow(
  outcomes: InputOutcomes,
  view: InputsView,
  offset: number,
  count: number,
): Promise<{ total: number; inputs: Input[] }> {
  const numbers = numbersIn(outcomes, view);
  const part = numbers.slice(offset, offset + count);
  return {
    total: numbers.length,
    inputs: await Promise.all(part.map((n) => inputOf(outcomes, n))),
  };
}

interface Sorted {
  view: string;
  revision: number;
  numbers: number[];
}

/** The latest view of each list, cached because scrolling requests many windows of it. */
const latest = new WeakMap<InputOutcomes, Sorted>();

function numbersIn(outcomes: InputOutcomes, view: InputsView): number[] {
  const { revision } = outcomes;
  const asked = JSON.stringify(view);
  const known = latest.get(outcomes);
  if (known?.view === asked && known.revision === revision) return known.numbers;
  const numbers = numbersOf(outcomes, view);
  latest.set(outcomes, { view: asked, revision, numbers });
  return numbers;
}

function numbersOf(
  outcomes: InputOutcomes,
  { statuses, search, order, descending }: InputsView,
): number[] {
  const { inputs } = outcomes;
  const shown = statuses && new Set(statuses);
  const needle = fold(search.trim());
  const numbers: number[] = [];
  for (let n = 0; n < inputs.list.count; n++) {
    if (shown !== null && !shown.has(outcomes.statusOf(n))) continue;
    if (needle !== '' && !fold(inputs.text(n)).includes(needle)) continue;
    numbers.push(n);
  }
  const sign = descending ? -1 : 1;
  if (order === 'text') {
    const { compare } = new Intl.Collator('en', { numeric: true });
    return numbers.toSorted((a, b) => sign * compare(inputs.text(a), inputs.text(b)));
  }
  const keyOf = keysOf[order];
  const keys = new Map(numbers.map((n) => [n, keyOf(outcomes, n)]));
  return numbers.toSorted((a, b) => sign * ((keys.get(a) ?? 0) - (keys.get(b) ?? 0)) || a - b);
}

const keysOf: Record<
  Exclude<InputsView['order'], 'text'>,
  (outcomes: InputOutcomes, n: number) => number
> = {
  number: (_, n) => n,
  status: (outcomes, n) => inputStatusSchema.options.indexOf(outcomes.statusOf(n)),
  calls: (outcomes, n) => outcomes.callsOf(n),
  pages: (outcomes, n) => outcomes.pagesOf(n).length,
  rows: (outcomes, n) => outcomes.rowsOf(n),
};

const inputOf = async (outcomes: InputOutcomes, n: number): Promise<Input> => ({
  number: n,
  text: outcomes.inputs.text(n),
  status: outcomes.statusOf(n),
  rows: outcomes.rowsOf(n),
  pages: outcomes.pagesOf(n).length,
  calls: outcomes.callsOf(n),
  why: outcomes.whyOf(n),
  line: outcomes.inputs.all[n]?.line ?? null,
});
