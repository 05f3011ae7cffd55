/** Takes out of a text what nobody else should read: credentials, and where this computer keeps things. */
import { homedir, userInfo } from 'node:os';

/** Shorter values are no keys, and would be found in ordinary words. */
const shortest = 8;

/** What looks like a credential, whoever it belongs to. */
const credentialShapes: readonly RegExp[] = [
  /\bBearer\s+[^\s"']+/gi,
  /\bTRIAL[\w-]{6,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
];

/** @param secrets Every credential's value known to the program. */
export function redact(text: string, secrets: readonly string[]): string {
  let result = withoutSecrets(text, secrets);
  for (const shape of credentialShapes) result = result.replaceAll(shape, '[key]');
  return withoutHome(result);
}

/** Takes out the values themselves, in every form in which they are written. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  // The longest first: one may be a part of another.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    if (secret.length < shortest) continue;
    for (const form of new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
    ])) {
      result = result.replaceAll(form, '[key]');
    }
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
  /** What those values were. */
  values: string[];
}

/** What stands before an address's own parts: `/api/crawl/…`. */
const ownParts = 3;

/**
 * Takes a question's values out of an address: its path becomes the template it was made from.
 * Where none is known (the service was described differently then, or the path was written by
 * hand), the whole path of data goes, and of another one all but words of the service's own.
 *
 * @param templates Paths of the endpoints in force.
 */
export function withoutQuestion(target: string, templates: readonly string[]): WithoutQuestion {
  const [path = '', query = ''] = target.split('?', 2);
  const values = [...new URLSearchParams(query)].map(([, value]) => value);
  const params = query === '' ? '' : `?${query.replaceAll(/=[^&]*/g, '=…')}`;
  for (const template of templates) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const found = pattern.exec(path);
    if (found === null) continue;
    const ofPath = found.slice(1).map(decoded);
    return { target: `${template}${params}`, values: [...ofPath, ...values] };
  }
  if (!path.startsWith('/api/')) return { target: `${path}${params}`, values };
  const parts = path.split('/');
  if (path.startsWith('/api/data/')) {
    const ofPath = parts.slice(ownParts).map(decoded);
    return { target: `/api/data/…${params}`, values: [...ofPath, ...values] };
  }
  const words = new Set(templates.flatMap((template) => template.split('/')));
  const isOwn = (part: string, at: number): boolean => at < ownParts || words.has(part);
  return {
    target: `${parts.map((part, at) => (isOwn(part, at) ? part : '…')).join('/')}${params}`,
    values: [...parts.filter((part, at) => !isOwn(part, at)).map(decoded), ...values],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Values of one or two characters are in every sentence. */
const shortestValue = 3;

/** The service's words without the values of the question. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values
    .filter((value) => value.length >= shortestValue)
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, value) => words.replaceAll(value, '…'), text);
}
