/** The browser host's sockets: who is let in, what may be sent, and what a cut costs. */
import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { maxCallsAtOnce, maxMessageBytes, maxSockets } from '#main/browser/socket.ts';
import type { BrowserHostOptions } from '#main/browser/host.ts';
import { createFakeCore, someEvent } from '#test/unit/browser/fake-core.ts';
import { type RunningHost, startHost } from '#test/unit/browser/running-host.ts';
import { dial, enter, eventually, frame, sendFrames, upgrading } from './raw-socket.ts';

let running: RunningHost;
afterEach(() => running.close());

const start = async (options: Partial<BrowserHostOptions> = {}): Promise<void> => {
  running = await startHost(options);
};

/** A core whose answers come when they are released. */
async function startHeld(options: Partial<BrowserHostOptions> = {}): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const core = createFakeCore(async () => {
    await held;
    return { ok: true, value: { n: 7 } };
  });
  await start({ core, ...options });
  running.core = core;
  return release;
}

const method = 'run.next';
const seven = { ok: true, value: { n: 7 } };
const call = { id: 1, method, input: {} };

describe('35 token', () => {
  const page = randomUUID();
  it.each<[string, (token: string) => unknown]>([
    ['a call', () => call],
    ['another token', () => ({ token: 'A'.repeat(43), page })],
    ['the beginning of the token', (token) => ({ token: token.slice(0, 20), page })],
    ['a token that goes on', (token) => ({ token: `${token}x`, page })],
    ['the token among others', (token) => ({ token: [token], page })],
    ['the token without a page', (token) => ({ token })],
    ['the token, and something else', (token) => ({ token, page, call })],
    ['a page that is no id', (token) => ({ token, page: '__proto__' })],
  ])('35 a socket that begins with %s is closed, and hears nothing', async (_what, first) => {
    await start();
    const dialled = await dial(running.host.address);
    dialled.say(first(running.token));
    dialled.say({ token: running.token, page });
    dialled.say(call);
    expect(await dialled.closed).toBe(4401);
    expect([dialled.messages, running.core.calls]).toEqual([[], []]);
    expect(running.core.listeners.size).toBe(0);
  });

  it('35 a socket that says nothing, or not enough, is cut within seconds', async () => {
    await start({ tokenMs: 30 });
    const silent = await dial(running.host.address);
    const slow = sendFrames(running.port, [frame('{"token":', { fin: false })]);
    expect([await silent.closed, (await slow).code]).toEqual([1006, null]);
  });

  it('35 nobody without the token can send much, in one message or in many pieces', async () => {
    await start({ tokenMs: 60_000 });
    const piece = { fin: false };
    const many = Array.from({ length: 100 }, (_, n) =>
      frame('x'.repeat(1000), { ...piece, opcode: n === 0 ? 1 : 0 }),
    );
    expect((await sendFrames(running.port, many)).code).toBeNull();
    expect((await sendFrames(running.port, [frame('x'.repeat(60_000), piece)])).code).toBeNull();
    const pings = Array.from({ length: 100 }, () => frame('x'.repeat(100), { opcode: 9 }));
    expect((await sendFrames(running.port, pings)).code).toBeNull();
  });
});

