/**
 * The service's own description, OpenAPI 3.1, generated from the catalogue: the form, the routes and this
 * document have a single source.
 */
import { catalogue } from '#shared/catalogue/index.ts';
import { schemaOfType } from '#shared/catalogue/parameter-kinds.ts';
import type { Endpoint, Meaning, Parameter, Resource } from '#shared/catalogue/types.ts';
import type { Json } from '../answers.ts';

type JsonObject = { readonly [name: string]: Json };

/** Specification, Versioning: OpenAPI 3.1.0, version 1.0.0. */
export function describeService(): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sample social data service',
      version: '1.0.0',
      description: 'Made-up public posts, people, comments and sounds of four platforms.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(catalogue.endpoints.map(tagOf))].map((name) => ({ name })),
    paths: pathsOf([...catalogue.endpoints, yamlTwin, docs]),
    components: {
      securitySchemes: {
        accessKey: { type: 'http', scheme: 'bearer' },
        sessionToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: {
        ...Object.fromEntries(catalogue.resources.map((one) => [schemaName(one), itemOf(one)])),
        Error: errorSchema,
        Operation: operationSchema,
      },
    },
  };
}

function twin(path: string, title: string, description: string): Endpoint {
  const original = catalogue.endpoints.find(({ id }) => id === 'platform.openapi');
  if (original === undefined) throw new Error('The catalogue has no platform.openapi.');
  return { ...original, id: path, path, title, description };
}

const yamlTwin = twin('/openapi.yaml', 'The same as YAML', 'The service’s own description.');
const docs = twin('/api-docs/', 'Readable description', 'The same as a page.');

function pathsOf(endpoints: readonly Endpoint[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  }
  return paths;
}

const tagOf = ({ platform, kind }: Endpoint): string => platform ?? kind;

function operationOf(endpoint: Endpoint): JsonObject {
  const inBody = endpoint.parameters.filter(({ place }) => place === 'body');
  return {
    operationId: endpoint.id.replaceAll(/[^A-Za-z0-9]+/g, '_'),
    tags: [tagOf(endpoint)],
    summary: endpoint.kind === 'stored' ? `${endpoint.title} (stored data)` : endpoint.title,
    description: [endpoint.description, ...endpoint.notes].join(' '),
    parameters: [
      ...endpoint.parameters.filter(({ place }) => place !== 'body').map(parameterOf),
      ...optionsOf(endpoint),
    ],
    ...(inBody.length === 0 ? {} : { requestBody: bodyOf(inBody) }),
    responses: {
      '200': { description: 'The answer.', content: contentOf(endpoint) },
      default: {
        description: 'What went wrong.',
        content: { 'application/json': { schema: ref('Error') } },
      },
    },
    security: endpoint.credential === 'none' ? [] : [{ [endpoint.credential]: [] }],
  };
}

function parameterOf(parameter: Parameter): JsonObject {
  return {
    name: parameter.place === 'path' ? parameter.key : parameter.wire,
    in: parameter.place,
    required: parameter.required,
    description: parameter.help ?? parameter.label,
    // Lists are comma-separated (specification, Parameter conventions).
    ...(parameter.type.kind === 'ids' ? { style: 'form', explode: false } : {}),
    schema: { ...schemaOf(parameter), ...defaultOf(parameter) },
  };
}

const defaultOf = ({ type, default: usual }: Parameter): JsonObject =>
  usual === undefined ? {} : { default: type.kind === 'integer' ? Number(usual) : usual };

const schemaOf = ({ type, required }: Parameter): JsonObject => ({
  ...schemaOfType(type),
  ...(required && type.kind === 'text' ? { minLength: 1 } : {}),
});

