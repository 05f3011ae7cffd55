/** Long work at once, cut into pieces that nobody notices. */
import { setImmediate } from 'node:timers/promises';

/** Half a frame: whoever waits for an answer meanwhile has it in the same one. */
const pieceMs = 8;

/** To be awaited again and again; lets others run when the work has gone on for a piece. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < pieceMs ? undefined : rest());
}
