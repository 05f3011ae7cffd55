/** Which credential belongs to which paths. Source: specification, Endpoint families. */
import { assertNever } from '#shared/assert-never.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';

const dataPaths = ['/api/data/'];
/** Account, billing and crawl settings. We read plan and usage only. */
const accountPaths = ['/api/tokens', '/api/plan', '/api/usage', '/api/crawl/', '/api/stripe/'];

function pathsOf(kind: CredentialKind): readonly string[] {
  switch (kind) {
    case 'accessKey':
    case 'trialKey':
      return dataPaths;
    case 'sessionToken':
      return accountPaths;
    default:
      return assertNever(kind);
  }
}

/**
 * Whether a credential may be sent to a path (checklist 23). The path is the service's own,
 * without what its address may carry before it.
 */
export function belongsTo(kind: CredentialKind, path: string): boolean {
  return pathsOf(kind).some((prefix) =>
    prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix,
  );
}
