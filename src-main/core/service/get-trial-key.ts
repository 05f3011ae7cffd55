/** *Get a trial key*. Source: specification, Trial token. */
import type { Profile } from '#shared/contract/snapshot.ts';
import { trialAnswerSchema } from './answers.ts';
import { problemOfKey } from './credential.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { jsonOf } from './problem-parts.ts';
import { askOnce, otherEndpoint } from './read-service.ts';

/**
 * Requests a trial key. No credential is sent, and there are no automatic retries: each answer is a
 * new key.
 *
 * @param source Where the person heard about the service.
 * @returns the key and when it was issued, which starts its 5 days.
 * @throws ProblemError
 */
export async function getTrialKey(
  source: string,
  profile: Profile,
  deps: { fetch: typeof globalThis.fetch; timeoutMs: () => number },
): Promise<{ value: string; issuedAt: string }> {
  const words = source.trim();
  if (words === '') {
    throw new ProblemError(invalidInput('Say where you heard about the service.', 'source'));
  }
  const { answer, refusal } = await askOnce(
    {
      endpoint: otherEndpoint('trial.token'),
      values: { source: words },
      address: profile.address,
      credential: null,
    },
    deps,
  );
  const body = jsonOf(answer);
  if (body === undefined) throw refusal('not_json');
  const key = trialAnswerSchema.safeParse(body).data?.data.accessKey;
  // A value that no header can carry isn't a key.
  if (key === undefined || problemOfKey(key) !== null) throw refusal('wrong_shape');
  return { value: key, issuedAt: answer.sentAt };
}
