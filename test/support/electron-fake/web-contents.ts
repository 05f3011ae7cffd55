/** `webContents`: the page of a window, its frames, and what may happen to them. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { HandlerDetails, IpcMainInvokeEvent, WebContents, WebPreferences } from 'electron';
import { program } from './app.ts';
import { ignoreGone, type Protocol, type Session } from './cdp.ts';
import { packed, unpacked } from './clone.ts';
import { invoke } from './ipc-main.ts';
import { notModelled, onlyModelled } from './only-modelled.ts';
import { pageScript } from './page-scripts.ts';
import { applyPermissions, isCancelled } from './permissions.ts';
import { answerFromProgram } from './protocol.ts';
import { fromStandIn, isStandIn, toStandIn } from './stand-in-origin.ts';
import { chromium, createPage, decidePopups, type Page } from './targets.ts';

export interface FakeContents {
  contents: WebContents;
  load(address: string): Promise<void>;
  close(): Promise<void>;
  /** Resolves when there is a page. */
  page: Promise<Page>;
}

const newSecret = (): string => `_${randomUUID().replaceAll('-', '')}`;
let lastId = 0;

interface Frame {
  url: string;
  parentId: string | null;
}

/** What every page here is like: with other values, Chromium would have to behave otherwise. */
const modelled: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  spellcheck: false,
};

