/**
 * Allows one metered call in flight per credential: services of this kind refuse concurrent calls, and
 * nobody should pay twice. Runs take turns; a first page never waits behind a long run.
 */

interface Waiting {
  first: boolean;
  begin: () => void;
}

export interface Turns {
  /**
   * Resolves at this caller's turn with the function that releases it, to be called once; null when
   * `signal` was aborted before. `first`: it is for a first page, which goes ahead of others.
   */
  take(credential: string, first: boolean, signal: AbortSignal): Promise<(() => void) | null>;
  /** Whether a caller would have to wait. */
  busy(credential: string): boolean;
}

export function createTurns(): Turns {
  /** For each credential in use, who waits for it. */
  const lines = new Map<string, Waiting[]>();

  const release = (credential: string, line: Waiting[]): void => {
    const next = line.findIndex((waiting) => waiting.first);
    const [waiting] = line.splice(Math.max(0, next), 1);
    if (waiting === undefined) lines.delete(credential);
    else waiting.begin();
  };

  return {
    busy: (credential) => lines.has(credential),

    take(credential, first, signal) {
      if (signal.aborted) return Promise.resolve(null);
      const line = lines.get(credential);
      if (line === undefined) {
        const own: Waiting[] = [];
        lines.set(credential, own);
        return Promise.resolve(() => release(credential, own));
      }
      return new Promise((resolve) => {
        const waiting: Waiting = {
          first,
          begin: () => {
            signal.removeEventListener('abort', leave);
            resolve(() => release(credential, line));
          },
        };
        const leave = (): void => {
          line.splice(line.indexOf(waiting), 1);
          resolve(null);
        };
        signal.addEventListener('abort', leave, { once: true });
        line.push(waiting);
      });
    },
  };
}
