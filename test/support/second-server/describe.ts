/** OpenAPI 3.1 of the second server as it is (`plain`), or as it calls everything otherwise. */
import { liveEndpoints, otherEndpoints, storedEndpoints } from '../facts/endpoints.ts';
import { fieldLists } from '../facts/fields.ts';
import type { LiveEndpointFact, QueryParameterFact, StoredEndpointFact } from '../facts/types.ts';
import { addedPaths, renamedParameters, renamedPath } from './renaming.ts';
import type { JsonObject, JsonValue } from './types.ts';

type DataEndpoint = LiveEndpointFact | StoredEndpointFact;
type Names = 'plain' | 'renamed';

export interface Description {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly components: JsonObject;
  readonly [member: string]: JsonValue;
}

export function describeSecondServer(names: Names): Description {
  const data = [...liveEndpoints, ...storedEndpoints];
  const paths = new Map<string, JsonObject>();
  for (const endpoint of data) {
    const path = names === 'plain' ? endpoint.path : renamedPath(endpoint);
    paths.set(path, { get: dataOperation(endpoint, path, names) });
  }
  for (const { method, path } of otherEndpoints) {
    const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => inPath(key ?? ''));
    paths.set(path, {
      [method.toLowerCase()]: { parameters: keys, responses: { '200': { description: 'Yes' } } },
    });
  }
  if (names === 'renamed') {
    paths.set(addedPaths.trends, { get: trendsOperation });
    paths.set(addedPaths.stations, { get: stationsOperation });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Second server', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(
        Object.entries(fieldLists).map(([name, list]) => [name, objectWith(list.names)]),
      ),
    },
  };
}

const objectWith = (names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

const inPath = (name: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

function dataOperation(endpoint: DataEndpoint, path: string, names: Names): JsonObject {
  const wire = (name: string): string =>
    names === 'plain' ? name : (renamedParameters[name] ?? name);
  const option = (name: string, type: string): JsonObject => ({
    name: wire(name),
    in: 'query',
    schema: { type },
  });
  return {
    summary: `Second ${endpoint.id}`,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => inPath(key ?? '')),
      ...endpoint.query.map((fact) => ({
        name: wire(fact.name),
        in: 'query',
        required: fact.required,
        ...(fact.type === 'list' || fact.type === 'fields' ? { explode: false } : {}),
        schema: schemaOf(endpoint, fact),
      })),
      ...('liveId' in endpoint
        ? [option('pageNumber', 'integer'), option('tableName', 'string')]
        : []),
    ],
    responses: {
      '200': {
        description: 'A page',
        content: { 'application/json': { schema: pageOf(endpoint.resource) } },
      },
    },
  };
}

function schemaOf(endpoint: DataEndpoint, fact: QueryParameterFact): JsonObject {
  const usual: JsonObject = fact.default === undefined ? {} : { default: fact.default };
  switch (fact.type) {
    case 'integer':
      return { type: 'integer', minimum: fact.min ?? 0, maximum: fact.max ?? 1000, ...usual };
    case 'list':
      return { type: 'array', items: { type: 'string' }, maxItems: fact.maxItems ?? 100 };
    case 'fields':
      return arrayOf([...fieldLists[endpoint.resource].names]);
    case 'date':
      return { type: 'string', format: 'date' };
    case 'enum':
      return { type: 'string', enum: [...(fact.allowed ?? [])], ...usual };
    default:
      return { type: 'string' };
  }
}

const arrayOf = (names: string[]): JsonObject => ({
  type: 'array',
  items: { type: 'string', enum: names },
});

const pageOf = (resource: string): JsonObject => ({
  type: 'object',
  properties: {
    results: { type: 'array', items: { $ref: `#/components/schemas/${resource}` } },
    count: { type: 'integer' },
    dataSource: { type: 'string' },
    has_more: { type: 'boolean' },
    next_page_cursor: { type: ['string', 'null'] },
  },
});

const texts: JsonObject = { type: 'array', items: { type: 'string' } };
const addedItem: JsonObject = {
  allOf: [
    { type: 'object', properties: { trendId: { type: 'string' }, title: { type: 'string' } } },
    { type: 'object', properties: { postVolume: { type: 'integer' }, langs: texts } },
  ],
};
const addedPage: JsonObject = {
  type: 'object',
  properties: {
    results: { type: 'array', items: addedItem },
    has_more: { type: 'boolean' },
    next_page_cursor: { type: 'string' },
  },
};
const addedAnswer: JsonObject = {
  '200': { description: 'A page', content: { 'application/json': { schema: addedPage } } },
};

const trendsOperation: JsonObject = {
  summary: '<b>What people</b> talk about <script>alert(1)</script>',
  description: 'Trends of a place.\nThe largest first.',
  parameters: [
    inPath('place'),
    { name: 'kind', in: 'query', required: true, schema: { enum: ['rising', 'steady'] } },
    { name: 'min_volume', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 5000 } },
    { name: 'withPromoted', in: 'query', schema: { type: 'boolean', default: false } },
    { name: 'langs', in: 'query', schema: texts },
    { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
    {
      name: 'fields',
      in: 'query',
      explode: false,
      schema: arrayOf(['trendId', 'title', 'postVolume', 'langs']),
    },
    { name: 'cursor', in: 'query', schema: { type: 'string' } },
  ],
  responses: addedAnswer,
};

const stationsOperation: JsonObject = {
  summary: 'Weather stations',
  parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
  responses: addedAnswer,
};
