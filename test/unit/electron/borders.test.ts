/** Permissions, navigation and links out of the window. */
import type {
  DevicePermissionHandlerHandlerDetails,
  DisplayMediaRequestHandlerHandlerRequest,
  HandlerDetails,
  Session,
  WebContents,
} from 'electron';
import { describe, expect, it } from 'vitest';
import { denyPermissions, guardNavigation } from '#main/electron/own-page.ts';
import { createOpenExternal } from '#main/electron/ports.ts';
import { createDialog, createEvents, createPreventable, standIn } from './stand-in.ts';

describe('3 permissions', () => {
  const handlers: {
    request?: Parameters<Session['setPermissionRequestHandler']>[0];
    check?: Parameters<Session['setPermissionCheckHandler']>[0];
    device?: Parameters<Session['setDevicePermissionHandler']>[0];
    display?: Parameters<Session['setDisplayMediaRequestHandler']>[0];
  } = {};
  denyPermissions({
    setPermissionRequestHandler: (handler) => void (handlers.request = handler),
    setPermissionCheckHandler: (handler) => void (handlers.check = handler),
    setDevicePermissionHandler: (handler) => void (handlers.device = handler),
    setDisplayMediaRequestHandler: (handler) => void (handlers.display = handler),
  });
  const contents = standIn<WebContents>({});

  it.each(['media', 'clipboard-read', 'clipboard-sanitized-write', 'unknown'] as const)(
    '3 %s is denied, asked for and checked',
    (permission) => {
      const decisions: boolean[] = [];
      const origin = 'app://bundle/';
      const details = { isMainFrame: true, requestingUrl: origin };
      handlers.request?.(contents, permission, (granted) => decisions.push(granted), details);
      expect(decisions).toEqual([false]);
      expect(handlers.check?.(contents, permission, origin, details)).toBe(false);
    },
  );

  it('3 devices and screens are denied', () => {
    const device = { deviceType: 'usb', origin: 'app://bundle' } as const;
    expect(handlers.device?.(standIn<DevicePermissionHandlerHandlerDetails>(device))).toBe(false);
    const streams: unknown[] = [];
    handlers.display?.(standIn<DisplayMediaRequestHandlerHandlerRequest>({}), (given) =>
      streams.push(given),
    );
    expect(streams).toEqual([null]);
  });
});

describe('6 navigation', () => {
  const events = createEvents();
  let open: Parameters<WebContents['setWindowOpenHandler']>[0] | null = null;
  guardNavigation({
    on: events.on,
    setWindowOpenHandler: (handler) => {
      open = handler;
    },
  });
  const prevented = (name: string, url: string, isMainFrame = true): boolean => {
    const event = createPreventable(url, isMainFrame);
    events.emit(name, event);
    return event.prevented;
  };

  // Which address is ours is held in app-protocol.test.ts.
  it.each(['https://evil.test/', 'app://user@bundle/', 'not an address'])(
    '6 to %s is blocked, redirected or not, in every frame',
    (url) => {
      for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
        expect([name, prevented(name, url)]).toEqual([name, true]);
      }
    },
  );

  it('6 our own page may be loaded again, in the main frame', () => {
    expect(prevented('will-navigate', 'app://bundle/')).toBe(false);
    expect(prevented('will-frame-navigate', 'app://bundle/')).toBe(false);
    expect(prevented('will-frame-navigate', 'app://bundle/', false)).toBe(true);
  });

  it('6 window.open is denied for every address, ours too', () => {
    for (const url of ['https://evil.test/', 'app://bundle/', 'about:blank']) {
      expect(open?.(standIn<HandlerDetails>({ url }))).toEqual({ action: 'deny' });
    }
  });

  it('4 a webview is never attached', () => {
    expect(prevented('will-attach-webview', '')).toBe(true);
  });
});

describe('7 openExternal', () => {
  const opener = (response: number) => {
    const { asked, dialog } = createDialog(response);
    const opened: string[] = [];
    const shell = { openExternal: async (url: string) => void opened.push(url) };
    return { asked, opened, open: createOpenExternal({ dialog, shell, window: () => null }) };
  };

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://example.test/',
    'C:\\Windows\\System32\\calc.exe',
    'https://user@example.test/',
    'https://:secret@example.test/',
    '',
  ])('7 refuses %j without asking', async (address) => {
    const { open, asked, opened } = opener(0);
    await expect(open(address)).rejects.toThrow('Only https');
    expect([asked, opened]).toEqual([[], []]);
  });

  it.each([
    ['HTTPS://EXAMPLE.test/A b"c', 'https://example.test/A%20b%22c'],
    ['https://exämple.test/', 'https://xn--exmple-cua.test/'],
    [' https://example.test/\n', 'https://example.test/'],
  ])('7 opens %j written anew, when the person agrees', async (address, written) => {
    const { open, asked, opened } = opener(0);
    await open(address);
    expect(opened).toEqual([written]);
    expect(asked[0]?.detail).toBe(written);
    expect(asked[0]?.message).toContain(new URL(written).host);
  });

  it('7 opens nothing when the person does not agree', async () => {
    const { open, asked, opened } = opener(1);
    await open('https://example.test/');
    expect(asked[0]?.cancelId).toBe(1);
    expect(opened).toEqual([]);
  });

  it('7 shows a long address cut short, and opens all of it', async () => {
    const { open, asked, opened } = opener(0);
    const address = `https://example.test/${'x'.repeat(3000)}`;
    await open(address);
    expect(asked[0]?.detail).toHaveLength(501);
    expect(opened).toEqual([address]);
  });
});
