/** The secret of the pseudonyms as a file, for its owner. */
import type { Saved } from '#shared/contract/saved.ts';
import type { CorePorts } from '../../core.ts';
import { invalidInput, ProblemError } from '../../problem-error.ts';
import { saveContent } from '../save-content.ts';
import type { PseudonymSecrets } from './secret.ts';

/** Readable by this user only. @throws ProblemError while there is none; StoreError. */
export async function saveSecret(
  secrets: PseudonymSecrets,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<Saved> {
  const text = await secrets.asFile();
  if (text === null) throw new ProblemError(invalidInput('There is no secret yet.'));
  return saveContent('pseudonym-secret.txt', text, chooseSaveTarget, 'private');
}
