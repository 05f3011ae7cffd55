/** Which credential may be sent to which paths. */
import { assertNever } from '#shared/assert-never.ts';
import type { CredentialNeed } from '#shared/catalogue/types.ts';
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import { familyOf } from '#shared/service/families.ts';

/** The need that a credential of this kind meets. */
function needOf(kind: CredentialKind): CredentialNeed {
  switch (kind) {
    case 'accessKey':
    case 'trialKey':
      return 'accessKey';
    case 'sessionToken':
      return 'sessionToken';
    default:
      return assertNever(kind);
  }
}

/**
 * Whether a credential may be sent to a path (checklist 23). The path is the service's own,
 * without what its address may carry before it.
 */
export function belongsTo(kind: CredentialKind, path: string): boolean {
  return familyOf(path).need === needOf(kind);
}
