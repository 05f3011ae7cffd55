/**
 * `--smoke --show`: what the program finds on this desktop, in lines that a person can paste where they ask
 * for help. Nothing of theirs is in it: no key, no data, no name.
 */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { release, type } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Electron from 'electron';
import { within } from '../core/within.ts';
import { createEncryption, createSystemNetwork } from './ports.ts';
import { usableNotifications } from './work.ts';

export type ReportElectron = Pick<
  typeof Electron,
  'app' | 'Notification' | 'safeStorage' | 'session'
>;

/** Each check returns its finding, and rejects if that is a fault. */
export const reportChecks = (
  electron: ReportElectron,
): Readonly<Record<string, () => Promise<string>>> => ({
  Desktop: async () => {
    const { XDG_SESSION_TYPE: session = 'unnamed', XDG_CURRENT_DESKTOP: desktop = 'unnamed' } =
      process.env;
    const chromium = process.versions['chrome'] ?? 'none';
    return `${type()} ${release()}, session ${session}, desktop ${desktop}, Chromium ${chromium}`;
  },
  Sandbox: async () => {
    if (electron.app.commandLine.hasSwitch('no-sandbox')) throw new Error('it is off');
    const settings = [
      'kernel/apparmor_restrict_unprivileged_userns',
      'kernel/unprivileged_userns_clone',
      'user/max_user_namespaces',
    ].map((name) => `${name} ${textOf(join('/proc/sys', name))}`);
    return `on; ${settings.join(', ')}, chrome-sandbox ${modeOf(join(dirname(process.execPath), 'chrome-sandbox'))}`;
  },
  Lock: async () => (electron.app.requestSingleInstanceLock() ? 'given' : 'refused'),
  Encryption: async () => {
    const encryption = createEncryption(electron.safeStorage);
    const secret = 'A secret to see whether it is kept.';
    if (!(await encryption.isAvailable())) return 'none';
    const { text } = await encryption.decrypt(await encryption.encrypt(secret));
    if (text !== secret) throw new Error('it returns something else');
    return `${encryption.backend() ?? 'the system’s'}, returns what it encrypted`;
  },
  Proxy: () => electron.session.defaultSession.resolveProxy('https://example.com/'),
  Network: () => countCalls(createSystemNetwork(electron.session)),
  Notifications: async () => {
    const Notification = usableNotifications(electron);
    if (Notification?.isSupported() !== true) return 'not used';
    const shown = new Promise<string>((resolve) => {
      const one = new Notification({ title: 'Social Data Explorer', body: 'A test.' });
      one.on('show', () => resolve('shown'));
      one.on('failed', (_event, why) => resolve(`failed: ${why}`));
      one.show();
    });
    return (await within(patienceMs, shown)) ?? 'neither shown nor failed';
  },
});

/** How long a desktop may take to show a notification. */
const patienceMs = 3000;

/** How many answers are given up: as many connections to a host as a browser has at once. */
const givenUp = 6;

/**
 * Makes calls to a server of our own that destroys a connection and answers without end.
 * @throws an Error when it got other calls than were made.
 */
async function countCalls(fetch: typeof globalThis.fetch): Promise<string> {
  let arrived = 0;
  const server = createServer(({ url, socket }, response) => {
    arrived += 1;
    if (url === '/destroyed') socket.destroy();
    else if (url === '/endless') response.write('…');
    else response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  let made = 0;
  const call = (path: string, init: RequestInit = {}): Promise<Response> => {
    made += 1;
    return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', ...init });
  };
  try {
    await call('/');
    await call('/destroyed').catch(() => undefined);
    for (let n = 0; n < givenUp; n++) {
      const given = new AbortController();
      await call('/endless', { signal: given.signal });
      given.abort();
    }
    await call('/');
    if (arrived !== made) throw new Error(`${made} calls arrived as ${arrived}`);
    return `${made} calls arrived as ${arrived}, after ${givenUp} answers were given up`;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

/** Returns owner and mode, as `0 4755`. */
function modeOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'missing' : `${found.uid} ${(found.mode & 0o7777).toString(8)}`;
}
