/**
 * What whoever sends a call needs to know of its method. Apart from the methods, whose schemas main alone needs:
 * building them took a third of the time until the window could start.
 */
import type { MethodName } from './methods.ts';

/**
 * Sent even while the page is being left, since the person assumes it is done. Not those that ask the service
 * for data: a person who leaves doesn't wait for it, and it may cost.
 */
const outliving: ReadonlySet<MethodName> = new Set([
  'workspace.save',
  'preferences.save',
  'service.choose',
  'credential.add',
  'credential.replace',
  'credential.use',
  'credential.rename',
  'credential.remove',
  'correction.set',
  'correction.reset',
  'run.stop',
  'history.describe',
  'history.remove',
  'history.restore',
  'codes.change',
  'codes.set',
  'codes.take',
  'codes.undo',
]);

/** May send metered calls; `ifAgreed`: only with `metered` in the input. */
const metered: Partial<Record<MethodName, 'always' | 'ifAgreed'>> = {
  'run.start': 'always',
  'run.next': 'always',
  'recipe.start': 'always',
  'recipe.continue': 'always',
  'repeat.run': 'always',
  'request.send': 'ifAgreed',
};

export const outlivesPage = (method: MethodName): boolean => outliving.has(method);

/** Whether a call of the method may have sent metered calls, as far as is known without its answer. */
export function mayCount(method: MethodName, input: object): boolean {
  const when = metered[method];
  return when === 'always' || (when === 'ifAgreed' && 'metered' in input && input.metered === true);
}
