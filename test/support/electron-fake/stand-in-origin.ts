/**
 * Chromium refuses to navigate to a scheme it does not know, so `app://bundle/` is shown at an
 * https address that nobody can own (`.invalid`, RFC 6761), and translated both ways.
 */
import type { CustomScheme } from 'electron';
import { expectKeys, notModelled } from './only-modelled.ts';

let scheme: CustomScheme | null = null;

/** What the program registered; null before it did. */
export const registered = (): CustomScheme | null => scheme;

export function register(schemes: readonly CustomScheme[]): void {
  const [only] = schemes;
  if (only === undefined || schemes.length > 1) throw notModelled('any number of schemes but one');
  const known = ['standard', 'secure', 'supportFetchAPI', 'codeCache', 'bypassCSP'];
  expectKeys('registerSchemesAsPrivileged', only.privileges ?? {}, known);
  scheme = only;
}

/** Without `secure`, the page is no secure context. */
const standInScheme = (): string => (scheme?.privileges?.secure ? 'https' : 'http');

const suffix = '.app-scheme.invalid';

/** `app://bundle/x` → `https://bundle.app-scheme.invalid/x`; other addresses as they are. */
export function toStandIn(address: string): string {
  const prefix = `${scheme?.scheme}://`;
  if (scheme === null || !address.startsWith(prefix)) return address;
  const rest = address.slice(prefix.length);
  const end = rest.search(/[/?#]/);
  const host = end === -1 ? rest : rest.slice(0, end);
  return `${standInScheme()}://${host}${suffix}${end === -1 ? '/' : rest.slice(end)}`;
}

const standIn = /^https?:\/\/([^/?#]*)\.app-scheme\.invalid(?=[/?#]|$)/;

export const isStandIn = (address: string): boolean => standIn.test(address);

/** The way back. */
export function fromStandIn(address: string): string {
  return address.replace(standIn, (_all, host: string) => `${scheme?.scheme}://${host}`);
}
