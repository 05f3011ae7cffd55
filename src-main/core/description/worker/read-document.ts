/** From the bytes of a description to a value with known bounds. */
import { parseDocument } from 'yaml';

/** Said to the person as it is: half a sentence after "The service’s description". */
export class Unreadable extends Error {}

/** Deeper documents are no descriptions: they are there to make readers fall over. */
const deepest = 200;
const mostValues = 2_000_000;

export type DocumentFormat = 'json' | 'yaml';

/** @throws Unreadable */
export function readDocument(bytes: Uint8Array, format: DocumentFormat): Record<string, unknown> {
  const text = decode(bytes);
  const value = format === 'json' ? readJson(text) : readYaml(text);
  checkSize(value);
  if (!isObject(value)) throw new Unreadable('is no object.');
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('is not UTF-8 text.');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('is not JSON.');
  }
}

function readYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', merge: false, logLevel: 'silent' });
  if (document.errors.length > 0) throw new Unreadable('is not YAML.');
  try {
    // Aliases that multiply are refused before they are followed.
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new Unreadable('repeats parts of itself too often.');
  }
}

/** Walks without recursion: the point is not to run out of stack. */
function checkSize(document: unknown): void {
  let left = mostValues;
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    left -= 1;
    if (left < 0) throw new Unreadable('is too large to be read.');
    if (next.depth > deepest) throw new Unreadable('is nested too deeply.');
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