/** @param closed Told when the page is gone, whoever closed it. */
export function createContents(
  { preload, devTools: _devTools, ...preferences }: WebPreferences,
  size: { width: number; height: number },
  closed: () => void,
): FakeContents {
  for (const [name, value] of Object.entries(preferences)) {
    const usual: unknown = Reflect.get(modelled, name);
    if (value !== usual) throw notModelled(`webPreferences with ${name}: ${JSON.stringify(value)}`);
  }
  lastId += 1;
  const id = lastId;
  const events = new EventEmitter();
  const frames = new Map<string, Frame>();
  /** Which frame an execution context belongs to, and which one is the preload's. */
  const contexts = new Map<number, string>();
  let preloadContext: number | null = null;
  let mainFrame = '';
  let isGone = false;
  /** What main itself loads is not asked about. */
  let loading = false;
  let openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  const secrets = { toMain: newSecret(), fromMain: newSecret() };

  const { browser } = chromium();
  const page = createPage(size, {
    destroyed() {
      if (isGone) return;
      isGone = true;
      closed();
    },
    crashed: () => events.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
  });
  const ready = page.then(setUp);
  ready.catch(() => undefined);

  decidePopups((address) => {
    if (openHandler === null) return true;
    const details = { url: fromStandIn(address), frameName: '' } as HandlerDetails;
    const { action } = openHandler(details);
    return action === 'allow';
  });

  async function setUp({ session }: Page): Promise<Session> {
    listen(session);
    const code = preload === undefined ? '' : await readFile(preload, 'utf8');
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.addBinding', { name: secrets.toMain }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(secrets, code) }),
      session.send('Runtime.enable'),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    mainFrame = frameTree.frame.id;
    frames.set(mainFrame, { url: frameTree.frame.url, parentId: null });
    applyPermissions(browser, contents, 'app://bundle/');
    return session;
  }

  function listen(session: Session): void {
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) =>
      frames.set(frameId, { url: '', parentId: parentFrameId }),
    );
    session.on('Page.frameNavigated', ({ frame }) =>
      frames.set(frame.id, { url: frame.url, parentId: frame.parentId ?? null }),
    );
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = frames.get(frameId);
      if (frame !== undefined) frame.url = url;
    });
    session.on('Page.frameDetached', ({ frameId }) => frames.delete(frameId));
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId = '', isDefault = false } = (context.auxData ?? {}) as {
        frameId?: string;
        isDefault?: boolean;
      };
      contexts.set(context.id, frameId);
      if (frameId === mainFrame && isDefault) preloadContext = context.id;
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      contexts.delete(executionContextId);
      if (preloadContext === executionContextId) preloadContext = null;
    });
    session.on('Runtime.executionContextsCleared', () => {
      contexts.clear();
      preloadContext = null;
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === secrets.toMain) ignoreGone(takeCall(session, payload, executionContextId));
    });
    session.on('Fetch.requestPaused', (paused) => ignoreGone(decide(session, paused)));
  }

  /** A call of the preload, with the frame it came from as Chromium reports it. */
  async function takeCall(session: Session, payload: string, context: number): Promise<void> {
    const call = unpacked(JSON.parse(payload)) as { id: number; channel: string; args: unknown[] };
    const frame = frames.get(contexts.get(context) ?? '');
    const url = fromStandIn(frame?.url ?? '');
    const event = {
      sender: contents,
      senderFrame:
        frame === undefined
          ? null
          : { url, origin: collectionOf(url), parent: frame.parentId === null ? null : {} },
    } as unknown as IpcMainInvokeEvent;
    const outcome = await invoke(event, call.channel, call.args);
    const answer =
      'error' in outcome ? { error: outcome.error, args: [] } : { args: [outcome.value] };
    await evaluate(session, context, { kind: 'answer', id: call.id, ...answer });
  }

  /** Without a preload there is nobody to hear it. */
  async function tellPreload(told: object): Promise<void> {
    const session = await ready;
    if (preloadContext !== null) await evaluate(session, preloadContext, told);
  }

  const evaluate = (session: Session, contextId: number, told: object): Promise<unknown> =>
    session.send('Runtime.evaluate', {
      contextId,
      expression: `${secrets.fromMain}(${JSON.stringify(JSON.stringify(packed(told)))})`,
    });

  /** Every request waits here for the program, as navigations do in Electron. */
  async function decide(
    session: Session,
    paused: Protocol.Fetch.requestPausedPayload,
  ): Promise<void> {
    const { requestId, resourceType, frameId, request } = paused;
    if (resourceType === 'Document' && !mayNavigate(paused, frameId === mainFrame)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    } else if (await isCancelled(fromStandIn(request.url), resourceType)) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    } else if (isStandIn(request.url)) {
      await answerFromProgram(session, paused);
    } else {
      await session.send('Fetch.continueRequest', { requestId });
    }
  }

  function mayNavigate(paused: Protocol.Fetch.requestPausedPayload, isMainFrame: boolean): boolean {
    const asked = { ...program.preventable(), url: fromStandIn(paused.request.url), isMainFrame };
    const event = Object.assign(asked, {
      preventDefault: () => {
        asked.prevented = true;
      },
    });
    if (paused.redirectedRequestId !== undefined) events.emit('will-redirect', event);
    else if (isMainFrame && loading) loading = false;
    else {
      events.emit('will-frame-navigate', event);
      if (isMainFrame) events.emit('will-navigate', event);
    }
    return !event.prevented;
  }

  const part = {
    id,
    getURL: () => fromStandIn(frames.get(mainFrame)?.url ?? ''),
    isDestroyed: () => isGone,
    send(channel, ...args: unknown[]) {
      if (isGone) throw new Error('Object has been destroyed');
      const told = { kind: 'event', channel, args };
      ignoreGone(tellPreload(told));
    },
    setWindowOpenHandler(handler) {
      openHandler = (details) => {
        const answer = handler(details);
        if (answer.action === 'allow') throw notModelled('a window that a page opens');
        return answer;
      };
    },
    reload() {
      loading = true;
      void ready.then((session) => ignoreGone(session.send('Page.reload')));
    },
    // What crashed does not answer.
    forcefullyCrashRenderer: () =>
      void ready.then((session) => session.send('Page.crash')).catch(() => undefined),
    async executeJavaScript(code) {
      const session = await ready;
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: code,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value as unknown;
    },
  } satisfies Partial<WebContents>;
  const contents = onlyModelled(
    'webContents',
    Object.assign(events, part),
  ) as unknown as WebContents;
  program.emit('web-contents-created', {}, contents);

  return {
    contents,
    page,
    async load(address) {
      const session = await ready;
      loading = true;
      const { errorText } = await session.send('Page.navigate', { url: toStandIn(address) });
      loading = false;
      if (errorText) throw new Error(`ERR_FAILED (${errorText}) loading '${address}'`);
    },
    async close() {
      const { targetId } = await page;
      ignoreGone(browser.send('Target.closeTarget', { targetId }));
    },
  };
}

function collectionOf(url: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]*/i.exec(url);
  return scheme?.[0] ?? 'null';
}
