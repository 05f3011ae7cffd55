/** The visible rule for what does not exist (README, "Worth knowing"). */
import { missingEnding } from './data/ids.ts';

const nobody = 'nobody_here';

/** Whether something with this id or name exists. */
export function exists(idOrName: string): boolean {
  return !idOrName.endsWith(missingEnding) && idOrName.toLowerCase() !== nobody;
}
