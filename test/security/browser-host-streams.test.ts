/** Raw HTTP at the browser host: events and downloads. */
import { access, readdir, writeFile } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { someEvent } from '#test/unit/browser/fake-core.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import { sendRaw } from './raw-http.ts';

let running: RunningHost;

/** Waits as long as a busy machine may need. */
const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 15_000, interval: 5 });
afterEach(() => running.close());

interface Listening {
  request: ClientRequest;
  answer: IncomingMessage;
  text: () => string;
}

/** Opens the event stream and keeps what arrives. */
function listen(): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const request = get(
      {
        port: running.port,
        host: '127.0.0.1',
        path: '/api/events',
        headers: { Authorization: `Bearer ${running.token}` },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        answer.on('error', () => undefined);
        resolve({ request, answer, text: () => text });
      },
    );
    request.on('error', reject);
  });
}

describe('events', () => {
  it('come one JSON per line to every listener', async () => {
    running = await startHost();
    const [one, two] = await Promise.all([listen(), listen()]);
    expect(one.answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(running.core.listeners.size).toBe(2);
    running.core.tell(someEvent);
    running.core.tell(someEvent);
    const line = JSON.stringify(someEvent);
    for (const listening of [one, two]) {
      await eventually(() => expect(listening.text()).toBe(`\n${line}\n${line}\n`));
    }
  });

  it('are interrupted by empty lines, so that a dead connection shows', async () => {
    running = await startHost({ heartbeatMs: 5 });
    const listening = await listen();
    await eventually(() => expect(listening.text().length).toBeGreaterThan(3));
    expect(listening.text().trim()).toBe('');
  });

  it('end when the client leaves', async () => {
    running = await startHost();
    const listening = await listen();
    listening.request.destroy();
    await eventually(() => expect(running.core.listeners.size).toBe(0));
  });

  it('end when the host closes', async () => {
    running = await startHost();
    const listening = await listen();
    const ended = new Promise((resolve) => listening.answer.once('close', resolve));
    await running.host.close();
    await ended;
    expect(running.core.listeners.size).toBe(0);
  });

  it('are cut for a client that does not read, and go on for the others', async () => {
    running = await startHost({ maxUnreadBytes: 256 * 1024 });
    const [slow, quick] = await Promise.all([listen(), listen()]);
    slow.answer.pause();
    // What the system's socket buffers swallow is not ours to count: tell until it is cut.
    const size = { ...someEvent, padding: 'x'.repeat(100_000) };
    await eventually(() => {
      running.core.tell(size);
      expect(running.core.listeners.size).toBe(1);
    });
    const before = quick.text().length;
    running.core.tell(someEvent);
    await eventually(() => expect(quick.text().length).toBeGreaterThan(before));
    expect(quick.answer.destroyed).toBe(false);
  });
});

describe('38 downloads', () => {
  const save = async (name: string, content: string): Promise<string> => {
    const target = await running.downloads.chooseSaveTarget(name);
    await writeFile(target.path, content);
    const { download } = await target.finish([target.path]);
    return download ?? '';
  };
  const left = (): Promise<string[]> => readdir(join(running.folder, 'tmp', 'downloads'));

  it('38 are fetched once, without the token, and deleted', async () => {
    running = await startHost();
    const address = await save('posts.csv', 'a,b\r\n');
    expect(Buffer.from(address.replace('/download/', ''), 'base64url').length).toBeGreaterThan(23);
    const first = await sendRaw(running.port, { target: address });
    expect([first.status, first.body]).toEqual([200, 'a,b\r\n']);
    expect(first.headers.get('content-length')).toBe('5');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''posts.csv");
    const second = await sendRaw(running.port, { target: address });
    expect([second.status, second.body.includes('a,b')]).toEqual([404, false]);
    await eventually(async () => expect(await left()).toEqual([]));
  });

  it('38 a refused request does not use up the ticket', async () => {
    running = await startHost();
    const target = await save('posts.csv', 'x');
    const refused = [
      await sendRaw(running.port, { target, headers: [['Host', 'evil.test']] }),
      await sendRaw(running.port, { target, headers: [['Sec-Fetch-Site', 'cross-site']] }),
      await sendRaw(running.port, { target, method: 'HEAD' }),
      await sendRaw(running.port, { target, method: 'POST' }),
      await sendRaw(running.port, { target: `${target}x` }),
      await sendRaw(running.port, { target: target.slice(0, -1) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 405, 405, 404, 404]);
    const answer = await sendRaw(running.port, {
      target,
      headers: [['Sec-Fetch-Site', 'same-origin']],
    });
    expect(answer.status).toBe(200);
  });

  it('38 expire, and the file goes with the ticket', async () => {
    running = await startHost({ ticketMs: 20 });
    const target = await save('posts.csv', 'x');
    await eventually(async () => expect(await left()).toEqual([]));
    expect((await sendRaw(running.port, { target })).status).toBe(404);
  });

  it('38 a download that is broken off is deleted too', async () => {
    running = await startHost();
    const target = await save('large.csv', 'x'.repeat(32 * 1024 * 1024));
    await new Promise<void>((resolve) => {
      const request = get(`http://127.0.0.1:${running.port}${target}`, (answer) => {
        answer.once('data', () => request.destroy());
        answer.once('close', resolve);
        answer.on('error', () => undefined);
      });
    });
    await eventually(async () => expect(await left()).toEqual([]));
  });

  it('38 names can not break out of their header', async () => {
    running = await startHost();
    const target = await save('a";\r\nX-Evil: 1; ☃ (1)\'*.csv', 'x');
    const answer = await sendRaw(running.port, { target });
    expect(answer.headers.get('x-evil')).toBeNull();
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''a-%3B--X-Evil-%201%3B%20%E2%98%83%20%281%29%27-.csv",
    );
  });

  it('38 what an earlier process left is swept', async () => {
    running = await startHost();
    const { path } = await running.downloads.chooseSaveTarget('posts.csv');
    await writeFile(path, 'x');
    await running.downloads.sweep();
    await expect(access(path)).rejects.toThrow();
  });
});
