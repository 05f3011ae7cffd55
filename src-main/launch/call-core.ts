/** Calls the core from this side of the contract, where no window does. */
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Core } from '../core/core.ts';
import { ProblemError } from '../core/problem-error.ts';

export type Call = <M extends MethodName>(
  method: M,
  input: MethodInput<M>,
) => Promise<MethodOutput<M>>;

/** Returns a function that calls a method and returns its value, or throws a ProblemError. */
export const callerOf =
  (core: Core): Call =>
  async (method, input) => {
    const result = await core.call(method, input);
    if (!result.ok) throw new ProblemError(result.error);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its handler has this type
    return result.value as MethodOutput<typeof method>;
  };
