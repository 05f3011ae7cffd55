/** From the bytes of a description to a value with known bounds. */
import { parseDocument } from 'yaml';
import type { DescribedService } from '#shared/description/described.ts';

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
    if (left < 0) throw new Unreadable('is too large to read.');
    if (next.depth > deepest) throw new Unreadable('is nested too deeply.');
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// `$ref`s within the document. Nothing outside it is ever looked for.

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

// Words of a stranger's document, as plain text in one line.

/** Control characters, and those that turn the direction of what follows. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu;

/**
 * Without tags, control characters and line breaks, cut to `most` characters. Nothing here makes
 * text safe to be put into HTML: nobody may do that. It makes it readable.
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

/** A value as it would be written in an address; null for what can't be. */
export function plainValue(value: unknown, most: number): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > most) return null;
  // Here nothing is made readable: a changed value would be another value.
  return invisibleOrHalf.test(value) ? null : value;
}

const invisibleOrHalf = /[\p{Cc}\p{Cs}]/u;

// What goes into the thread and what comes out.

export interface DescriptionTask {
  bytes: Uint8Array;
  format: DocumentFormat;
  /** The path of the service's address, without a slash at the end. */
  basePath: string;
}

export type DescriptionAnswer =
  | { ok: true; service: DescribedService }
  /** Half a sentence after "The service’s description". */
  | { ok: false; why: string };
