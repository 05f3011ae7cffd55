/**
 * Checks every parameter as strictly as the specification allows. Each function gives the message
 * of the 400, or undefined when nothing is wrong.
 */
import { fieldLists } from '../facts/fields.ts';
import { patterns } from '../facts/records.ts';
import type {
  LiveEndpointFact,
  PathRule,
  QueryParameterFact,
  StoredEndpointFact,
} from '../facts/types.ts';

type DataEndpoint = LiveEndpointFact | StoredEndpointFact;

/** What each rule accepts, and what is said of everything else. */
const pathRules: Readonly<Record<PathRule, readonly [accepted: RegExp, message: string]>> = {
  microblogPostId: [
    patterns.microblogPostId,
    'Invalid post ID: the post ID must be a numeric string',
  ],
  photosharePostId: [
    patterns.photosharePostId,
    'Invalid post ID: use a shortcode or a strong id of the form <media_id>_<user_id>',
  ],
  shortvideoPostId: [
    patterns.shortvideoPostId,
    'Invalid post ID: the post ID must have 1 to 50 digits',
  ],
  username: [/^[^@]/, 'Names must be given without the leading @'],
  any: [/./, 'Any value'],
};

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

/** What a value that is not blank must be, if it isn't. */
function mustBe(endpoint: DataEndpoint, fact: QueryParameterFact, text: string): string | false {
  const { name, type, allowed = [], min = 0, max = Number.MAX_SAFE_INTEGER } = fact;
  const parts = text.split(',');
  const known = fieldLists[endpoint.resource].names;
  switch (type) {
    case 'date':
      return !isCalendarDate(text) && 'YYYY-MM-DD';
    case 'enum':
      return !allowed.includes(text) && `one of ${allowed.join(', ')}`;
    case 'integer': {
      const fits = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
      return !fits && `an integer from ${min} to ${max}`;
    }
    case 'list': {
      if (parts.length > (fact.maxItems ?? Infinity)) return `at most ${fact.maxItems} ids`;
      const wrong = parts.find((id) => !patterns.forumPostId.test(id));
      return wrong !== undefined && `base-36 ids without t3_, unlike '${wrong}'`;
    }
    case 'fields': {
      const isClosed = endpoint.fieldList === 'closed';
      const fits = (one: string) => (isClosed ? known.includes(one) : /^[A-Za-z]\w*$/.test(one));
      const wrong = parts.find((one) => !fits(one));
      return wrong !== undefined && `known names, unlike '${wrong}'`;
    }
    case 'text':
      if (name === 'lang') return !isLanguageTag(text) && 'a BCP-47 tag';
      return name === 'countryCode' && !/^[A-Za-z]{2,3}$/.test(text) && 'an ISO country code';
    case 'cursor':
      return false;
    default:
      throw new Error(`unknown type ${String(type satisfies never)}`);
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
    const value = values[name] ?? '';
    if (value.trim() === '') return `Path parameter '${name}' must not be blank`;
    const [accepted, message] = pathRules[rule];
    if (!accepted.test(value)) return message;
  }
  const later = query.responseType === 'paging' ? laterPageNames : [];
  const known = endpoint.query.map((fact) => fact.name);
  const message = checkNames(names, [...known, ...later]);
  if (message) return message;
  for (const fact of endpoint.query) {
    const text = query[fact.name];
    if (text === undefined) {
      if (fact.required) return `Missing required parameter '${fact.name}'`;
      continue;
    }
    const wanted = text.trim() === '' ? 'given, or left out' : mustBe(endpoint, fact, text);
    if (wanted !== false) return `Parameter '${fact.name}' must be ${wanted}`;
  }
  return undefined;
}
