/** Finds which of a question's parameters an error is about, if the error says so. */
import { errorBody, jsonOf } from './problem-parts.ts';
import type { NamedParameter } from './problem-parts.ts';
import type { Answer } from './send.ts';

/** Returns the key of the parameter that the error names; null when it names none, without guessing. */
export function namedParameter(
  answer: Answer,
  parameters: readonly NamedParameter[],
): string | null {
  const { message, error } = errorBody(answer);
  return (
    firstNamedIn(`${message ?? ''}\n${error ?? ''}`, parameters) ??
    pointedAt(jsonOf(answer), parameters)
  );
}

interface Found {
  key: string;
  at: number;
  length: number;
}

/** Finds the parameter named first in a text; of two names at the same position, the longer one. */
function firstNamedIn(text: string, parameters: readonly NamedParameter[]): string | null {
  const found = parameters.flatMap((parameter) =>
    namesOf(parameter).flatMap((name): Found[] => {
      const at = text.search(name);
      const length = name.exec(text)?.[0].length ?? 0;
      return at === -1 ? [] : [{ key: parameter.key, at, length }];
    }),
  );
  // "The comment ID" begins before its own "ID".
  const [first] = found.toSorted((one, other) => one.at - other.at || other.length - one.length);
  return first?.key ?? null;
}

/** Matches a name as sent and in words: `commentId`, "comment ID". One word: only as sent, or "ID". */
function namesOf({ key, wire }: NamedParameter): RegExp[] {
  return [...new Set([key, wire ?? key])].flatMap((name) => {
    const words = name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll('_', ' ')
      .split(' ')
      .map(escaped);
    const asSent = wholeWord(escaped(name), 'u');
    const inWords = words.length > 1 || /^ids?$/i.test(name);
    return inWords ? [asSent, wholeWord(words.join(String.raw`[\s_-]?`), 'iu')] : [asSent];
  });
}

const wholeWord = (pattern: string, flags: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}_-])${pattern}(?![\p{L}\p{N}_-])`, flags);

const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`);

/** Error bodies are not nested deeper. */
const deepest = 5;
/** Members that say where an error is. Elsewhere an answer may repeat the whole question. */
const location = /^(?:field|param|parameter|property|argument|name|key|path|loc|location|in)s?$/i;
const complaints = /error|detail|violation|issue|invalid|problem/i;

/** Searches members: `{"field": "lang"}`, `{"errors": {"lang": […]}}`, `{"loc": ["query", "lang"]}`. */
function pointedAt(
  value: unknown,
  parameters: readonly NamedParameter[],
  member = '',
  depth = 0,
): string | null {
  const keyOf = (name: string): string | null =>
    parameters.find(({ key, wire }) => name === wire || name === key)?.key ?? null;
  if (typeof value === 'string') return location.test(member) ? keyOf(value) : null;
  if (typeof value !== 'object' || value === null || depth > deepest) return null;
  if (Array.isArray(value)) {
    return firstOf(value, (one) => pointedAt(one, parameters, member, depth + 1));
  }
  return firstOf(Object.entries(value), ([name, inner]) => {
    const named = complaints.test(member) ? keyOf(name) : null;
    return named ?? pointedAt(inner, parameters, name, depth + 1);
  });
}

function firstOf<T>(all: readonly T[], find: (one: T) => string | null): string | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}
