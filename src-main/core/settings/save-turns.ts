/** The order of a window's saves, whatever the order in which they arrive. */
import type { SaveTurn } from '#shared/contract/snapshot.ts';

export interface SaveTurns {
  /** Takes a save in; false when a later one of its window was there before it. */
  take(turn: SaveTurn): boolean;
  /** Resolves when that save, or a later one of its window, was taken in; or after a while. */
  taken(turn: SaveTurn): Promise<void>;
}

/** A window leaves its last number behind at each reload; nobody asks for older ones. */
const mostWindows = 100;

export function createSaveTurns(patienceMs = 2000): SaveTurns {
  const latest = new Map<string, number>();
  const waiting = new Set<() => void>();
  const isThere = ({ window, number }: SaveTurn): boolean => (latest.get(window) ?? -1) >= number;
  return {
    take(turn) {
      if (isThere(turn)) return false;
      latest.delete(turn.window);
      latest.set(turn.window, turn.number);
      const [oldest] = latest.keys();
      if (latest.size > mostWindows && oldest !== undefined) latest.delete(oldest);
      for (const look of waiting) look();
      return true;
    },
    taken: (turn) =>
      new Promise((resolve) => {
        if (isThere(turn)) return resolve();
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const look = (): void => {
          if (isThere(turn)) end();
        };
        const timer = setTimeout(end, patienceMs);
        waiting.add(look);
      }),
  };
}
