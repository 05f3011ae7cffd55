/** The catalogue in the words of the facts, so that both can be compared whole. */
import { assertNever } from '#shared/assert-never.ts';
import { catalogue } from '#shared/catalogue/index.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type {
  DataEndpoint,
  Endpoint,
  KnownResourceId,
  Parameter,
} from '#shared/catalogue/types.ts';

import type { Evidence, QueryParameterFact, ResourceName } from '#test/support/facts/types.ts';

/** Which resource of the catalogue is which of the facts. */
const resourceNames: Readonly<Record<KnownResourceId, ResourceName>> = {
  'microblog.post': 'microblogPost',
  'microblog.user': 'microblogUser',
  'photoshare.post': 'photosharePost',
  'photoshare.comment': 'photoshareComment',
  'photoshare.user': 'photoshareUser',
  'forum.post': 'forumPost',
  'forum.comment': 'forumComment',
  'shortvideo.post': 'shortvideoPost',
  'shortvideo.comment': 'shortvideoComment',
  'shortvideo.user': 'shortvideoUser',
  'shortvideo.sound': 'shortvideoSound',
};

/** The facts' name of a resource of the catalogue. */
export function resourceNameOf(id: string): ResourceName {
  const known = Object.entries(resourceNames).find(([one]) => one === id);
  if (known === undefined) throw new Error(`no facts about ${id}`);
  return known[1];
}

/** The catalogue as it comes knows the specification and our assumptions, nobody else's word. */
export function ofTheSpecification(evidence: Endpoint['pathEvidence']): Evidence {
  if (evidence === 'documented' || evidence === 'assumed') return evidence;
  throw new Error(`the catalogue says ${evidence}`);
}

const dataEndpoints: readonly DataEndpoint[] = catalogue.endpoints.filter(isDataEndpoint);
export const liveInCatalogue = dataEndpoints.filter(({ kind }) => kind === 'live');
export const storedInCatalogue = dataEndpoints.filter(({ kind }) => kind === 'stored');
export const othersInCatalogue = catalogue.endpoints.filter((one) => !isDataEndpoint(one));

/** What the facts say about the list of a resource's fields. */
export function fieldsEvidenceOf(endpoint: DataEndpoint): Evidence {
  const found = catalogue.resources.find(({ id }) => id === endpoint.resource);
  if (found === undefined) throw new Error(`no resource ${endpoint.resource}`);
  return ofTheSpecification(found.fieldsEvidence);
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
    ...(appliesWhen === undefined
      ? {}
      : { appliesTo: { name: appliesWhen.key, values: appliesWhen.values } }),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
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
    case 'integer':
      return {
        ...common,
        type: 'integer',
        default: Number(parameter.default),
        min: type.min,
        max: type.max,
      };
    case 'ids':
      return { ...common, type: 'list', maxItems: type.max };
    default:
      return assertNever(type);
  }
}
