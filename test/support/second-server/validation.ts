/**
 * Checks every parameter as strictly as the specification allows. Each function gives the message
 * of the 400, or undefined when nothing is wrong.
 */
import { fieldLists } from '../facts/fields.ts';
import { patterns } from '../facts/patterns.ts';
import type {
  LiveEndpointFact,
  PathRule,
  QueryParameterFact,
  StoredEndpointFact,
} from '../facts/types.ts';

type DataEndpoint = LiveEndpointFact | StoredEndpointFact;

function checkPathValue(name: string, rule: PathRule, value: string): string | undefined {
  if (value.trim() === '') return `Path parameter '${name}' must not be blank`;
  switch (rule) {
    case 'microblogPostId':
      return patterns.microblogPostId.test(value)
        ? undefined
        : 'Invalid post ID: the post ID must be a numeric string';
    case 'photosharePostId':
      return patterns.photosharePostId.test(value)
        ? undefined
        : 'Invalid post ID: use a shortcode or a strong id of the form <media_id>_<user_id>';
    case 'shortvideoPostId':
      return patterns.shortvideoPostId.test(value)
        ? undefined
        : 'Invalid post ID: the post ID must have 1 to 50 digits';
    case 'username':
      return value.startsWith('@') ? `'${name}' must be given without the leading @` : undefined;
    case 'any':
      return undefined;
    default:
      throw new Error(`unknown rule ${String(rule satisfies never)}`);
  }
}

function isCalendarDate(text: string): boolean {
  if (!patterns.date.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function checkFieldNames(endpoint: DataEndpoint, text: string): string | undefined {
  const known = fieldLists[endpoint.resource].names;
  const wrong = text
    .split(',')
    .find((name) =>
      endpoint.fieldList === 'closed' ? !known.includes(name) : !/^[A-Za-z]\w*$/.test(name),
    );
  return wrong === undefined ? undefined : `Parameter 'fields' has an unknown name '${wrong}'`;
}

function checkIdList(fact: QueryParameterFact, text: string): string | undefined {
  const ids = text.split(',');
  const most = fact.maxItems ?? Infinity;
  if (ids.length > most) return `Parameter '${fact.name}' takes at most ${most} ids`;
  const wrong = ids.find((id) => !patterns.forumPostId.test(id));
  return wrong === undefined
    ? undefined
    : `Parameter '${fact.name}' has '${wrong}', which is not a base-36 id without t3_`;
}

function checkInteger(fact: QueryParameterFact, text: string): string | undefined {
  const { name, min = 0, max = Number.MAX_SAFE_INTEGER } = fact;
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max
    ? undefined
    : `Parameter '${name}' must be an integer from ${min} to ${max}`;
}

function checkText(name: string, text: string): string | undefined {
  if (name === 'lang' && !isLanguageTag(text)) return `Parameter 'lang' must be a BCP-47 tag`;
  if (name === 'countryCode' && !/^[A-Za-z]{2,3}$/.test(text)) {
    return `Parameter 'countryCode' must be an ISO country code`;
  }
  return undefined;
}

function checkQueryValue(
  endpoint: DataEndpoint,
  fact: QueryParameterFact,
  text: string,
): string | undefined {
  if (text.trim() === '') return `Parameter '${fact.name}' must not be blank`;
  switch (fact.type) {
    case 'date':
      return isCalendarDate(text) ? undefined : `Parameter '${fact.name}' must be YYYY-MM-DD`;
    case 'enum':
      return fact.allowed?.includes(text)
        ? undefined
        : `Parameter '${fact.name}' must be one of ${fact.allowed?.join(', ')}`;
    case 'integer':
      return checkInteger(fact, text);
    case 'list':
      return checkIdList(fact, text);
    case 'fields':
      return checkFieldNames(endpoint, text);
    case 'text':
      return checkText(fact.name, text);
    case 'cursor':
      return undefined;
    default:
      throw new Error(`unknown type ${String(fact.type satisfies never)}`);
  }
}

/** Names beyond the documented ones that a stored request for a later page carries (assumed). */
const laterPageNames = ['pageNumber', 'tableName'];

/** An unknown or repeated name, before anything is said about values. */
export function checkNames(names: readonly string[], known: readonly string[]): string | undefined {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `Unknown query parameter '${unknown}'`;
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  return repeated === undefined ? undefined : `Query parameter '${repeated}' is repeated`;
}

/** Checks a data request. `names` has every parameter name as often as it was sent. */
export function checkRequest(
  endpoint: DataEndpoint,
  values: Readonly<Record<string, string>>,
  names: readonly string[],
  query: Readonly<Record<string, string>>,
): string | undefined {
  for (const { name, rule } of endpoint.pathParameters) {
    const message = checkPathValue(name, rule, values[name] ?? '');
    if (message) return message;
  }
  const later = query.responseType === 'paging' ? laterPageNames : [];
  const known = endpoint.query.map((fact) => fact.name);
  const message = checkNames(names, [...known, ...later]);
  if (message) return message;
  for (const fact of endpoint.query) {
    const text = query[fact.name];
    if (text === undefined) {
      if (fact.required) return `Missing required parameter '${fact.name}'`;
    } else {
      const wrong = checkQueryValue(endpoint, fact, text);
      if (wrong) return wrong;
    }
  }
  return undefined;
}
