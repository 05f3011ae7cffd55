/**
 * The latest request failures, kept for support across restarts in `failures.json` of the data
 * folder: what the person read, what the service said, what was sent; never a key.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { problemSchema } from '#shared/contract/problem.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Notice } from '#shared/contract/run.ts';
import { noticesFor } from '../settings/members.ts';
import { withoutSecrets } from './redact.ts';
import { fileLimits } from '../store/file-port.ts';
import { openJsonFile } from '../store/json-file.ts';

export interface Failures {
  /** Records a problem that a request caused. Ignores other problems and those already recorded. */
  note(problem: Problem): void;
  notices: readonly Notice[];
  /** Returns the failures, latest first. */
  list(): readonly Problem[];
  /** Resolves when everything is on disk. */
  settle(): Promise<void>;
}

const mostKept = 50;

const clean = (problem: Problem, secrets: readonly string[]): Problem =>
  problemSchema.parse(JSON.parse(withoutSecrets(JSON.stringify(problem), secrets)));

export async function openFailures(
  dataDir: string,
  /** The values of all credentials known: a service may echo another one than it was sent. */
  secrets: () => string[],
  report: (error: unknown) => void,
): Promise<Failures> {
  const file = openJsonFile(join(dataDir, 'failures.json'), fileLimits.large);
  const known = z.array(problemSchema).safeParse(file.content);
  if (file.content !== null && !known.success) file.setDamaged();
  let list: readonly Problem[] = known.success ? known.data.slice(0, mostKept) : [];
  let written: Promise<void> = Promise.resolve();
  return {
    notices: noticesOf[file.state()],
    note(problem) {
      const { details } = problem;
      if (details === null || details.sentAt === null) return;
      const isKnown = list.some(
        (one) =>
          one.details?.sentAt === details.sentAt &&
          one.details?.target === details.target &&
          one.details?.attempts === details.attempts,
      );
      if (isKnown) return;
      list = [clean(problem, secrets()), ...list].slice(0, mostKept);
      // An error of the disk must not make a failure worse.
      written = file.write(list).catch(report);
    },
    list: () => list,
    settle: () => written,
  };
}

const noticesOf = noticesFor('failures', {
  damaged:
    'Earlier failures can’t be read, so a support bundle only has those from now on. Their file is kept under another name.',
  refused:
    'Earlier failures can’t be read from the disk, so a support bundle only has those of this session.',
});
