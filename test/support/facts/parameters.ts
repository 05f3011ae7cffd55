/** Query parameters that several endpoints share (specification, "Parameter conventions"). */
import type { Evidence, QueryParameterFact } from './types.ts';

const optional = { required: false, requiredEvidence: 'documented' } as const;

export const since: QueryParameterFact = {
  name: 'since',
  evidence: 'documented',
  type: 'date',
  ...optional,
};

export const until: QueryParameterFact = {
  name: 'until',
  evidence: 'documented',
  type: 'date',
  ...optional,
};

export const fields: QueryParameterFact = {
  name: 'fields',
  evidence: 'documented',
  type: 'fields',
  ...optional,
};

export const cursor: QueryParameterFact = {
  name: 'cursor',
  evidence: 'documented',
  type: 'cursor',
  ...optional,
};

export const connectionType: QueryParameterFact = {
  name: 'connectionType',
  evidence: 'documented',
  type: 'enum',
  required: true,
  requiredEvidence: 'documented',
  allowed: ['followers', 'following'],
  allowedEvidence: 'documented',
};

/** Required by assumption in every endpoint that has it; so is its name. */
export function interactionType(
  allowed: readonly string[],
  allowedEvidence: Evidence,
): QueryParameterFact {
  return {
    name: 'interactionType',
    evidence: 'assumed',
    type: 'enum',
    required: true,
    requiredEvidence: 'assumed',
    allowed,
    allowedEvidence,
  };
}

/** A search text that must not be blank. */
export function requiredText(
  name: string,
  evidence: Evidence,
  requiredEvidence: Evidence,
): QueryParameterFact {
  return { name, evidence, type: 'text', required: true, requiredEvidence };
}

/** Stored data only (specification, "What the service does", 4). */
export const responseType: QueryParameterFact = {
  name: 'responseType',
  evidence: 'documented',
  type: 'enum',
  ...optional,
  allowed: ['fast', 'paging', 'csv'],
  allowedEvidence: 'documented',
};
