/** The preset that was last saved with, as long as the window is open. */
import { firstUsual, type UsualChoices } from './choices.ts';

let usual = firstUsual;

export const usualChoices = (): UsualChoices => usual;

export function rememberUsual({ presetId, format, methods }: UsualChoices): void {
  usual = { presetId, format, methods };
}
