/** The secret that pseudonyms are made with. It never comes here; only what is known of it. */
import type { Problem } from '#shared/contract/problem.ts';
import type { FoundPeople, PseudonymSecret } from '#shared/export/privacy.ts';
import type { Result } from '#shared/contract/result.ts';
import { host } from '../host/index.ts';
import { fileOutcome, type SaveOutcome } from './exports.ts';

export const secretStatus = (): Promise<Result<PseudonymSecret>> =>
  host.call('pseudonyms.status', {});

/** What should become of columns so that nobody of these runs is named. */
export const findPeople = (runIds: readonly string[]): Promise<Result<FoundPeople>> =>
  host.call('export.findPeople', { runIds: [...runIds] });

/** Saves it for its owner; main asks where. */
export async function savePseudonymSecret(): Promise<SaveOutcome> {
  return fileOutcome(await host.call('pseudonyms.saveSecret', {}));
}

/** Takes over a secret from the text of its file. `replace`: although there is another one. */
export async function takePseudonymSecret(
  text: string,
  replace: boolean,
): Promise<{ secret: PseudonymSecret } | { problem: Problem }> {
  const result = await host.call('pseudonyms.useSecret', { secret: text, replace });
  return result.ok ? { secret: result.value } : { problem: result.error };
}