describe('37 messages', () => {
  const letIn = (): Buffer => frame(JSON.stringify({ token: running.token, page: randomUUID() }));
  const text = JSON.stringify(call);

  it.each<[string, () => Buffer[], number]>([
    ['a binary frame', () => [frame(text, { opcode: 2 })], 1008],
    ['a frame that isn’t masked', () => [frame(text, { masked: false })], 1002],
    ['a compressed frame', () => [frame(deflateRawSync(text), { rsv1: true })], 1002],
    ['a continuation of nothing', () => [frame(text, { opcode: 0 })], 1002],
    ['an opcode that isn’t used', () => [frame(text, { opcode: 3 })], 1002],
    ['a ping in pieces', () => [frame('', { opcode: 9, fin: false })], 1002],
    ['bytes that are no text', () => [frame(Buffer.from([0xc3, 0x28]))], 1007],
  ])('37 %s closes the socket, and nothing is called', async (_what, frames, code) => {
    await start();
    const answer = await sendFrames(running.port, [letIn(), ...frames(), frame(text)]);
    expect([answer.code, running.core.calls]).toEqual([code, []]);
    // Compression that was offered is not taken: what arrives is as large as it says.
    expect(answer.head).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer.head.toLowerCase()).not.toContain('sec-websocket-extensions');
  });

  it('37 more pieces than any message needs close the socket', async () => {
    await start();
    const empty = Array.from({ length: 20_000 }, () => frame('', { opcode: 0, fin: false }));
    const frames = [letIn(), frame('', { fin: false }), ...empty];
    await sendFrames(running.port, frames);
    await eventually(() => expect(running.core.listeners.size).toBe(0));
  });

  it('37 a call in pieces is one call', async () => {
    await start();
    const socket = sendFrames(running.port, [
      letIn(),
      frame(text.slice(0, 9), { fin: false }),
      frame(text.slice(9), { opcode: 0 }),
      frame('!'),
    ]);
    expect((await socket).code).toBe(1008);
    expect(running.core.calls).toEqual([{ method, input: {} }]);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"id":1}',
    '{"id":"1","method":"x"}',
    '{"id":0,"method":"x"}',
    '{"id":1.5,"method":"x"}',
    '{"id":1e99,"method":"x"}',
    '{"id":1,"method":1}',
    '{"id":1,"method":"x","input":1,"more":1}',
    '{"got":"1"}',
    '{"got":null}',
    '{"id":1,"method":"x","__proto__":{"got":1}}',
  ])('37 what is no message closes the socket: %s', async (message) => {
    await start();
    const dialled = await enter(running);
    dialled.socket.send(message);
    dialled.say(call);
    expect(await dialled.closed).toBe(1008);
    expect(running.core.calls).toEqual([]);
  });

  it('37 names of every object’s own are no methods and change nothing', async () => {
    await start();
    const dialled = await enter(running);
    for (const [at, name] of ['__proto__', 'constructor', 'toString'].entries()) {
      dialled.socket.send(`{"id":${at + 1},"method":"${name}","input":{"__proto__":{"ok":1}}}`);
    }
    await eventually(() => expect(dialled.messages).toHaveLength(4));
    expect(running.core.calls.map((one) => one.method)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    expect('ok' in {}).toBe(false);
  });

  it('37 a message may be 32 MB, and no more', async () => {
    await start();
    const dialled = await enter(running);
    const room = maxMessageBytes - JSON.stringify({ id: 1, method, input: '' }).length;
    dialled.say({ id: 1, method, input: 'x'.repeat(room) });
    await eventually(() => expect(dialled.messages).toHaveLength(2));
    expect(running.core.calls).toHaveLength(1);
    dialled.say({ id: 2, method, input: 'x'.repeat(room + 1) });
    expect(await dialled.closed).toBe(1009);
    expect(running.core.calls).toHaveLength(1);
  });
});

describe('limits', () => {
  it('a hundred pages are told every event and answered each; those over the limit are refused', async () => {
    await start();
    const pages = await Promise.all(Array.from({ length: 100 }, () => enter(running)));
    expect(running.core.listeners.size).toBe(100);
    for (const { say } of pages) say(call);
    running.core.tell(someEvent);
    for (const { messages } of pages) {
      await eventually(() => expect(messages).toHaveLength(3));
      expect(messages).toContainEqual({ event: someEvent });
      expect(messages).toContainEqual({ id: 1, result: { ok: true, value: { n: 1 } } });
    }
    expect(running.core.calls).toHaveLength(100);

    const more = await Promise.all(
      Array.from({ length: maxSockets - 100 }, () => dial(running.host.address)),
    );
    const ask = () => running.send({ target: '/api/socket', headers: upgrading });
    expect((await ask()).status).toBe(503);
    more[0]!.socket.terminate();
    await eventually(async () => expect((await ask()).status).toBe(101));
    for (const { socket } of [...pages, ...more]) socket.terminate();
    await eventually(() => expect(running.core.listeners.size).toBe(0));
  });

  it('more calls than can be done at once are refused in a sentence, from all pages together', async () => {
    const release = await startHeld();
    const [one, two] = [await enter(running), await enter(running)];
    const half = maxCallsAtOnce / 2 + 10;
    for (let id = 1; id <= half; id += 1) for (const { say } of [one, two]) say({ ...call, id });
    const busy = { title: 'The program has too many calls to answer at once.', call: 'noCall' };
    const refused = () =>
      [...one.messages, ...two.messages].filter((message) => 'id' in (message as object));
    await eventually(() => expect(refused()).toHaveLength(20));
    for (const message of refused()) {
      expect(message).toMatchObject({ result: { ok: false, error: busy } });
    }
    release();
    await eventually(() => expect(refused()).toHaveLength(2 * half));
    expect(running.core.calls).toHaveLength(maxCallsAtOnce);
  });

  it('events are cut for a page that does not read, and go on for the others', async () => {
    await start({ maxUnreadEvents: 256 * 1024 });
    const [slow, quick] = [await enter(running), await enter(running)];
    slow.socket.pause();
    // What the system's socket buffers swallow is not ours to count: tell until it is cut.
    const large = { ...someEvent, padding: 'x'.repeat(100_000) };
    await eventually(() => {
      running.core.tell(large);
      expect(running.core.listeners.size).toBe(1);
    });
    const before = quick.messages.length;
    running.core.tell(someEvent);
    await eventually(() =>
      expect(quick.messages.slice(before)).toContainEqual({ event: someEvent }),
    );
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
  });

  it('a page that takes no answers is refused further ones until it does', async () => {
    const large = { ok: true as const, value: 'x'.repeat(1000) };
    const core = createFakeCore(async () => large);
    await start({ core, maxUnreadAnswers: 2500 });
    const { say, messages } = await enter(running);
    const answersTo = (id: number) =>
      eventually(() => expect(messages.at(-1)).toMatchObject({ id }));
    for (const id of [1, 2, 3, 4]) {
      say({ ...call, id });
      await answersTo(id);
    }
    expect(core.calls).toHaveLength(3);
    expect(messages.at(-1)).toMatchObject({ result: { ok: false } });
    say({ got: 1 });
    say({ got: 2 });
    say({ got: 2 });
    say({ got: 99 });
    say({ ...call, id: 5 });
    await answersTo(5);
    expect(messages.at(-1)).toEqual({ id: 5, result: large });
  });

  it('sockets are pinged', async () => {
    await start({ pingMs: 5 });
    const { socket } = await enter(running);
    await new Promise((resolve) => socket.once('ping', resolve));
  });
});

