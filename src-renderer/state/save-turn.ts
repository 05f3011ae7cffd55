/**
 * The numbers of this window's saves. A page that is reloaded may ask for the workspace before the
 * last save of the page before has reached main: it names that save, and main waits for it. The tab's
 * own storage has the number only, and only until the save is acknowledged.
 */
import { saveTurnSchema } from '#shared/contract/snapshot.ts';
import type { SaveTurn } from '#shared/contract/snapshot.ts';

const storageKey = 'explorer-last-save';
const page = crypto.randomUUID();
let last = 0;

export function nextTurn(): SaveTurn {
  last += 1;
  const turn = { window: page, number: last };
  sessionStorage.setItem(storageKey, JSON.stringify(turn));
  return turn;
}

/** The save was acknowledged: nothing need wait for it. */
export function forgetTurn({ number }: SaveTurn): void {
  if (number === last) sessionStorage.removeItem(storageKey);
}

/** The save that may still be on its way; undefined when there is none. */
export function turnOnItsWay(): SaveTurn | undefined {
  try {
    return saveTurnSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
  } catch {
    return undefined;
  }
}
