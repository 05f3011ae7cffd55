import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import type { AppEvent } from '#shared/contract/event.ts';
import { answerCalls, sendEvents } from '#main/electron/ipc.ts';
import { isTrustedSender, type Sender } from '#main/electron/own-page.ts';
import { createFakeCore, someEvent } from '#test/unit/browser/fake-core.ts';
import { standIn } from './stand-in.ts';

const known = { id: 1 };
const page = { url: 'app://bundle/', parent: null };

const refused: [string, Sender, (typeof known | null)?][] = [
  ['everyone while there is no window', { sender: known, senderFrame: page }, null],
  ['other contents', { sender: { id: 2 }, senderFrame: page }],
  ['other contents that claim our id', { sender: { id: 1 }, senderFrame: page }],
  ['a frame that is gone', { sender: known, senderFrame: null }],
  ['a frame inside our page', { sender: known, senderFrame: { ...page, parent: {} } }],
  // Which address is ours is held in app-protocol.test.ts.
  ...['https://bundle/', 'app://bundle.evil/'].map((url): [string, Sender] => [
    `our contents showing ${url}`,
    { sender: known, senderFrame: { url, parent: null } },
  ]),
];

it('9 isTrustedSender trusts the main frame of our window showing our page', () => {
  for (const url of [page.url, 'app://bundle/index.html#/x'])
    expect(isTrustedSender({ sender: known, senderFrame: { ...page, url } }, known)).toBe(true);
});

it.each(refused)('9 isTrustedSender refuses %s', (_what, event, contents = known) => {
  expect(isTrustedSender(event, contents)).toBe(false);
});

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

function answering(contents: WebContents | null) {
  const core = createFakeCore();
  const handlers = new Map<string, Handler>();
  answerCalls({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler) },
    core: Promise.resolve(core),
    contents: () => contents,
  });
  return { core, handlers };
}

describe('9 calls', () => {
  const contents = standIn<WebContents>({ id: 1 });
  const eventOf = (senderFrame: object | null): IpcMainInvokeEvent =>
    ({ sender: contents, senderFrame }) as IpcMainInvokeEvent;

  it('9 reach the core through one channel, without the event', async () => {
    const { core, handlers } = answering(contents);
    expect([...handlers.keys()]).toEqual(['explorer:call']);
    const answer = await handlers.get('explorer:call')?.(eventOf(page), 'app.snapshot', { a: 1 });
    expect(answer).toEqual({ ok: true, value: { n: 1 } });
    expect(core.calls).toEqual([{ method: 'app.snapshot', input: { a: 1 } }]);
  });

  it('9 from another sender are refused before the core sees them', async () => {
    const { core, handlers } = answering(contents);
    const call = handlers.get('explorer:call');
    await expect(call?.(eventOf(null), 'app.snapshot', {})).rejects.toThrow('sender');
    await expect(call?.(eventOf(page), { toString: () => 'x' }, {})).rejects.toThrow('method');
    expect(core.calls).toEqual([]);
  });
});

it('events go to the window there is, on one channel', async () => {
  const core = createFakeCore();
  const sent: [string, AppEvent][] = [];
  let contents: WebContents | null = null;
  await sendEvents({ core: Promise.resolve(core), contents: () => contents });
  core.tell(someEvent);
  contents = standIn<WebContents>({
    send: (channel: string, event: AppEvent) => void sent.push([channel, event]),
  });
  core.tell(someEvent);
  expect(sent).toEqual([['explorer:event', someEvent]]);
});
