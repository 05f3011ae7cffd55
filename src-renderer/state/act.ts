/**
 * Calls of main by name, as the contract describes them (`#shared/contract`): `act` asks for a change, `call` for an
 * answer. Whatever the window does besides has a function of its own.
 */
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { host } from '../host/index.ts';
import { changeSnapshot, rememberRun } from './app.ts';
import { problemOf } from './asked.ts';
import { takeServiceProfile } from './description.ts';
import { adoptSnapshot } from './profile.ts';
import { takeReply } from './runs.ts';
import { dropRecipeRun, dropRepeat, loadRecipes, takeRepeat } from './recipes.ts';

type Take<M extends MethodName> = (reply: MethodOutput<M>, asked: MethodInput<M>) => unknown;

/** What the window takes from a reply; other changes are reported by events, or aren't on screen. */
const taking: { readonly [M in MethodName]?: Take<M> } = {
  'run.next': takeReply,
  'run.showAll': takeReply,
  'run.trySavingAgain': takeReply,
  'run.stop': ({ run }) => rememberRun(run),
  'trial.get': adoptSnapshot,
  'credential.add': adoptSnapshot,
  'credential.replace': adoptSnapshot,
  'credential.use': adoptSnapshot,
  'credential.rename': adoptSnapshot,
  'credential.remove': adoptSnapshot,
  'credential.retry': adoptSnapshot,
  'background.save': (background) => changeSnapshot(() => ({ background })),
  'project.save': ({ title }) =>
    changeSnapshot(({ project }) => ({ project: { ...project, title } })),
  'description.ask': takeServiceProfile,
  'description.forget': takeServiceProfile,
  'correction.set': takeServiceProfile,
  'correction.reset': takeServiceProfile,
  'recipe.save': loadRecipes,
  'recipe.delete': loadRecipes,
  'recipe.forget': (_reply, { id }) => dropRecipeRun(id),
  'repeat.save': takeRepeat,
  'repeat.pause': takeRepeat,
  'repeat.run': takeRepeat,
  'repeat.skip': takeRepeat,
  'repeat.remove': (_reply, { id }) => dropRepeat(id),
};

/** Asks for a change. Returns why it was not made; null: it was, and the window shows it. */
export const act = <M extends MethodName>(
  method: M,
  input: MethodInput<M>,
): Promise<Problem | null> =>
  problemOf(host.call(method, input), (reply) => taking[method]?.(reply, input));

export const call = <M extends MethodName>(
  method: M,
  input: MethodInput<M>,
): Promise<Result<MethodOutput<M>>> => host.call(method, input);
