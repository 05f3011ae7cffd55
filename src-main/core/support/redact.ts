/** Redacts what others must not read: credentials, local paths, and the values of a question. */
import { homedir, userInfo } from 'node:os';

/** Shorter values aren't keys, and would match inside ordinary words. */
export const shortestSecret = 8;

/** Match anything that looks like a credential, known or not. */
const credentialShapes: readonly RegExp[] = [
  /\bBearer\s+[^\s"']+/gi,
  /\bTRIAL[\w-]{6,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
];

/** @param secrets The values of all credentials known to the program. */
export function redact(text: string, secrets: readonly string[]): string {
  let result = withoutSecrets(text, secrets);
  for (const shape of credentialShapes) result = result.replaceAll(shape, '[key]');
  return withoutHome(result);
}

/** Returns how a secret may be written: as it is, escaped as in JSON, percent-encoded. */
export function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret) return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const lower = percent.replaceAll(/%../g, (code) => code.toLowerCase());
  return [...new Set([secret, json, json.replaceAll('/', String.raw`\/`), percent, lower])];
}

/** Removes the values themselves, in every form. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  // Longest first: one may be part of another.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    for (const form of formsOf(secret)) result = result.replaceAll(form, '[key]');
  }
  return result;
}

function withoutHome(text: string): string {
  const home = homedir();
  const forms = [home, JSON.stringify(home).slice(1, -1)].filter((form) => form.length > 1);
  let result = text;
  for (const form of forms) result = result.replaceAll(form, '~');
  const { username } = userInfo();
  // Data folders outside the home may still be named after the person.
  return username.length < 3 || username === 'root'
    ? result
    : result.replaceAll(new RegExp(`([/\\\\])${escape(username)}(?=[/\\\\"])`, 'g'), '$1[user]');
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface WithoutQuestion {
  /** The address with `…` for every value. */
  target: string;
  /** The values that were replaced. */
  values: string[];
}

/** Leading segments of a path that never hold a value: `/api/crawl/…`. */
const prefixSegments = 3;

/**
 * Removes a question's values from an address by replacing its path with the template it was built
 * from. Without a matching template (the service was described differently then, or the path was
 * written by hand), a data path is removed whole, and another path keeps only the service's own words.
 *
 * @param templates Paths of the endpoints in the current catalogue.
 */
export function withoutQuestion(target: string, templates: readonly string[]): WithoutQuestion {
  const [path = '', query = ''] = target.split('?', 2);
  // Names of fields say nothing about what was asked, and are ordinary words.
  const values = [...new URLSearchParams(query)].flatMap(([name, value]) =>
    name === 'fields' ? [] : [value],
  );
  const params = query === '' ? '' : `?${query.replaceAll(/=[^&]*/g, '=…')}`;
  for (const template of templates) {
    const ofPath = valuesOfPath(path, template);
    if (ofPath === null) continue;
    return { target: `${template}${params}`, values: [...ofPath.map(decoded), ...values] };
  }
  if (!path.startsWith('/api/')) return { target: `${path}${params}`, values };
  const parts = path.split('/');
  if (path.startsWith('/api/data/')) {
    const ofPath = parts.slice(prefixSegments).map(decoded);
    return { target: `/api/data/…${params}`, values: [...ofPath, ...values] };
  }
  const words = new Set(templates.flatMap((template) => template.split('/')));
  const isOwn = (part: string, at: number): boolean => at < prefixSegments || words.has(part);
  return {
    target: `${parts.map((part, at) => (isOwn(part, at) ? part : '…')).join('/')}${params}`,
    values: [...parts.filter((part, at) => !isOwn(part, at)).map(decoded), ...values],
  };
}

/** Returns what fills the template's keys; null when the path isn't built from it. */
function valuesOfPath(path: string, template: string): string[] | null {
  const [parts, wanted] = [path.split('/'), template.split('/')];
  const isKey = (at: number): boolean => /^\{\w+\}$/.test(wanted[at] ?? '');
  const fits = parts.every((part, at) => (isKey(at) ? part !== '' : part === wanted[at]));
  return fits && parts.length === wanted.length ? parts.filter((_, at) => isKey(at)) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shorter values would match in every sentence. */
const shortestValue = 3;

/**
 * Returns the service's message without the values of the question, in any case; nor their parts: it
 * may name one ID of a list, or one word of a search.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const parts = values.flatMap((value) => value.split(/[^\p{L}\p{M}\p{N}_-]+/u));
  const wholly = (one: string): RegExp => new RegExp(escape(one), 'giu');
  const asWord = (one: string): RegExp =>
    new RegExp(`(?<![\\p{L}\\p{N}])${escape(one)}(?![\\p{L}\\p{N}])`, 'giu');
  const without = (given: string, all: readonly string[], pattern: typeof wholly): string =>
    [...new Set(all)]
      .filter((one) => one.length >= shortestValue)
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, one) => left.replaceAll(pattern(one), '…'), given);
  return without(without(text, values, wholly), parts, asWord);
}
