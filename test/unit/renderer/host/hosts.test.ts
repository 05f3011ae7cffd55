// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserHost } from '#renderer/host/browser-host.ts';
import { createElectronHost } from '#renderer/host/electron-host.ts';

afterEach(() => vi.unstubAllGlobals());

function stubFetch(answer: () => Response) {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve().then(answer);
  });
  return sent;
}

const runId = 'run-0000-0001';

describe('the browser host', () => {
  it('sends the method, its input and the token, and nothing in the address', async () => {
    const sent = stubFetch(() => Response.json({ ok: true, value: { pages: [] } }));
    const host = createBrowserHost('secret-token');
    const result = await host.call('run.pages', { runId, from: 0, count: 10 });
    expect(result).toEqual({ ok: true, value: { pages: [] } });
    expect(sent[0]?.url).toBe('/api/call');
    expect(new Headers(sent[0]?.init?.headers).get('authorization')).toBe('Bearer secret-token');
    expect(sent[0]?.init?.body).toBe(
      JSON.stringify({ method: 'run.pages', input: { runId, from: 0, count: 10 } }),
    );
  });

  it('never rejects: a lost connection is a problem', async () => {
    stubFetch(() => {
      throw new TypeError('Failed to fetch');
    });
    const result = await createBrowserHost('t').call('app.snapshot', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'internal', call: 'noCall' } });
  });

  it('says that a run may have been counted when its answer is lost', async () => {
    stubFetch(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const result = await createBrowserHost('t').call('run.next', { runId });
    expect(result).toMatchObject({ ok: false, error: { call: 'unanswered' } });
    const request = { requestId: runId, request: { path: '/api/data', params: [] } };
    const host = createBrowserHost('t');
    expect(await host.call('request.send', { ...request, metered: true })).toMatchObject({
      error: { call: 'unanswered' },
    });
    expect(await host.call('request.send', request)).toMatchObject({ error: { call: 'noCall' } });
  });

  it('lets changes outlive the page, and nothing that asks', async () => {
    const sent = stubFetch(() => Response.json({ ok: true, value: {} }));
    const host = createBrowserHost('t');
    await host.call('history.remove', { runIds: [runId] });
    await host.call('run.stop', { runId });
    await host.call('run.next', { runId });
    await host.call('app.snapshot', {});
    expect(sent.map(({ init }) => init?.keepalive)).toEqual([true, true, false, false]);
  });

  it('lets them within the browser’s limit, in bytes and all together', async () => {
    const sent = stubFetch(() => Response.json({ ok: true, value: {} }));
    const host = createBrowserHost('t');
    const add = (value: string) => host.call('credential.add', { value });
    await add('寒'.repeat(19_000));
    await add('寒'.repeat(20_000));
    await Promise.all([add('x'.repeat(40_000)), add('x'.repeat(30_000)), add('x')]);
    await add('x'.repeat(40_000));
    const kept = sent.map(({ init }) => init?.keepalive);
    expect(kept).toEqual([true, false, true, false, true, true]);
  });

  it('knows whether it was let in', () => {
    expect(createBrowserHost('t').admitted).toBe(true);
    expect(createBrowserHost(null).admitted).toBe(false);
  });

  it('opens links apart from this window', async () => {
    const opened: unknown[][] = [];
    vi.stubGlobal('open', (...parts: unknown[]) => void opened.push(parts));
    await createBrowserHost('t').openLink('https://example.org/');
    expect(opened).toEqual([['https://example.org/', '_blank', 'noopener,noreferrer']]);
  });
});

describe('the host in Electron', () => {
  const bridge = (answer: (method: string, input: unknown) => unknown) => ({
    call: (method: string, input: unknown) => Promise.resolve().then(() => answer(method, input)),
    subscribe: () => () => {},
  });

  it('hands calls to the bridge and answers with its result', async () => {
    const host = createElectronHost(
      bridge((method, input) => ({ ok: true, value: [method, input] })),
    );
    expect(await host.call('app.snapshot', {})).toEqual({ ok: true, value: ['app.snapshot', {}] });
    expect(host.capabilities).toEqual({
      savesToDisk: true,
      showsInFolder: true,
      isGivenFiles: true,
    });
  });

  it('turns a bridge that fails or talks nonsense into a problem', async () => {
    const failing = createElectronHost(
      bridge(() => {
        throw new Error('gone');
      }),
    );
    const talking = createElectronHost(bridge(() => 'hello'));
    for (const host of [failing, talking]) {
      expect(await host.call('app.snapshot', {})).toMatchObject({ ok: false });
    }
  });

  it('lets main open links, and says when main refuses', async () => {
    const error = { code: 'invalid_input', title: 'Only https.' };
    const host = createElectronHost(bridge(() => ({ ok: false, error })));
    expect(await host.openLink('file:///etc/passwd')).toEqual(error);
  });
});
