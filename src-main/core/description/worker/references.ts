/** `$ref`s within the document. Nothing outside it is ever looked for. */
import { isObject } from './read-document.ts';

export type Resolve = (value: unknown) => Record<string, unknown> | null;

/** A chain of references longer than this leads nowhere. */
const longestChain = 30;

/**
 * A function that follows references from an object to the object meant; null where there is none:
 * a dead end, a circle, another document. Members are own members only (`__proto__` is none).
 */
export function createResolve(document: Record<string, unknown>): Resolve {
  return (value) => {
    let current = value;
    for (let steps = 0; steps < longestChain; steps++) {
      if (!isObject(current)) return null;
      const reference = own(current, '$ref');
      if (typeof reference !== 'string') return current;
      current = pointedAt(document, reference);
    }
    return null;
  };
}

function pointedAt(document: Record<string, unknown>, reference: string): unknown {
  if (!reference.startsWith('#/')) return null;
  let current: unknown = document;
  for (const step of reference.slice(2).split('/')) {
    current = own(current, decodeStep(step));
    if (current === undefined) return null;
  }
  return current;
}

/** RFC 6901 in a URI fragment. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** A member of an object or a list; undefined when it has none of its own. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
