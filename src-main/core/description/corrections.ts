/** The rules for a correction: whatever its source, it must lead to a meaningful request. */
import { quoted } from '#shared/characters.ts';
import { assertNever } from '#shared/assert-never.ts';
import { anyStored, isOption, readLimits, readList } from './facts.ts';
import type { FactName } from '#shared/contract/description.ts';
import { problemOfPath, isLive, keysOf } from './paths.ts';
import { isFieldName } from '#shared/query/values.ts';
import type { Catalogue, Endpoint } from '#shared/catalogue/types.ts';

/** Returns what is wrong with the value, in a sentence; null if it can be applied. */
export function problemOfCorrection(
  catalogue: Catalogue,
  name: FactName,
  value: string,
): string | null {
  switch (name.kind) {
    case 'path':
      return ofEndpoint(catalogue, name, (endpoint) =>
        problemOfNewPath(catalogue, endpoint, value),
      );
    case 'name':
      return problemOfName(catalogue, name, value);
    case 'required':
      return value === 'required' || value === 'optional'
        ? null
        : 'Write “required” or “optional”.';
    case 'values':
      return problemOfList(value, (one) => one.length <= 200, 'a value');
    case 'default':
      return value.length <= 200 ? null : 'At most 200 characters.';
    case 'limits':
      return readLimits(value) === null
        ? 'Write the smallest and the largest number, such as 1–100.'
        : null;
    case 'fields':
      return problemOfList(value, isFieldName, 'a field');
    default:
      return assertNever(name.kind);
  }
}

function ofEndpoint(
  catalogue: Catalogue,
  { subject }: FactName,
  complain: (endpoint: Endpoint) => string | null,
): string | null {
  const endpoint = catalogue.endpoints.find(({ id }) => id === subject);
  return endpoint === undefined ? 'There is no such question.' : complain(endpoint);
}

function problemOfNewPath(catalogue: Catalogue, endpoint: Endpoint, value: string): string | null {
  const complaint = problemOfPath(value);
  if (complaint !== null) return complaint;
  const keys = keysOf(endpoint.path);
  const given = keysOf(value);
  const missing = keys.find((key) => !given.includes(key));
  if (missing !== undefined) return `The path must contain {${missing}}.`;
  const unknown = given.find((key) => !keys.includes(key));
  if (unknown !== undefined) return `The path can’t contain {${unknown}}.`;
  if (isLive(value) !== (endpoint.kind === 'live')) {
    return endpoint.kind === 'live'
      ? 'The path of live data ends with /live.'
      : 'The path of stored data does not end with /live.';
  }
  // A path that only the description names is a question of its own until it is taken for another.
  const other = catalogue.endpoints.find(
    ({ id, path, discovered }) => discovered === null && id !== endpoint.id && path === value,
  );
  return other === undefined ? null : `That is the path of ${quoted(other.title)}.`;
}

/** Letters, digits and a few signs, which mean the same in every address. */
const wireName = /^[A-Za-z_][A-Za-z0-9_.\-[\]]{0,63}$/;

function problemOfName(catalogue: Catalogue, name: FactName, value: string): string | null {
  if (!wireName.test(value)) {
    return 'A name must begin with a letter and use only letters, digits, “_”, “-” and “.”, at most 64.';
  }
  const concerned = catalogue.endpoints.filter(
    ({ id, kind }) => id === name.subject || (name.subject === anyStored && kind === 'stored'),
  );
  for (const endpoint of concerned) {
    const other = endpoint.parameters.find(
      ({ key, wire, place }) => place === 'query' && key !== name.key && wire === value,
    );
    if (other !== undefined) return `${quoted(other.label)} already has this name.`;
    const option = Object.entries(endpoint.optionNames).find(
      ([key, wire]) => key !== name.key && wire === value,
    );
    if (option !== undefined && isOption(option[0])) return `${quoted(value)} is reserved.`;
  }
  return concerned.length === 0 ? 'There is no such question.' : null;
}

function problemOfList(
  value: string,
  isGood: (one: string) => boolean,
  what: string,
): string | null {
  const list = readList(value);
  if (list.length === 0) return `Enter at least ${what}; separate several with commas.`;
  if (list.length > 500) return 'At most 500, with commas between them.';
  const wrong = list.find((one) => !isGood(one));
  return wrong === undefined ? null : `${quoted(wrong)} can’t be the name of ${what}.`;
}
