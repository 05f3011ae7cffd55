/**
 * Allows one metered call in flight per credential: services of this kind refuse concurrent calls, and
 * nobody should pay twice. Runs take turns; a first page never waits behind a long run.
 */

interface Waiting {
  first: boolean;
  begin: () => void;
}

interface Line {
  waiting: Waiting[];
}

export interface Turns {
  /**
   * Resolves at this caller's turn with the function that releases it; null when `signal` was aborted
   * before. `first`: it is for a first page, which goes ahead of others.
   */
  take(credential: string, first: boolean, signal: AbortSignal): Promise<(() => void) | null>;
  /** Whether a caller would have to wait. */
  busy(credential: string): boolean;
}

export function createTurns(): Turns {
  const lines = new Map<string, Line>();

  const release = (credential: string, line: Line): void => {
    const next = line.waiting.findIndex((waiting) => waiting.first);
    const [waiting] = line.waiting.splice(Math.max(0, next), 1);
    if (waiting !== undefined) {
      waiting.begin();
    } else {
      lines.delete(credential);
    }
  };

  return {
    busy: (credential) => lines.has(credential),

    take(credential, first, signal) {
      if (signal.aborted) return Promise.resolve(null);
      const line = lines.get(credential);
      if (line === undefined) {
        const own: Line = { waiting: [] };
        lines.set(credential, own);
        return Promise.resolve(once(() => release(credential, own)));
      }
      return new Promise((resolve) => {
        const waiting: Waiting = {
          first,
          begin: () => {
            signal.removeEventListener('abort', leave);
            resolve(once(() => release(credential, line)));
          },
        };
        const leave = (): void => {
          line.waiting.splice(line.waiting.indexOf(waiting), 1);
          resolve(null);
        };
        signal.addEventListener('abort', leave, { once: true });
        line.waiting.push(waiting);
      });
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
