/** What we only assume of a question: a refusal may be about that. Pure. */
import type { Endpoint, Evidence } from '#shared/catalogue/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { factId } from '#shared/description/facts.ts';
import type { Query } from '#shared/query/types.ts';

/** What the service said itself is in force for good reasons. */
const isDoubtful = (evidence: Evidence): boolean => evidence === 'assumed' || evidence === 'person';

/**
 * The assumption that a 400 or a 404 is most likely about: the name of the parameter that it speaks
 * of, the path of what isn't there, else any name that was sent. Null where all is known.
 */
export function doubtedFact(
  { code, remedies }: Pick<Problem, 'code' | 'remedies'>,
  endpoint: Endpoint | null,
  query: Pick<Query, 'values'>,
): string | null {
  if (endpoint === null || (code !== 'invalid_request' && code !== 'not_found')) return null;
  const subject = endpoint.id;
  const blamed = remedies.find((remedy) => remedy.kind === 'changeParameter')?.key ?? null;
  const names = endpoint.parameters
    .filter(({ key, evidence }) => isDoubtful(evidence) && isSent(query, key))
    .map(({ key }) => key);
  const name = names.find((key) => key === blamed) ?? names[0];
  const path = isDoubtful(endpoint.pathEvidence)
    ? factId({ kind: 'path', subject, key: null })
    : null;
  const named = name === undefined ? null : factId({ kind: 'name', subject, key: name });
  return code === 'not_found' ? (path ?? named) : (named ?? path);
}

const isSent = ({ values }: Pick<Query, 'values'>, key: string): boolean =>
  (values[key] ?? '').trim() !== '';
