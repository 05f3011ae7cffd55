/**
 * Accounts among the inputs of lists. A row says its input in one text, which is one value or several
 * joined: each account in it gets the pseudonym that it has everywhere else.
 */
import { inputField } from '#shared/contract/list.ts';
import type { Parameter } from '#shared/catalogue/types.ts';
import type { Privacy } from '#shared/contract/export/privacy.ts';
import type { LiveRun } from '../../runs/live-run.ts';
import { inputSeparator } from '../../store/run-inputs.ts';
import type { Identifier } from './people.ts';

export const isAccount = ({ type }: Parameter): boolean => type.kind === 'text' && type.at === true;

/** An account is asked for by its username or by its number. */
export const accountKind = (value: string): 'id' | 'username' =>
  /^\d+$/.test(value) ? 'id' : 'username';

type ListedRun = Pick<LiveRun, 'list' | 'endpoint'>;

/** By value of an input of the run: whether it is an account; empty without a list. */
export function accountsInInputs({ list, endpoint }: ListedRun): boolean[] {
  const keys = list?.inputs.list.keys ?? [];
  return keys.map((wanted) =>
    endpoint.parameters.some((parameter) => parameter.key === wanted && isAccount(parameter)),
  );
}

/** The accounts that the run's list asks for. */
export function listedAccounts(run: ListedRun): string[] {
  const isAsked = accountsInInputs(run);
  if (!isAsked.includes(true)) return [];
  return (run.list?.inputs.all ?? []).flatMap(({ values }) =>
    values.filter((_, at) => isAsked[at]),
  );
}

/** The column of inputs, where they are accounts. */
export function namingInputs(runs: readonly ListedRun[]): Privacy['pseudonyms'] {
  const names = runs.some((run) => accountsInInputs(run).includes(true));
  return names ? [{ field: inputField, kind: 'username' }] : [];
}

/** Parts of an input as a row says it, and which of them are accounts. */
export class InputReader {
  /** By number of values. Two runs may differ: what is an account in one is taken for one in both. */
  readonly #shapes = new Map<number, boolean[]>();

  constructor(runs: readonly ListedRun[]) {
    for (const run of runs) {
      const shape = accountsInInputs(run);
      const known = this.#shapes.get(shape.length) ?? [];
      const both = shape.map((isOne, at) => isOne || known[at] === true);
      if (both.includes(true)) this.#shapes.set(shape.length, both);
    }
  }

  #partsOf(text: string): { parts: string[]; shape: boolean[] | undefined } {
    const parts = text.split(inputSeparator);
    const shape = this.#shapes.get(parts.length);
    return shape === undefined ? { parts: [text], shape: this.#shapes.get(1) } : { parts, shape };
  }

  /** Null where inputs are no accounts. */
  replace(text: string, change: (account: string) => string): string | null {
    if (this.#shapes.size === 0) return null;
    const { parts, shape } = this.#partsOf(text);
    // What is not as expected is replaced whole rather than shown.
    if (shape === undefined) return change(text);
    return parts.map((part, at) => (shape[at] === true ? change(part) : part)).join(inputSeparator);
  }

  accountsIn(text: string): Identifier[] {
    const { parts, shape } = this.#partsOf(text);
    return parts.flatMap((value, at) =>
      shape?.[at] === true ? [{ kind: accountKind(value), value }] : [],
    );
  }
}
