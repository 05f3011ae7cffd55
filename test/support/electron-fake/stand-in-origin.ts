/**
 * Chromium refuses to navigate to a scheme it does not know, so `app://bundle/` is shown at an
 * https address that nobody can own (`.invalid`, RFC 6761), and translated both ways.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CustomScheme } from 'electron';
import { notModelled } from './only-modelled.ts';

let scheme: string | null = null;

/** The scheme that the program registered; null before it did. */
export const registered = (): string | null => scheme;

/** What an https address has, beside the cache of compiled scripts; videos come in parts there, too. */
const privileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  codeCache: true,
  stream: true,
};

export function register(schemes: readonly CustomScheme[]): void {
  const [only] = schemes;
  if (only === undefined || schemes.length > 1) throw notModelled('any number of schemes but one');
  if (!isDeepStrictEqual(only.privileges, privileges)) throw notModelled('any other privileges');
  ({ scheme } = only);
}

const suffix = '.app-scheme.invalid';

/** `app://bundle/x` → `https://bundle.app-scheme.invalid/x`; other addresses as they are. */
export function toStandIn(address: string): string {
  const prefix = `${scheme}://`;
  if (scheme === null || !address.startsWith(prefix)) return address;
  const rest = address.slice(prefix.length);
  const end = rest.search(/[/?#]/);
  const host = end === -1 ? rest : rest.slice(0, end);
  return `https://${host}${suffix}${end === -1 ? '/' : rest.slice(end)}`;
}

const standIn = /^https:\/\/([^/?#]*)\.app-scheme\.invalid(?=[/?#]|$)/;

export const isStandIn = (address: string): boolean => standIn.test(address);

/** The way back. */
export function fromStandIn(address: string): string {
  return address.replace(standIn, (_all, host: string) => `${scheme}://${host}`);
}
