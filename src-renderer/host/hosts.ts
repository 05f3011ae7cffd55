/**
 * The two hosts. In Electron: the preload's bridge, which main validates. In a browser: calls by POST
 * and events as a streamed response, both with the token.
 */
import type { ExplorerBridge } from '#shared/contract/event.ts';
import {
  mayCount,
  type MethodInput,
  type MethodName,
  methodOf,
  type MethodOutput,
} from '#shared/contract/methods.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Result } from '#shared/contract/result.ts';
import { followEvents, inBatches, isObject, rest, wait } from './event-stream.ts';
import type { Host } from './types.ts';

export function createElectronHost(bridge: ExplorerBridge): Host {
  const call = <M extends MethodName>(method: M, input: MethodInput<M>) =>
    answerTo(method, input, () => bridge.call(method, input));
  return {
    capabilities: { savesToDisk: true, showsInFolder: true, receivesFiles: true },
    admitted: true,
    call,
    subscribe: (onEvent, onConnection) => {
      onConnection('heard');
      return bridge.subscribe(onEvent);
    },
    openLink: async (url) => {
      const result = await call('link.open', { url });
      return result.ok ? null : result.error;
    },
    // Not needed, since main writes the files; see `savesToDisk`.
    download: () => {},
  };
}

export function createBrowserHost(token: string | null): Host {
  const authorization = `Bearer ${token ?? ''}`;
  const headers = {
    authorization,
    'content-type': 'application/json',
    // Slow answers are fetched later: a browser has six connections to a host, and *Stop* needs one.
    prefer: 'respond-async, wait=1',
  };
  /** Of the calls in progress that may outlive the page. */
  let bytesInFlight = 0;

  const call = <M extends MethodName>(method: M, input: MethodInput<M>) =>
    answerTo(method, input, async (): Promise<unknown> => {
      const body = JSON.stringify({ method, input });
      const bytes = encoder.encode(body).length;
      const keepalive =
        methodOf(method).outlivesPage === true && bytesInFlight + bytes <= mostKeptBytes;
      if (keepalive) bytesInFlight += bytes;
      const response = await fetch('/api/call', {
        method: 'POST',
        headers,
        body,
        keepalive,
      }).finally(() => {
        if (keepalive) bytesInFlight -= bytes;
      });
      return answered(response, (address) =>
        fetch(address, { headers: { authorization }, cache: 'no-store' }),
      );
    });

  return {
    capabilities: { savesToDisk: false, showsInFolder: false, receivesFiles: false },
    admitted: token !== null,
    call,
    subscribe: (onEvent, onConnection) => {
      const ending = new AbortController();
      const open = (signal: AbortSignal) =>
        fetch('/api/events', { headers: { authorization }, cache: 'no-store', signal });
      void followEvents({ open, wait, rest }, ending.signal, inBatches(onEvent), onConnection);
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

/** Reads main's answer, asking for it until it is there: after 0.1 s, and at most once a second. */
async function answered(
  first: Response,
  ask: (address: string) => Promise<Response>,
): Promise<unknown> {
  let response = first;
  for (let pause = 100; response.status === 202; pause = Math.min(1000, pause * 1.25)) {
    await wait(pause);
    response = await ask(response.headers.get('location') ?? '');
  }
  return response.json();
}

/** Browsers allow at most 64 KiB of keepalive requests at a time, and reject more. */
const mostKeptBytes = 60_000;

const encoder = new TextEncoder();

/**
 * The token of the browser host. It is in the fragment of the address printed in the terminal, because
 * a fragment is never sent to a server nor written to its log.
 */
const storageKey = 'explorer-token';

/** The parts of `window` that are used, so that tests can provide their own. */
interface TokenWindow {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** Returns the token in the address, or null: the fragment is also used for pages (`#/account`). */
export function tokenGiven(location: Pick<Location, 'hash'>): string | null {
  return /^#token=([A-Za-z0-9._~-]+)$/.exec(location.hash)?.[1] ?? null;
}

/**
 * Moves the token from the fragment to the tab's session storage, so that a reload works and the
 * address can be shown or copied without it. Returns null if there is none.
 */
export function takeToken({ location, history, sessionStorage }: TokenWindow): string | null {
  const given = tokenGiven(location);
  if (given === null) return sessionStorage.getItem(storageKey);
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return given;
}

/** Returns main's result of a call; never rejects. */
async function answerTo<M extends MethodName>(
  method: M,
  input: MethodInput<M>,
  send: () => Promise<unknown>,
): Promise<Result<MethodOutput<M>>> {
  try {
    const answer = await send();
    if (isResult<MethodOutput<M>>(answer)) return answer;
  } catch {
    // Reported below, in the same words as an answer that is not from main.
  }
  return { ok: false, error: lostProblem(method, input) };
}

/**
 * Returns the problem of a call without an answer from main. It may have been executed nevertheless,
 * and a call to the service may have been counted: the problem says what is known.
 */
function lostProblem<M extends MethodName>(method: M, input: MethodInput<M>): Problem {
  return {
    code: 'internal',
    title: 'The program behind this page did not answer.',
    advice: 'Check that it is still running, then try again.',
    call: mayCount(method, input) ? 'unanswered' : 'noCall',
    remedies: [],
    details: null,
  };
}

/**
 * Whether this is from main's dispatcher: a response of a proxy or an error page looks different. Main is
 * built together with this window, so its results are not parsed a second time here.
 */
function isResult<T>(answer: unknown): answer is Result<T> {
  return isObject(answer) && typeof answer.ok === 'boolean';
}
