/** Problems of 401 and 403, whose meaning depends on the credential that was sent. */
import type { Remedy } from '#shared/contract/problem.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { trialKeyDays, trialLiveCode } from '#shared/service/answers.ts';
import { adviceWith, errorBody } from './problem-parts.ts';
import type { RequestContext, ProblemParts } from './problem-parts.ts';
import type { Answered } from './send.ts';

const tryAgain: Remedy = { kind: 'tryAgain' };
const openAccount: Remedy = { kind: 'openAccount' };
const useStoredData: Remedy = { kind: 'useStoredData' };

export const describeUnauthorized = ({ sentWith }: RequestContext): ProblemParts => ({
  code: 'unauthorized',
  ...unauthorized[sentWith ?? 'nothing'],
  remedies: [openAccount, tryAgain],
});

const unauthorized: Record<CredentialKind | 'nothing', Pick<ProblemParts, 'title' | 'advice'>> = {
  accessKey: {
    title: 'The service did not accept the key.',
    advice: 'Check the key in Account or replace it, then try again.',
  },
  trialKey: {
    title: 'The service did not accept the trial key.',
    advice: `Trial keys end after ${trialKeyDays} days. Add an access key in Account or get another trial key, then try again.`,
  },
  sessionToken: {
    title: 'The service did not accept your dashboard sign-in.',
    advice: 'It may have expired. Paste a new sign-in token in Account. Your work isn’t affected.',
  },
  nothing: {
    title: 'The service asks for a sign-in where none is needed.',
    advice: 'Check the service address in Account; something in between may have answered.',
  },
};

export function describeForbidden(
  answer: Answered,
  { hasStored, sentWith }: RequestContext,
): ProblemParts {
  if (errorBody(answer).code === trialLiveCode) {
    return {
      code: 'trial_live',
      title: 'A trial key can’t get live data.',
      advice: hasStored
        ? 'Trial keys get stored data only. Ask for stored data, or add an access key.'
        : 'Trial keys get stored data only. Add an access key to ask this question.',
      remedies: hasStored ? [useStoredData, openAccount] : [openAccount],
    };
  }
  const isKey = sentWith === 'accessKey' || sentWith === 'trialKey';
  return {
    code: 'forbidden',
    title: isKey
      ? 'This key isn’t allowed to ask this question.'
      : 'You aren’t allowed to see this.',
    advice: adviceWith(
      answer,
      isKey ? 'Use another key, or ask the owner of the account.' : 'Ask the owner of the account.',
    ),
    remedies: [openAccount, tryAgain],
  };
}
