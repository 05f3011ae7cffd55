/** The host in a browser: calls by POST, events by a streamed answer, both with the token. */
import { methodOf } from '#shared/contract/methods.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { followEvents, inBatches } from './event-stream.ts';
import { isResult, lostProblem } from './replies.ts';
import type { Host } from './types.ts';

export function createBrowserHost(token: string | null): Host {
  const authorization = `Bearer ${token ?? ''}`;
  const keepalives = createKeepalive();

  const call = async <M extends MethodName>(
    method: M,
    input: MethodInput<M>,
  ): Promise<Result<MethodOutput<M>>> => {
    const body = JSON.stringify({ method, input });
    try {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await keepalives.carry(method, body, (keepalive) =>
        fetch('/api/call', { method: 'POST', headers, body, keepalive }),
      );
      const answer: unknown = await response.json();
      if (isResult<MethodOutput<M>>(answer)) return answer;
    } catch {
      // Said below, in the same words as an answer that is not main's.
    }
    return { ok: false, error: lostProblem(method, input) };
  };

  return {
    capabilities: { savesToDisk: false, showsInFolder: false, isGivenFiles: false },
    admitted: token !== null,
    call,
    subscribe: (onEvent, onConnection) => {
      const ending = new AbortController();
      const open = (signal: AbortSignal) =>
        fetch('/api/events', { headers: { authorization }, cache: 'no-store', signal });
      void followEvents({ open, wait }, ending.signal, inBatches(onEvent), onConnection);
      return () => ending.abort();
    },
    openLink: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve(null);
    },
    download: (address, name) => {
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.hidden = true;
      document.body.append(link);
      link.click();
      link.remove();
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Browsers carry at most 64 KiB at a time, and refuse what is more. */
const mostBytes = 60_000;

const encoder = new TextEncoder();

/** Whether a call may outlive the page, beside those that are under way. */
function createKeepalive(): {
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
      const bytes =
        methodOf(method).outlivesPage === true
          ? encoder.encode(body).length
          : Number.POSITIVE_INFINITY;
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