/** Options that aren't parameters of the form: the fields to send, and those for the next page. */
function optionsOf(endpoint: Endpoint): JsonObject[] {
  const { optionNames } = endpoint;
  const resource = resourceOf(endpoint);
  const options: JsonObject[] = [];
  if (resource !== undefined && optionNames.fields !== null) {
    const names = resource.fields.map(({ name }) => name);
    options.push({
      name: optionNames.fields,
      in: 'query',
      required: false,
      description: 'Comma-separated names of the attributes to return.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: names } },
    });
  }
  if (endpoint.pages) options.push(textOption(optionNames.cursor, 'Where the next page begins.'));
  if (endpoint.kind === 'stored') {
    options.push(
      {
        name: optionNames.pageNumber,
        in: 'query',
        required: false,
        description: 'Which page of a table, from 1.',
        schema: { type: 'integer', minimum: 1 },
      },
      textOption(optionNames.tableName, 'The table that an operation made.'),
    );
  }
  return options;
}

const textOption = (name: string, description: string): JsonObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string' },
});

const bodyOf = (parameters: readonly Parameter[]): JsonObject => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: parameters.filter(({ required }) => required).map(({ wire }) => wire),
        properties: Object.fromEntries(
          parameters.map((parameter) => [parameter.wire, schemaOf(parameter)]),
        ),
      },
    },
  },
});

function contentOf(endpoint: Endpoint): JsonObject {
  const resource = resourceOf(endpoint);
  if (resource !== undefined) {
    const page = pageOf(endpoint, resource);
    return endpoint.kind === 'stored'
      ? {
          'application/json': { schema: { anyOf: [page, ref('Operation')] } },
          'text/csv': { schema: { type: 'string' } },
        }
      : { 'application/json': { schema: page } };
  }
  if (endpoint.envelope === 'operation')
    return { 'application/json': { schema: ref('Operation') } };
  return endpoint.id === 'platform.metrics'
    ? { 'text/plain': { schema: { type: 'string' } } }
    : { 'application/json': { schema: {} } };
}

/** Specification, Response envelope of a live endpoint. */
function pageOf(endpoint: Endpoint, resource: Resource): JsonObject {
  return {
    type: 'object',
    required: ['results', 'count', 'dataSource', 'has_more'],
    properties: {
      results: { type: 'array', items: ref(schemaName(resource)) },
      count: { type: 'integer' },
      dataSource: { type: 'string', enum: ['database', 'api', 'hybrid'] },
      has_more: { type: 'boolean' },
      next_page_cursor: { type: ['string', 'null'] },
      ...(endpoint.extra === null ? {} : { [endpoint.extra]: ref(schemaName(resource)) }),
    },
  };
}

const resourceOf = ({ resource }: Endpoint): Resource | undefined =>
  catalogue.resources.find(({ id }) => id === resource);

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** `microblog.post` → `MicroblogPost`. */
const schemaName = ({ id }: Resource): string =>
  id
    .split('.')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

const itemOf = (resource: Resource): JsonObject => ({
  type: 'object',
  description: `One ${resource.one}.`,
  properties: Object.fromEntries(
    resource.fields.map(({ name, label, meaning }) => [
      name,
      { description: label, ...valueSchemas[meaning] },
    ]),
  ),
});

/** Any of these values may be null. */
const text: JsonObject = { type: ['string', 'null'] };
const valueSchemas: Record<Meaning, JsonObject> = {
  // Some platforms' ids are integers beyond 2^53, others' are strings.
  id: { type: ['string', 'integer', 'null'] },
  username: text,
  name: text,
  text,
  count: { type: ['integer', 'null'] },
  number: { type: ['number', 'null'] },
  duration: { type: ['number', 'null'] },
  date: { type: ['string', 'integer', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  url: text,
  image: text,
  list: { type: ['array', 'null'], items: {} },
  object: { type: ['object', 'null'] },
  code: {},
};

/** Specification, Errors. */
const errorSchema: JsonObject = {
  type: 'object',
  required: ['success', 'message'],
  properties: {
    success: { type: 'boolean', const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    error: { type: 'string' },
  },
};

/** Specification, Operation record. */
const operationSchema: JsonObject = {
  type: 'object',
  required: ['operationId'],
  properties: {
    operationId: { type: 'string', pattern: '^op_' },
    status: { type: 'string', enum: ['running', 'success', 'error', 'no_data', 'cancelled'] },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    result: { type: 'object' },
    error: { type: 'string' },
  },
};
