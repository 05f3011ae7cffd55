/** From a description to what is kept of it. Junk is left out; nothing is guessed. */
import {
  mostEntries,
  mostOperations,
  mostParameters,
  mostPaths,
} from '#shared/description/described.ts';
import type {
  DescribedOperation,
  DescribedParameter,
  DescribedService,
} from '#shared/description/described.ts';
import {
  createResolve,
  isObject,
  own,
  plainText,
  plainValue,
  Unreadable,
} from './read-document.ts';
import type { Resolve } from './read-document.ts';
import { answerOf, shapeOf } from './schemas.ts';

const longestWords = 500;
const longestPath = 500;

/** Data endpoints; operations have no form. */
const isData = (path: string): boolean =>
  path.startsWith('/api/data/') &&
  !path.startsWith('/api/data/operations/') &&
  path.length <= longestPath;

/**
 * @param basePath The path of the service's address: what the description puts before its paths
 *   counts beyond it.
 * @throws Unreadable when there is more than anybody could look through.
 */
export function digest(document: Record<string, unknown>, basePath: string): DescribedService {
  const resolve = createResolve(document);
  const given = own(document, 'paths');
  const entries = isObject(given) ? Object.entries(given) : [];
  if (entries.length > mostPaths) {
    throw new Unreadable(`names more than ${mostPaths.toLocaleString('en')} paths.`);
  }
  const before = prefixOf(document, basePath);
  let left = mostEntries;
  const operations = entries.flatMap(([path, item]) => {
    const operation = isData(`${before}${path}`)
      ? operationOf(`${before}${path}`, resolve(item), resolve)
      : null;
    left -= operation === null ? 0 : entriesOf(operation);
    if (left < 0) throw new Unreadable('is too large to read.');
    return operation === null ? [] : [operation];
  });
  if (operations.length > mostOperations) {
    throw new Unreadable(`names more than ${mostOperations.toLocaleString('en')} data paths.`);
  }
  const info = resolve(own(document, 'info'));
  return {
    title: plainText(own(info, 'title'), 200),
    version: plainText(own(info, 'version'), 50),
    paths: entries.length,
    operations,
  };
}

const entriesOf = ({ query, pathParameters, fields, envelope }: DescribedOperation): number =>
  [...query, ...pathParameters].reduce((sum, { values }) => sum + 1 + (values?.length ?? 0), 0) +
  (fields?.length ?? 0) +
  (envelope?.length ?? 0);

/** The first server's path beyond the address's own. Its host is nobody's business: we have one. */
function prefixOf(document: Record<string, unknown>, basePath: string): string {
  const servers = own(document, 'servers');
  const url = Array.isArray(servers) ? own(servers[0], 'url') : undefined;
  if (typeof url !== 'string') return '';
  try {
    const { pathname } = new URL(url, 'https://service.invalid');
    const path = pathname.replace(/\/+$/, '');
    return path.startsWith(basePath) ? path.slice(basePath.length) : '';
  } catch {
    return '';
  }
}

function operationOf(
  path: string,
  item: Record<string, unknown> | null,
  resolve: Resolve,
): DescribedOperation | null {
  const operation = resolve(own(item, 'get'));
  if (operation === null) return null;
  const parameters = [
    ...parametersOf(own(operation, 'parameters'), resolve),
    ...parametersOf(own(item, 'parameters'), resolve),
  ];
  // What the operation says of a parameter goes before what its path says.
  const inPlace = (place: string): Given[] =>
    parameters.filter(
      (one, at) =>
        one.place === place &&
        parameters.findIndex((other) => other.name === one.name && other.place === place) === at,
    );
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name ?? '');
  const ofPath = inPlace('path');
  return {
    path,
    title: plainText(own(operation, 'summary') ?? own(item, 'summary'), 120),
    description: plainText(own(operation, 'description') ?? own(item, 'description'), longestWords),
    pathParameters: names
      .slice(0, 20)
      .map((name) => ofPath.find((one) => one.name === name)?.described ?? unknown(name)),
    query: inPlace('query')
      .filter(({ sendable }) => sendable)
      .slice(0, mostParameters)
      .map(({ described }) => described),
    needs: neededOf(parameters),
    ...answerOf(answerSchema(operation, resolve), resolve),
  };
}

/** What a request must carry and can't be put into an address as a simple value. */
function neededOf(parameters: readonly Given[]): string | null {
  const needed = parameters.find(
    ({ place, described, sendable, name }) =>
      described.required &&
      (place === 'cookie' ||
        (place === 'header' && !/^(authorization|accept|content-type)$/i.test(name)) ||
        (place === 'query' && !sendable)),
  );
  return needed?.name ?? null;
}

interface Given {
  name: string;
  place: string;
  described: DescribedParameter;
  /** A simple value or a list of them. */
  sendable: boolean;
}

function parametersOf(list: unknown, resolve: Resolve): Given[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostParameters * 4).flatMap((one) => {
    const parameter = resolve(one);
    const name = plainValue(own(parameter, 'name'), 100);
    const place = own(parameter, 'in');
    if (parameter === null || name === null || typeof place !== 'string') return [];
    const shape = shapeOf(own(parameter, 'schema'), resolve);
    const style = own(parameter, 'style') ?? 'form';
    const described: DescribedParameter = {
      name,
      required: place === 'path' || own(parameter, 'required') === true,
      description: plainText(own(parameter, 'description'), longestWords),
      ...shape,
      example: plainValue(own(parameter, 'example'), 200) ?? shape.example,
      // OpenAPI: a list in the query is repeated unless the description says otherwise.
      repeated: shape.type === 'array' && own(parameter, 'explode') !== false,
    };
    const sendable =
      shape.type !== 'object' &&
      (place !== 'query' || style === 'form') &&
      own(parameter, 'content') === undefined &&
      isWireName(name);
    return [{ name, place, described, sendable }];
  });
}

/** Names that mean the same in every address. */
export const isWireName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_.\-[\]]{0,63}$/.test(name);

const unknown = (name: string): DescribedParameter => ({
  name: name.slice(0, 100),
  required: true,
  description: '',
  type: 'string',
  format: null,
  values: null,
  default: null,
  example: null,
  min: null,
  max: null,
  maxItems: null,
  repeated: false,
});

/** The schema of a good answer in JSON. */
function answerSchema(operation: Record<string, unknown>, resolve: Resolve): unknown {
  const responses = own(operation, 'responses');
  const response = resolve(own(responses, '200') ?? own(responses, '2XX'));
  const content = own(response, 'content');
  if (!isObject(content)) return null;
  const json = Object.entries(content).find(([type]) =>
    /^application\/([\w.+-]+\+)?json\b/i.test(type),
  );
  return own(json?.[1], 'schema');
}
