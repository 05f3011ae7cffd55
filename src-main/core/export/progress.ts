/** How an export gets on, as the window is told. */
import type { ExportState } from '#shared/export/export.ts';

export interface Progress {
  writing(told: { rows: number | null; bytes: number }): void;
  finishing(bytes: number, of: number): void;
}

/** `now` in milliseconds. */
export function createProgress(
  tell: (state: ExportState) => void,
  now: () => number = () => performance.now(),
): Progress {
  let phase: ExportState['kind'] | null = null;
  let since = 0;
  const rate = (kind: ExportState['kind'], bytes: number): number => {
    if (phase !== kind) {
      phase = kind;
      since = now();
    }
    const seconds = (now() - since) / 1000;
    return seconds > 0 ? Math.round(bytes / seconds) : 0;
  };
  return {
    writing: ({ rows, bytes }) =>
      tell({ kind: 'writing', rows, bytes, bytesPerSecond: rate('writing', bytes) }),
    finishing: (bytes, of) =>
      tell({ kind: 'finishing', bytes, of, bytesPerSecond: rate('finishing', bytes) }),
  };
}
