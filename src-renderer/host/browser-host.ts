/** The host in a browser: calls by POST, events by a streamed answer, both with the token. */
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import { createBeyondPage } from './beyond-page.ts';
import { followEvents } from './event-stream.ts';
import { inOneGo } from './in-one-go.ts';
import { lostProblem } from './lost-problem.ts';
import { isResult } from './shapes.ts';
import type { Host } from './types.ts';

export function createBrowserHost(token: string | null): Host {
  const authorization = `Bearer ${token ?? ''}`;
  const beyondPage = createBeyondPage();

  const call = async <M extends MethodName>(
    method: M,
    input: MethodInput<M>,
  ): Promise<Result<MethodOutput<M>>> => {
    const body = JSON.stringify({ method, input });
    try {
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await beyondPage.carry(method, body, (keepalive) =>
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
      void followEvents({ open, wait }, ending.signal, inOneGo(onEvent), onConnection);
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
