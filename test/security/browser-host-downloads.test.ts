/** Raw HTTP at the browser host: downloads. */
import { readdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import { eventually } from './raw-socket.ts';

let running: RunningHost;
afterEach(() => running.close());

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
    const { status, body } = await running.send({ target });
    expect([status, body]).toEqual([404, expect.stringContaining('once, within a minute')]);
  });

  it('38 a download that is broken off is deleted too', async () => {
    running = await startHost();
    const path = await save('large.csv', 'x'.repeat(2 ** 25));
    const request = get({ port: running.port, host: '127.0.0.1', path }, (answer) => {
      answer.once('data', () => request.destroy());
      answer.on('error', () => undefined);
    });
    request.on('error', () => undefined);
    await nothingLeft();
  });
});
