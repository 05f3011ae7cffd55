/** Parses a description's bytes into a value of limited size and depth. */
import { parseDocument } from 'yaml';
import type { DescribedService } from '../described.ts';
import { jsonIn } from '../../json/index.ts';

/** `message` is shown to the person: the rest of a sentence that starts "The service’s description". */
export class Unreadable extends Error {}

/** Deeper documents aren't descriptions but attacks on parsers. */
const deepest = 200;
const mostValues = 2_000_000;

export type DocumentFormat = 'json' | 'yaml';

/** @throws Unreadable */
export function readDocument(bytes: Uint8Array, format: DocumentFormat): Record<string, unknown> {
  const text = decode(bytes);
  const value = format === 'json' ? readJson(text) : readYaml(text);
  checkSize(value);
  if (!isObject(value)) throw new Unreadable('isn’t an object.');
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
  const value = jsonIn(text);
  if (value === undefined) throw new Unreadable('is not JSON.');
  return value;
}

function readYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', merge: false, logLevel: 'silent' });
  if (document.errors.length > 0) throw new Unreadable('is not YAML.');
  try {
    // Rejects aliases that multiply before following them.
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new Unreadable('repeats parts of itself too often.');
  }
}

/** Iterative, so that a deep document can't overflow the stack. */
function checkSize(document: unknown): void {
  let left = mostValues;
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    left -= 1;
    if (left < 0) throw new Unreadable('is too large to read.');
    if (next.depth > deepest) throw new Unreadable('is nested too deeply.');
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Resolve = (value: unknown) => Record<string, unknown> | null;

/** Longer chains of references are treated as dead ends. */
const longestChain = 30;

/**
 * Creates a function that follows `$ref`s to the object meant, within the document only. It returns
 * null for a dead end, a cycle or another document. Own members only (`__proto__` isn't one).
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

/** Decodes a step of a JSON Pointer in a URI fragment (RFC 6901). */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

/** Returns an own member of an object or a list; undefined when there is none. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** Control characters, and those that change the direction of text. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;

/**
 * Returns a stranger's text as one line without tags and control characters, truncated to `most`
 * characters. This makes it readable, not safe for HTML, where it must never be inserted.
 */
export function plainText(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const words = value
    .slice(0, most * 20)
    .replaceAll(/<\/?[A-Za-z!][^<>]{0,200}>/g, ' ')
    .replaceAll(invisible, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}

/** Returns a value as it would be written in an address; null when it can't be. */
export function plainValue(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > most) return null;
  // Not cleaned like text: a changed value would be another value.
  return invisibleOrHalf.test(value) ? null : value;
}

const invisibleOrHalf = /[\p{Cc}\p{Cs}]/u;

/** The worker's input. */
export interface DescriptionTask {
  bytes: Uint8Array;
  format: DocumentFormat;
  /** The path of the service's address, without a trailing slash. */
  basePath: string;
}

/** The worker's output. */
export type DescriptionAnswer =
  | { ok: true; service: DescribedService }
  /** `why`: the rest of a sentence that starts "The service’s description". */
  | { ok: false; why: string };
