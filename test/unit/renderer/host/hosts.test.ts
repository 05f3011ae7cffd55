import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createBrowserHost,
  takeToken,
  tokenGiven,
  createElectronHost,
} from '#renderer/host/hosts.ts';

afterEach(() => vi.unstubAllGlobals());

const runId = 'run-0000-0001';

describe('the browser host', () => {
  /** What was sent by the socket, and an answer to each. */
  const said: unknown[] = [];
  const host = createBrowserHost('secret-token', () => {
    const target = new EventTarget();
    const tell = (message: unknown): void => {
      const event = Object.assign(new Event('message'), { data: JSON.stringify(message) });
      queueMicrotask(() => target.dispatchEvent(event));
    };
    const send = (text: string): void => {
      const { id, method, input } = JSON.parse(text) as Record<string, unknown>;
      if (id === undefined) return;
      said.push({ method, input });
      const result = method === 'rows.window' ? undefined : { ok: true, value: { pages: [] } };
      tell({ id, result });
    };
    tell({ page: 'new', last: 0 });
    return Object.assign(target, { send }) as unknown as WebSocket;
  });

  function answerWith(answer: () => Response = () => Response.json({ ok: true, value: {} })) {
    const sent: { url: string; init: RequestInit }[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return Promise.resolve().then(answer);
    });
    return { sent, kept: () => sent.map(({ init }) => init.keepalive) };
  }

  it('calls over the socket, and never rejects: a call without answer is a problem', async () => {
    const input = { runId, from: 0, count: 10 };
    expect(await host.call('run.pages', input)).toEqual({ ok: true, value: { pages: [] } });
    expect(said.splice(0)).toEqual([{ method: 'run.pages', input }]);
    const lost = { ok: false, error: { code: 'internal', call: 'noCall' } };
    const window = { runId, offset: 0, count: 1 };
    expect(await host.call('rows.window', window)).toMatchObject(lost);
    expect(said.splice(0)).toHaveLength(1);
  });

  it('posts a change with the token, and nothing in the address', async () => {
    const { sent } = answerWith();
    const input = { runIds: [runId] };
    expect(await host.call('history.remove', input)).toEqual({ ok: true, value: {} });
    const { url, init } = sent[0]!;
    expect(url).toBe('/api/call');
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer secret-token');
    expect(init.body).toBe(JSON.stringify({ method: 'history.remove', input }));
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await host.call('history.remove', input)).toMatchObject({ ok: false });
  });

  it('says of a lost answer whether the call may have been counted', async () => {
    let isLost = true;
    const lost = createBrowserHost('t', () => {
      const target = new EventTarget();
      const close = Object.assign(new Event('close'), { code: 1006 });
      queueMicrotask(() => isLost && target.dispatchEvent(close));
      return target as unknown as WebSocket;
    });
    const request = { requestId: runId, request: { path: '/api/data', params: [] } };
    const results = [
      await lost.call('run.next', { runId }),
      await lost.call('request.send', { ...request, metered: true }),
      await lost.call('request.send', request),
    ];
    // It would be tried again in the tests of other files.
    isLost = false;
    const calls = results.map((result) => !result.ok && result.error.call);
    expect(calls).toEqual(['unanswered', 'unanswered', 'noCall']);
  });

  it('lets changes outlive the page within the browser’s limit, and nothing that asks', async () => {
    const { kept } = answerWith();
    await host.call('history.remove', { runIds: [runId] });
    await host.call('run.stop', { runId });
    expect(kept()).toEqual([true, true]);
    await host.call('run.next', { runId });
    await host.call('app.snapshot', {});
    expect(said.splice(0)).toHaveLength(2);
    const add = (value: string) => host.call('credential.add', { value });
    await add('寒'.repeat(19_000));
    expect(said).toHaveLength(0);
    await add('寒'.repeat(20_000));
    expect(said.splice(0)).toHaveLength(1);
    await Promise.all([add('x'.repeat(40_000)), add('x'.repeat(30_000)), add('x')]);
    expect(said.splice(0)).toHaveLength(1);
    await add('x'.repeat(40_000));
    expect(kept()).toEqual([true, true, true, true, true, true]);
  });

  it('opens links apart from this window', async () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    await host.openLink('https://example.org/');
    expect(open).toHaveBeenCalledWith('https://example.org/', '_blank', 'noopener,noreferrer');
  });
});

it('the host in Electron hands calls and links to the bridge; what fails or talks nonsense is a problem', async () => {
  const hostOn = (call: (method: string, input: unknown) => Promise<unknown>) =>
    createElectronHost({ call, subscribe: () => () => {} });
  const other = hostOn(async (method, input) => ({ ok: true, value: [method, input] }));
  expect(await other.call('app.snapshot', {})).toEqual({ ok: true, value: ['app.snapshot', {}] });
  for (const broken of [() => Promise.reject(new Error('gone')), async () => 'hello']) {
    expect(await hostOn(broken).call('app.snapshot', {})).toMatchObject({ ok: false });
  }
  const error = { code: 'invalid_input', title: 'Only https.' };
  const refusing = hostOn(async () => ({ ok: false, error }));
  expect(await refusing.openLink('file:///etc/passwd')).toEqual(error);
});

function take(hash: string, before: string | null = null) {
  const replaceState = vi.fn();
  const sessionStorage = { getItem: () => before, setItem: vi.fn() };
  const location = { hash, pathname: '/', search: '?a=1' };
  const token = takeToken({ location, history: { replaceState }, sessionStorage });
  const kept: unknown = sessionStorage.setItem.mock.calls[0];
  return { token, address: replaceState.mock.calls[0]?.[2] as unknown, kept };
}

it('the token of the browser host goes from the address into storage, and survives a reload', () => {
  const given = { token: 'abc-_123', address: '/?a=1', kept: ['explorer-token', 'abc-_123'] };
  for (const before of [null, 'of an earlier start']) {
    expect(take('#token=abc-_123', before)).toEqual(given);
  }
  // The fragment names a page then.
  expect(take('#/account', 'kept')).toMatchObject({ token: 'kept', address: undefined });
});

it('the token of the browser host is missing when nobody gave one or it can be none, and then nobody is let in', () => {
  expect([take('').token, take('#token=').token]).toEqual([null, null]);
  const hashes = ['#token=a b', '#token=a&token=b', '#/token=a'];
  expect(hashes.map((hash) => tokenGiven({ hash }))).toEqual([null, null, null]);
  const admitted = ['t', null].map((token) => createBrowserHost(token).admitted);
  expect(admitted).toEqual([true, false]);
});
