/** The session's permission handlers, as the pages feel them. */
import type { Session as ElectronSession, WebContents } from 'electron';
import { ignoreGone, type Session } from './cdp.ts';
import { onlyModelled } from './only-modelled.ts';

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
} satisfies Partial<ElectronSession>;

export const session = onlyModelled('session', {
  defaultSession: onlyModelled('session.defaultSession', defaultSession),
});

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
