/** Which of two reports on a run is the newer one. Events and replies travel apart and cross. */
import type { Run } from '#shared/contract/run.ts';

/** Whether `next` may replace `known`. Of the same revision, both say the same. */
export function isNewer(known: Run, next: Run): boolean {
  return next.revision >= known.revision;
}