describe('a cut', () => {
  it('in the middle of a call costs nothing: the page gets its answer when it is back, once', async () => {
    const release = await startHeld();
    const page = randomUUID();
    const first = await enter(running, page);
    expect(first.messages).toEqual([{ page: 'new', last: 0 }]);
    first.say(call);
    await eventually(() => expect(running.core.calls).toHaveLength(1));
    first.socket.terminate();

    const second = await enter(running, page);
    expect(second.messages).toEqual([{ page: 'kept', last: 1 }]);
    // Whoever sends it again nevertheless doesn't pay again.
    second.say(call);
    release();
    await eventually(() => expect(second.messages.slice(1)).toEqual([{ id: 1, result: seven }]));
    second.socket.terminate();

    // It may have been on its way.
    const third = await enter(running, page);
    await eventually(() => expect(third.messages.slice(1)).toEqual([{ id: 1, result: seven }]));
    third.say({ got: 1 });
    third.say({ id: 2, method: 'after', input: {} });
    await eventually(() => expect(third.messages).toHaveLength(3));
    third.socket.terminate();
    const fourth = await enter(running, page);
    await eventually(() => expect(fourth.messages).toHaveLength(2));
    expect(fourth.messages).toEqual([
      { page: 'kept', last: 2 },
      { id: 2, result: seven },
    ]);
    expect(running.core.calls.map((one) => one.method)).toEqual([method, 'after']);
  });

  it('that main didn’t notice is noticed when the page is back: it hears events once', async () => {
    await start();
    const page = randomUUID();
    const first = await enter(running, page);
    const second = await enter(running, page);
    expect(await first.closed).toBe(1006);
    await eventually(() => expect(running.core.listeners.size).toBe(1));
    running.core.tell(someEvent);
    await eventually(() => expect(second.messages.slice(1)).toEqual([{ event: someEvent }]));
  });

  it('another page gets no answer of this one', async () => {
    const release = await startHeld();
    const first = await enter(running);
    first.say(call);
    await eventually(() => expect(running.core.calls).toHaveLength(1));
    first.socket.terminate();
    const other = await enter(running);
    release();
    other.say({ ...call, id: 9 });
    await eventually(() => expect(other.messages).toHaveLength(2));
    expect(other.messages).toEqual([
      { page: 'new', last: 0 },
      { id: 9, result: seven },
    ]);
  });

  it('of a page that stays away is forgotten after a while', async () => {
    await start({ keptMs: 20 });
    const page = randomUUID();
    const first = await enter(running, page);
    first.say(call);
    await eventually(() => expect(first.messages).toHaveLength(2));
    first.socket.terminate();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await enter(running, page)).messages).toEqual([{ page: 'new', last: 0 }]);
  });

  it('is what closing the host means for every page', async () => {
    await start();
    const { closed } = await enter(running);
    await running.host.close();
    expect(await closed).toBe(1006);
    await eventually(() => expect(running.core.listeners.size).toBe(0));
  });

  it('a call that a defect left without answer is answered without one', async () => {
    await start({ core: createFakeCore(() => Promise.reject(new Error('secret'))) });
    const { say, messages } = await enter(running);
    say(call);
    await eventually(() => expect(messages.slice(1)).toEqual([{ id: 1 }]));
  });
});
