/** Metered requests under way by key: services of this kind refuse a second one at a time. */
import type { HttpBindings } from '@hono/node-server';

export interface UnderWay {
  /** From now until it is answered or whoever asked has hung up. */
  add: (key: string, request: HttpBindings) => void;
  /** Most that were under way at the same moment with the same key. */
  most: () => number;
}

export function createUnderWay(): UnderWay {
  const counts = new Map<string, number>();
  let most = 0;
  const change = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    counts.set(key, count);
    most = Math.max(most, count);
  };
  return {
    add: (key, { incoming, outgoing }) => {
      change(key, 1);
      let over = false;
      const end = (): void => {
        if (over) return;
        over = true;
        incoming.socket.off('end', end);
        change(key, -1);
      };
      outgoing.once('finish', end);
      outgoing.once('close', end);
      incoming.socket.once('end', end);
    },
    most: () => most,
  };
}
