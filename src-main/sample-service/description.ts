/**
 * The service's own description, OpenAPI 3.1 and a readable page, generated from the catalogue: the form, the
 * routes and this have a single source. No key needed, not counted (specification, Endpoint families).
 */
import type { Hono } from 'hono';
import { stringify } from 'yaml';
import { catalogue } from '../catalogue/index.ts';
import { schemaOfType } from '#shared/catalogue/parameter-kinds.ts';
import type { Endpoint, Meaning, Parameter, Resource } from '#shared/catalogue/types.ts';
import { answerJson, answerText } from './answers.ts';
import type { Json } from './answers.ts';
import frame from './data/description.json' with { type: 'json' };
import { escapeHtml } from './data/rows.ts';
import type { Environment } from './service.ts';

export function addDescriptionRoutes(app: Hono<Environment>): void {
  app.get('/openapi.json', () => answerJson(200, describeService()));
  app.get('/openapi.yaml', () =>
    answerText(stringify(describeService(), { aliasDuplicateObjects: false }), 'application/yaml'),
  );
  app.get('/api-docs/', () => answerText(describePage(), 'text/html'));
}

type JsonObject = { readonly [name: string]: Json };

const { endpoints, resources } = catalogue;

const tagOf = ({ kind, platform }: Endpoint): string => platform ?? kind;
const titleOf = ({ kind, title }: Endpoint): string =>
  kind === 'stored' ? `${title} (stored data)` : title;

/** Specification, Versioning: OpenAPI 3.1.0, version 1.0.0. */
function describeService(): JsonObject {
  const { components } = frame;
  const operations = endpoints.map(
    (one) => [one.path, { [one.method.toLowerCase()]: operationOf(one) }] as const,
  );
  const items = resources.map((one) => [schemaName(one), itemOf(one)] as const);
  return {
    ...frame,
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(operations),
    components: {
      ...components,
      schemas: { ...Object.fromEntries(items), ...components.schemas },
    },
  };
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const inJson = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const text = { type: 'string' };

function operationOf(endpoint: Endpoint): JsonObject {
  const { credential, description, id, notes, parameters } = endpoint;
  const body = parameters.filter(({ place }) => place === 'body');
  const others = parameters.filter(({ place }) => place !== 'body');
  const bodySchema = {
    type: 'object',
    required: body.filter(({ required }) => required).map(({ wire }) => wire),
    properties: Object.fromEntries(body.map((one) => [one.wire, schemaOf(one)])),
  };
  return {
    operationId: id.replaceAll(/[^A-Za-z0-9]+/g, '_'),
    tags: [tagOf(endpoint)],
    summary: titleOf(endpoint),
    description: [description, ...notes].join(' '),
    parameters: [...others.map(parameterOf), ...optionsOf(endpoint)],
    ...(body.length > 0 && { requestBody: { required: true, content: inJson(bodySchema) } }),
    responses: {
      '200': { description: 'The answer.', content: contentOf(endpoint) },
      default: { description: 'What went wrong.', content: inJson(ref('Error')) },
    },
    security: credential === 'none' ? [] : [{ [credential]: [] }],
  };
}

/** A parameter in the query. Lists are comma-separated (specification, Parameter conventions). */
const option = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  required: false,
  description,
  ...(schema['type'] === 'array' && { style: 'form', explode: false }),
  schema,
});

function parameterOf(parameter: Parameter): JsonObject {
  const { default: given, help, key, label, place, required, type, wire } = parameter;
  const schema = {
    ...schemaOf(parameter),
    ...(given !== undefined && { default: type.kind === 'integer' ? Number(given) : given }),
  };
  return { ...option(place === 'path' ? key : wire, help ?? label, schema), in: place, required };
}

const schemaOf = ({ required, type }: Parameter): JsonObject => ({
  ...schemaOfType(type),
  ...(required && type.kind === 'text' && { minLength: 1 }),
});

/** Options that aren't parameters of the form: the fields to send, and those for the next page. */
function optionsOf(endpoint: Endpoint): JsonObject[] {
  const { kind, optionNames, pages } = endpoint;
  const resource = resourceOf(endpoint);
  const options: JsonObject[] = [];
  if (resource !== undefined && optionNames.fields !== null) {
    const items = { type: 'string', enum: resource.fields.map(({ name }) => name) };
    const description = 'Comma-separated names of the attributes to return.';
    options.push(option(optionNames.fields, description, { type: 'array', items }));
  }
  if (pages) options.push(option(optionNames.cursor, 'Where the next page begins.', text));
  if (kind === 'stored') {
    const page = { type: 'integer', minimum: 1 };
    options.push(
      option(optionNames.pageNumber, 'Which page of a table, from 1.', page),
      option(optionNames.tableName, 'The table that an operation made.', text),
    );
  }
  return options;
}

function contentOf(endpoint: Endpoint): JsonObject {
  const { envelope, extra, id, kind } = endpoint;
  const resource = resourceOf(endpoint);
  if (id === 'platform.metrics') return { 'text/plain': { schema: text } };
  if (resource === undefined) return inJson(envelope === 'operation' ? ref('Operation') : {});
  // Specification, Response envelope of a live endpoint.
  const item = ref(schemaName(resource));
  const page = {
    type: 'object',
    required: ['results', 'count', 'dataSource', 'has_more'],
    properties: {
      results: { type: 'array', items: item },
      count: { type: 'integer' },
      dataSource: { type: 'string', enum: ['database', 'api', 'hybrid'] },
      has_more: { type: 'boolean' },
      next_page_cursor: { type: ['string', 'null'] },
      ...(extra !== null && { [extra]: item }),
    },
  };
  if (kind !== 'stored') return inJson(page);
  return { ...inJson({ anyOf: [page, ref('Operation')] }), 'text/csv': { schema: text } };
}

const resourceOf = ({ resource }: Endpoint): Resource | undefined =>
  catalogue.resources.find(({ id }) => id === resource);

/** `microblog.post` → `MicroblogPost`. */
const schemaName = ({ id }: Resource): string =>
  id.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Types of meanings other than text. Some platforms' ids are integers beyond 2^53, others' are strings. */
const types: Partial<Record<Meaning, readonly string[]>> = {
  id: ['string', 'integer'],
  count: ['integer'],
  number: ['number'],
  duration: ['number'],
  date: ['string', 'integer'],
  boolean: ['boolean'],
  list: ['array'],
  object: ['object'],
};

/** Any value may be null. */
const itemOf = ({ fields, one }: Resource): JsonObject => ({
  type: 'object',
  description: `One ${one}.`,
  properties: Object.fromEntries(
    fields.map(({ label, meaning, name }) => {
      const type = [...(types[meaning] ?? ['string']), 'null'];
      const isAny = meaning === 'code';
      return [name, { description: label, ...(!isAny && { type }) }];
    }),
  ),
});

/** The description as a page, without scripts or external content. */
function describePage(): string {
  const { title } = frame.info;
  const shown = endpoints.map((endpoint) => {
    const { description, method, parameters, path } = endpoint;
    const names = parameters.map(({ required, wire }) => (required ? `<b>${wire}</b>` : wire));
    return `<dt><code>${method} ${path}</code> ${names.join(', ')}</dt>
<dd>${escapeHtml(`${titleOf(endpoint)}. ${description}`)}</dd>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto }</style>
<h1>${title}</h1>
<p>For programs: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>.</p>
<dl>${shown.join('\n')}</dl>
</html>
`;
}
