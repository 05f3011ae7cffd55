/** Reduces a description to the digest that is stored. Junk is dropped; nothing is guessed. */
import { grouping } from '#shared/counts.ts';
import { mostEntries, mostOperations, mostParameters, mostPaths } from '../described.ts';
import type { DescribedOperation, DescribedParameter, DescribedService } from '../described.ts';
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

/** Whether a path is a data endpoint's; operations have no form. */
const isData = (path: string): boolean =>
  path.startsWith('/api/data/') &&
  !path.startsWith('/api/data/operations/') &&
  path.length <= longestPath;

/**
 * @param basePath The path of the service's address. Of the description's own path prefix only what
 *   goes beyond it counts.
 * @throws Unreadable when there is more than a person could look through.
 */
export function digest(document: Record<string, unknown>, basePath: string): DescribedService {
  const resolve = createResolve(document);
  const given = own(document, 'paths');
  const entries = isObject(given) ? Object.entries(given) : [];
  if (entries.length > mostPaths) {
    throw new Unreadable(`names more than ${grouping(mostPaths)} paths.`);
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
    throw new Unreadable(`names more than ${grouping(mostOperations)} data paths.`);
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

/** Returns the first server's path beyond the address's own. Its host is ignored: we have the address. */
function prefixOf(document: Record<string, unknown>, basePath: string): string {
  const servers = own(document, 'servers');
  const url = Array.isArray(servers) ? own(servers[0], 'url') : undefined;
  if (typeof url !== 'string') return '';
  try {
    const { pathname } = new URL(url, 'https://service.invalid');
    const path = pathname.replace(/\/+$/, '');
    return `${path}/`.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
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
  // The operation's parameters take precedence over its path's.
  const locatedIn = (location: string): Given[] =>
    parameters.filter(
      (one, at) =>
        one.location === location &&
        parameters.findIndex((other) => other.name === one.name && other.location === location) ===
          at,
    );
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name ?? '');
  const ofPath = locatedIn('path');
  return {
    path,
    title: plainText(own(operation, 'summary') ?? own(item, 'summary'), 120),
    description: plainText(own(operation, 'description') ?? own(item, 'description'), longestWords),
    pathParameters: names
      .slice(0, 20)
      .map((name) => ofPath.find((one) => one.name === name)?.described ?? unknown(name)),
    query: locatedIn('query')
      .filter(({ sendable }) => sendable)
      .slice(0, mostParameters)
      .map(({ described }) => described),
    needs: neededOf(parameters),
    ...answerOf(answerSchema(operation, resolve), resolve),
  };
}

/** Returns the name of a required parameter that an address can't carry as a simple value. */
function neededOf(parameters: readonly Given[]): string | null {
  const needed = parameters.find(
    ({ location, described, sendable, name }) =>
      described.required &&
      (location === 'cookie' ||
        (location === 'header' && !/^(authorization|accept|content-type)$/i.test(name)) ||
        (location === 'query' && !sendable)),
  );
  return needed?.name ?? null;
}

interface Given {
  name: string;
  /** OpenAPI's `in`. */
  location: string;
  described: DescribedParameter;
  /** Whether it is a simple value or a list of simple values. */
  sendable: boolean;
}

function parametersOf(list: unknown, resolve: Resolve): Given[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostParameters * 4).flatMap((one) => {
    const parameter = resolve(one);
    const name = plainValue(own(parameter, 'name'), 100);
    const location = own(parameter, 'in');
    if (parameter === null || name === null || typeof location !== 'string') return [];
    const shape = shapeOf(own(parameter, 'schema'), resolve);
    const style = own(parameter, 'style') ?? 'form';
    const described: DescribedParameter = {
      name,
      required: location === 'path' || own(parameter, 'required') === true,
      description: plainText(own(parameter, 'description'), longestWords),
      ...shape,
      example: plainValue(own(parameter, 'example'), 200) ?? shape.example,
      // OpenAPI: a list in the query is repeated unless the description says otherwise.
      repeated: shape.type === 'array' && own(parameter, 'explode') !== false,
    };
    const sendable =
      shape.type !== 'object' &&
      (location !== 'query' || style === 'form') &&
      own(parameter, 'content') === undefined &&
      isWireName(name);
    return [{ name, location, described, sendable }];
  });
}

/** Returns whether a name needs no encoding in an address. */
const isWireName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_.\-[\]]{0,63}$/.test(name);

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

/** Returns the schema of a successful JSON answer. */
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
