import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { answerOf } from './cost-line.ts';

/** What a trial key can't have. Source: specification, Authentication, rule 2. */
export type TrialLimit = 'live' | 'paging' | 'csv';

export function trialLimit(endpoint: Endpoint, query: Query): TrialLimit | null {
  if (!endpoint.trialAllowed) return 'live';
  const answer = answerOf(endpoint, query);
  return answer === 'paging' || answer === 'csv' ? answer : null;
}
