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

const destroyed = new Map<string, () => void>();
const crashed = new Map<string, () => void>();
/** Asked for each page that a page wants to open; false: it is closed before it loads. */
let mayOpen: (address: string) => boolean = () => true;

export function decidePopups(decide: (address: string) => boolean): void {
  mayOpen = decide;
}

/** An empty page of ours. */
export async function createPage(
  size: { width: number; height: number },
  on: { destroyed: () => void; crashed: () => void },
): Promise<Page> {
  const { browser, connection } = chromium();
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...size,
  });
  destroyed.set(targetId, on.destroyed);
  crashed.set(targetId, on.crashed);
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  return { targetId, session: connection.session(sessionId) };
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
  const { type, targetId, url, openerId } = targetInfo;
  // Nobody opened an empty page but we, or Chromium itself; the headless shell names it later.
  const isOurs = (url === 'about:blank' || url === '') && openerId === undefined;
  if (type !== 'page' || isOurs || mayOpen(url)) return resume();
  await refuse(session, resume);
  ignoreGone(browser.send('Target.closeTarget', { targetId }));
}
