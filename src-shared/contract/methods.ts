/**
 * The single map of methods between the window and main, assembled from those of each area. A method is
 * data: the schema of its input and the type of its reply. The dispatcher parses the input, calls the
 * handler and replies with a Result; there is no other way in.
 */
import type { z } from 'zod';
import { accountMethods } from './methods/account.ts';
import { appMethods } from './methods/app.ts';
import { derivedMethods } from './methods/derived.ts';
import { descriptionMethods } from './methods/description.ts';
import { exportsMethods } from './methods/exports.ts';
import { listsMethods } from './methods/lists.ts';
import { projectMethods } from './methods/project.ts';
import { recipesMethods } from './methods/recipes.ts';
import { requestMethods } from './methods/request.ts';
import { rowsMethods } from './methods/rows.ts';
import { runsMethods } from './methods/runs.ts';

export const methods = {
  ...appMethods,
  ...accountMethods,
  ...descriptionMethods,
  ...runsMethods,
  ...listsMethods,
  ...derivedMethods,
  ...rowsMethods,
  ...exportsMethods,
  ...recipesMethods,
  ...requestMethods,
  ...projectMethods,
} as const;

interface Method {
  input: z.ZodType;
  output: z.ZodType;
  /** Whether it may send metered calls; `ifAgreed`: only with `metered` in its input. */
  metered?: 'always' | 'ifAgreed';
  /**
   * Sent even while the page is being left, since the person assumes it is done. Not for methods that
   * ask the service for data: a person who leaves doesn't wait for it, and it may cost.
   */
  outlivesPage?: boolean;
}

/** A method's facts: they are needed when its handler, or main itself, gave no answer. */
export const methodOf = (name: MethodName): Method => methods[name];

/** Whether a call of the method may have sent metered calls, as far as is known without its answer. */
export function mayCount(method: MethodName, input: object): boolean {
  const { metered } = methodOf(method);
  return (
    metered === 'always' || (metered === 'ifAgreed' && 'metered' in input && input.metered === true)
  );
}

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type MethodInput<M extends MethodName> = z.input<Methods[M]['input']>;
export type MethodOutput<M extends MethodName> = z.output<Methods[M]['output']>;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}
