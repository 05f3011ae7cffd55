/**
 * Families of paths: which credential each requires and whether its calls are metered. Source:
 * specification, Endpoint families. Pure: the window shows what main decides.
 */
import { type CredentialNeed, type Platform, platforms } from '../catalogue/types.ts';

export interface Family {
  need: CredentialNeed;
  metered: boolean;
  /** Checkout and subscriptions: out of scope, since nothing here changes billing. */
  billing: boolean;
}

const open: Family = { need: 'none', metered: false, billing: false };
const ofOperation: Family = { need: 'accessKey', metered: false, billing: false };
const account: Family = { need: 'sessionToken', metered: false, billing: false };

/** Only this path is documented as free; what may be below it isn't. */
const operation = /^\/api\/data\/operations\/[^/]+$/;

/** The first match counts. A prefix that ends with a slash matches only the paths below it. */
const families: readonly (readonly [prefix: string, family: Family])[] = [
  ['/api/data/', { need: 'accessKey', metered: true, billing: false }],
  ['/api/tokens', account],
  ['/api/plan', account],
  ['/api/usage', account],
  ['/api/crawl', account],
  ['/api/stripe', { ...account, billing: true }],
];

/**
 * Returns the family of a path. The path is the service's own, encoded, without any prefix from the
 * service's address.
 */
export function familyOf(path: string): Family {
  if (operation.test(path)) return ofOperation;
  const found = families.find(([prefix]) =>
    prefix.endsWith('/')
      ? path.startsWith(prefix)
      : path === prefix || path.startsWith(`${prefix}/`),
  );
  return found?.[1] ?? open;
}

/** Returns the platform of a path below `/api/data/`; null if it has none. */
export function platformOfPath(path: string): Platform | null {
  const [, , , name] = path.split('/');
  return path.startsWith('/api/data/') ? (platforms.find((one) => one === name) ?? null) : null;
}
