/** The catalogue in the words of the facts, so that both can be compared whole. */
import { assertNever } from '#shared/assert-never.ts';
import { catalogue } from '#main/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import { fieldLists } from '#test/support/facts/fields.ts';
import type { Evidence, QueryParameterFact, ResourceName } from '#test/support/facts/types.ts';
import { dataEndpoints } from '../query/make.ts';

export const liveInCatalogue = dataEndpoints.filter(({ kind }) => kind === 'live');
export const othersInCatalogue = catalogue.endpoints.filter((one) => !isDataEndpoint(one));

const isResourceName = (name: string): name is ResourceName => name in fieldLists;

/** The facts' name of a resource of the catalogue. */
export function resourceNameOf(id: string): ResourceName {
  const name = id.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase());
  if (!isResourceName(name)) throw new Error(`no facts about ${id}`);
  return name;
}

/** The catalogue as it comes knows the specification and our assumptions, nobody else's word. */
export function ofTheSpecification(evidence: Endpoint['pathEvidence']): Evidence {
  if (evidence === 'documented' || evidence === 'assumed') return evidence;
  throw new Error(`the catalogue says ${evidence}`);
}

export const inPlace = (endpoint: Endpoint, place: Parameter['place']): Parameter[] =>
  endpoint.parameters.filter((parameter) => parameter.place === place);

/** A query parameter of the catalogue, member by member as the facts have it. */
export function asFact(parameter: Parameter): QueryParameterFact {
  const { type, appliesWhen } = parameter;
  const common = {
    name: parameter.wire,
    evidence: ofTheSpecification(parameter.evidence),
    required: parameter.required,
    requiredEvidence: ofTheSpecification(parameter.requiredEvidence),
    ...(appliesWhen && { appliesTo: { name: appliesWhen.key, values: appliesWhen.values } }),
    ...(parameter.default !== undefined && { default: parameter.default }),
  };
  switch (type.kind) {
    case 'text':
    case 'date':
      return { ...common, type: type.kind };
    case 'choice':
      return {
        ...common,
        type: 'enum',
        allowed: type.choices.map(({ value }) => value),
        // An open list is how the catalogue says that its values are assumed.
        allowedEvidence: type.closed ? 'documented' : 'assumed',
      };
    case 'integer': {
      const { min, max } = type;
      return { ...common, type: 'integer', default: Number(parameter.default), min, max };
    }
    case 'ids':
      return { ...common, type: 'list', maxItems: type.max };
    default:
      return assertNever(type);
  }
}
