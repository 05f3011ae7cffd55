/**
 * The two hosts. In Electron: the preload's bridge, which main validates. In a browser: a socket for calls
 * and events, and POST for calls that outlive the page, both with the token.
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
import { inBatches, openLink } from './socket.ts';
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

/** @param open creates a socket to main; tests provide their own. */
export function createBrowserHost(
  token: string | null,
  open = () => new WebSocket(`ws://${window.location.host}/api/socket`),
): Host {
  const link = openLink(open, token ?? '');
  /** Of the calls in progress that may outlive the page. */
  let bytesInFlight = 0;

  /** Sends a call that arrives even if the page is gone by then. */
  const post = async (body: string, bytes: number): Promise<unknown> => {
    bytesInFlight += bytes;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, keepalive: true };
    const response = await fetch('/api/call', init).finally(() => (bytesInFlight -= bytes));
    return response.json();
  };

  return {
    capabilities: { savesToDisk: false, showsInFolder: false, receivesFiles: false },
    admitted: token !== null,
    call: (method, input) =>
      answerTo(method, input, () => {
        if (methodOf(method).outlivesPage !== true) return link.call(method, input);
        const body = JSON.stringify({ method, input });
        const bytes = encoder.encode(body).length;
        const fits = bytesInFlight + bytes <= mostKeptBytes;
        return fits ? post(body, bytes) : link.call(method, input);
      }),
    subscribe: (onEvent, onConnection) =>
      link.subscribe({ onEvent: inBatches(onEvent), onConnection }),
    openLink: (url) => {
      window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve(null);
    },
    download: (address, name) => {
      const anchor = document.createElement('a');
      anchor.href = address;
      anchor.download = name;
      anchor.hidden = true;
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
    },
  };
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
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'ok' in answer &&
    typeof answer.ok === 'boolean'
  );
}
