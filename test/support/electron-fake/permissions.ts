/** The session's handlers of permissions and requests, as the pages feel them. */
import type { Session as ElectronSession, WebContents, WebRequest } from 'electron';
import { ignoreGone, type Session } from './cdp.ts';
import { onlyModelled } from './only-modelled.ts';

type Before = Parameters<WebRequest['onBeforeRequest']>[0];
type Check = Parameters<ElectronSession['setPermissionCheckHandler']>[0];
type Ask = Parameters<ElectronSession['setPermissionRequestHandler']>[0];

/** Chromium's names, and what Electron calls them. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
] as const;

let before: Before = null;
let check: Check = null;
let ask: Ask = null;
let changed: () => void = () => undefined;

const defaultSession = {
  setPermissionCheckHandler(handler) {
    check = handler;
    changed();
  },
  setPermissionRequestHandler(handler) {
    ask = handler;
    changed();
  },
  // Chromium without a head has no devices and no screens to choose from.
  setDevicePermissionHandler: () => undefined,
  setDisplayMediaRequestHandler: () => undefined,
  resolveProxy: async () => 'DIRECT',
  webRequest: onlyModelled('session.webRequest', {
    // Without a filter only; null takes the listener away.
    onBeforeRequest: (listener: Before) => void (before = listener),
  }),
} satisfies Partial<Omit<ElectronSession, 'webRequest'>> & { webRequest: object };

export const session = onlyModelled('session', {
  defaultSession: onlyModelled('session.defaultSession', defaultSession),
});

/** CDP's names of what is asked for, where Electron's are others than the same in lower case. */
const resourceTypes: Readonly<Record<string, string>> = {
  Document: 'mainFrame',
  WebSocket: 'webSocket',
  Fetch: 'xhr',
};

/** Asks the program about a request. No listener: it goes on. */
export function isCancelled(url: string, resourceType: string): Promise<boolean> {
  const type = resourceTypes[resourceType] ?? resourceType.toLowerCase();
  const details = { url, resourceType: type } as Parameters<NonNullable<Before>>[0];
  return new Promise((resolve) => {
    if (before === null) resolve(false);
    else before(details, ({ cancel = false }) => resolve(cancel));
  });
}

/** Asks the program about every permission, and tells Chromium. No handler: granted. */
export function applyPermissions(browser: Session, contents: WebContents, origin: string): void {
  changed = () => {
    for (const [name, electronName] of permissions) {
      const details = { isMainFrame: true, requestingUrl: origin };
      const checked = check === null || check(contents, electronName, origin, details);
      let asked = ask === null;
      ask?.(contents, electronName, (granted) => (asked = granted), details);
      const setting = checked && asked ? 'granted' : 'denied';
      ignoreGone(browser.send('Browser.setPermission', { permission: { name }, setting }));
    }
  };
  changed();
}
