/** The secret of the pseudonyms as a file, for its owner. */
import type { MethodOutput } from '#shared/contract/methods.ts';
import type { CorePorts } from '../../core.ts';
import { invalidInput, ProblemError } from '../../problem-error.ts';
import { atomicWrite } from '../../store/atomic-write.ts';
import type { PseudonymSecrets } from './secret.ts';

/** Readable by this user only. @throws ProblemError while there is none; StoreError. */
export async function saveSecret(
  secrets: PseudonymSecrets,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<MethodOutput<'pseudonyms.saveSecret'>> {
  const text = await secrets.asFile();
  if (text === null) throw new ProblemError(invalidInput('There is no secret yet.'));
  const target = await chooseSaveTarget('pseudonym-secret.txt');
  if (target === null) return { kind: 'cancelled' };
  const bytes = await atomicWrite(target.path, text);
  const { name, download } = await target.finish([target.path]);
  return { kind: 'saved', name, bytes, download };
}
