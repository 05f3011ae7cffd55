/** Raw HTTP at the browser host: events and downloads. */
import { readdir, writeFile } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { maxStreams } from '#main/browser/events.ts';
import { someEvent } from '#test/unit/browser/fake-core.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';

let running: RunningHost;
afterEach(() => running.close());

/** Waits as long as a busy machine may need. */
const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 20_000, interval: 5 });

interface Listening {
  request: ClientRequest;
  answer: IncomingMessage;
  text: () => string;
}

/** Sends a GET and keeps what arrives. */
function open(path: string, headers: Record<string, string> = {}): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const { port } = running;
    const request = get({ port, host: '127.0.0.1', path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      answer.on('error', () => undefined);
      resolve({ request, answer, text: () => text });
    });
    request.on('error', reject);
  });
}
const listen = (): Promise<Listening> =>
  open('/api/events', { Authorization: `Bearer ${running.token}` });

describe('events', () => {
  it('come one JSON per line to every listener, until it leaves or the host closes', async () => {
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
    one.request.destroy();
    await eventually(() => expect(running.core.listeners.size).toBe(1));
    const ended = new Promise((resolve) => two.answer.once('close', resolve));
    await running.host.close();
    await ended;
    await eventually(() => expect(running.core.listeners.size).toBe(0));
  });

  it('are interrupted by empty lines, so that a dead connection shows', async () => {
    running = await startHost({ heartbeatMs: 5 });
    const listening = await listen();
    await eventually(() => expect(listening.text().length).toBeGreaterThan(3));
    expect(listening.text().trim()).toBe('');
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

  it('are at most four streams: the oldest one says that it ends for another', async () => {
    running = await startHost();
    const all: Listening[] = [];
    for (let n = 0; n <= maxStreams; n += 1) all.push(await listen());
    const [oldest, next] = all;
    await eventually(() => expect(oldest!.answer.readableEnded).toBe(true));
    expect(oldest!.text()).toBe('\n{"kind":"events.paused"}\n');
    expect(running.core.listeners.size).toBe(maxStreams);
    next!.request.destroy();
    await eventually(() => expect(running.core.listeners.size).toBe(maxStreams - 1));
    // One that left makes room.
    await listen();
    running.core.tell(someEvent);
    const line = JSON.stringify(someEvent);
    for (const listening of all.slice(2)) {
      await eventually(() => expect(listening.text()).toBe(`\n${line}\n`));
    }
    await listen();
    await eventually(() => expect(all[2]!.answer.readableEnded).toBe(true));
  });
});

describe('38 downloads', () => {
  const save = async (name: string, content: string): Promise<string> => {
    const target = await running.downloads.chooseSaveTarget(name);
    await writeFile(target.path, content);
    const { download } = await target.finish([target.path]);
    return download ?? '';
  };
  const nothingLeft = (): Promise<unknown> =>
    eventually(async () => {
      expect(await readdir(join(running.folder, 'tmp', 'downloads'))).toEqual([]);
    });

  it('38 are fetched once, without the token, and deleted', async () => {
    running = await startHost();
    const target = await save('a";\r\nX-Evil: 1; ☃ (1)\'*.csv', 'a,b\r\n');
    expect(Buffer.from(target.replace('/download/', ''), 'base64url').length).toBeGreaterThan(23);

    // What is refused does not use up the ticket.
    const refused = [
      await running.send({ target, headers: [['Host', 'evil.test']] }),
      await running.send({ target, headers: [['Sec-Fetch-Site', 'cross-site']] }),
      await running.send({ target, method: 'HEAD' }),
      await running.send({ target, method: 'POST' }),
      await running.send({ target: `${target}x` }),
      await running.send({ target: target.slice(0, -1) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 405, 405, 404, 404]);

    const first = await running.send({ target, headers: [['Sec-Fetch-Site', 'same-origin']] });
    expect([first.status, first.body]).toEqual([200, 'a,b\r\n']);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-length': '5',
      'cache-control': 'no-store',
      // The name can't break out of its header.
      'content-disposition':
        "attachment; filename*=UTF-8''a-%3B--X-Evil-%201%3B%20%E2%98%83%20%281%29%27-.csv",
    });
    expect(first.headers.get('x-evil')).toBeNull();
    const second = await running.send({ target });
    expect([second.status, second.body.includes('a,b')]).toEqual([404, false]);
    await nothingLeft();
  });

  it('38 expire, and the file goes with the ticket', async () => {
    running = await startHost({ ticketMs: 20 });
    const target = await save('posts.csv', 'x');
    await nothingLeft();
    expect((await running.send({ target })).status).toBe(404);
  });

  it('38 a download that is broken off is deleted too', async () => {
    running = await startHost();
    const { request, answer } = await open(await save('large.csv', 'x'.repeat(2 ** 25)));
    answer.once('data', () => request.destroy());
    await nothingLeft();
  });
});
