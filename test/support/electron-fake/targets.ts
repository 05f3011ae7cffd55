/** The pages of Chromium: ours, and those that a page opens, held until somebody decides. */
import { join } from 'node:path';
import type { Protocol, Session } from './cdp.ts';
import { ignoreGone } from './cdp.ts';
import { type Chromium, startChromium } from './chromium.ts';
import { required } from './environment.ts';

let running: Chromium | null = null;

/** Started with the first window. */
export function chromium(): Chromium {
  if (running !== null) return running;
  running = startChromium(join(required('TMPDIR'), 'chromium'));
  process.send?.({ kind: 'chromium', pid: running.pid });
  process.on('exit', () => running?.kill());
  const { browser } = running;
  browser.on('Target.attachedToTarget', (attached) => void take(attached));
  browser.on('Target.targetDestroyed', ({ targetId }) => destroyed.get(targetId)?.());
  browser.on('Target.targetCrashed', ({ targetId }) => crashed.get(targetId)?.());
  const options = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  ignoreGone(browser.send('Target.setAutoAttach', options));
  ignoreGone(browser.send('Target.setDiscoverTargets', { discover: true }));
  void running.endpoint.then((endpoint) => process.send?.({ kind: 'browser', endpoint }));
  return running;
}

/** Null before the first window. */
export const currentChromium = (): Chromium | null => running;

export interface Page {
  targetId: string;
  session: Session;
}

const waiting = new Map<string, (session: Session) => void>();
const destroyed = new Map<string, () => void>();
const crashed = new Map<string, () => void>();
let creating: Promise<unknown> = Promise.resolve();
/** Asked for each page that a page wants to open; false: it is closed before it loads. */
let mayOpen: (address: string) => boolean = () => true;

export function decidePopups(decide: (address: string) => boolean): void {
  mayOpen = decide;
}

/** An empty page of ours, held until it is set up. */
export async function createPage(
  size: { width: number; height: number },
  on: { destroyed: () => void; crashed: () => void },
): Promise<Page> {
  const created = chromium().browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...size,
  });
  creating = created;
  const { targetId } = await created;
  destroyed.set(targetId, on.destroyed);
  crashed.set(targetId, on.crashed);
  const session = await new Promise<Session>((resolve) => {
    const early = attachedEarly.get(targetId);
    if (early === undefined) waiting.set(targetId, resolve);
    else resolve(early);
  });
  return { targetId, session };
}

/** By then a page has asked for what it was opened with, if for anything (ms). */
const refuseForMs = 2000;

/**
 * Lets a page go, and lets it have nothing. Closed while it waits, it could still ask in the moment
 * that closing takes, and the page that opened it might wait for ever.
 */
async function refuse(session: Session, resume: () => void): Promise<void> {
  const refused = new Promise<void>((resolve) => {
    session.on('Fetch.requestPaused', ({ requestId }) => {
      const failing = session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      failing.then(() => resolve(), resolve);
    });
    setTimeout(resolve, refuseForMs);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => undefined);
  resume();
  await refused;
}

const attachedEarly = new Map<string, Session>();

async function take({
  sessionId,
  targetInfo,
  waitingForDebugger,
}: Protocol.Target.attachedToTargetPayload): Promise<void> {
  const { browser, connection } = chromium();
  const session = connection.session(sessionId);
  const resume = (): void => {
    if (waitingForDebugger) ignoreGone(session.send('Runtime.runIfWaitingForDebugger'));
  };
  if (targetInfo.type !== 'page') return resume();
  await creating;
  const { targetId, url } = targetInfo;
  const ours = waiting.get(targetId);
  if (ours !== undefined) return ours(session);
  if (destroyed.has(targetId) || (url === 'about:blank' && targetInfo.openerId === undefined)) {
    attachedEarly.set(targetId, session);
    return;
  }
  if (mayOpen(url)) return resume();
  await refuse(session, resume);
  ignoreGone(browser.send('Target.closeTarget', { targetId }));
}
