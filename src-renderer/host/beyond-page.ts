/** Calls that the browser carries on with when the page goes away the moment they are made. */
import type { MethodName } from '#shared/contract/methods.ts';

/**
 * What a person takes for done. Nothing that asks the service for data: they who leave don't wait
 * for it, and it may cost.
 */
const changes: ReadonlySet<MethodName> = new Set<MethodName>([
  'workspace.save',
  'preferences.save',
  'service.choose',
  'credential.add',
  'credential.replace',
  'credential.use',
  'credential.rename',
  'credential.remove',
  'correction.set',
  'correction.reset',
  'difference.accept',
  'run.stop',
  'history.describe',
  'history.remove',
  'history.restore',
]);

/** Browsers carry at most 64 KiB at a time, and refuse what is more. */
const mostBytes = 60_000;

const encoder = new TextEncoder();

/** Whether a call may outlive the page, beside those that are under way. */
export function createBeyondPage(): {
  /** Does `send`, told whether the call may. */
  carry: <T>(
    method: MethodName,
    body: string,
    send: (keepalive: boolean) => Promise<T>,
  ) => Promise<T>;
} {
  let carried = 0;
  return {
    async carry(method, body, send) {
      const bytes = changes.has(method) ? encoder.encode(body).length : Number.POSITIVE_INFINITY;
      if (carried + bytes > mostBytes) return send(false);
      carried += bytes;
      try {
        return await send(true);
      } finally {
        carried -= bytes;
      }
    },
  };
}
