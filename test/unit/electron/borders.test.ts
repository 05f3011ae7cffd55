/** Permissions, navigation and links out of the window. */
import type {
  CallbackResponse,
  DevicePermissionHandlerHandlerDetails,
  DisplayMediaRequestHandlerHandlerRequest,
  HandlerDetails,
  Session,
  WebContents,
} from 'electron';
import { describe, expect, it } from 'vitest';
import { denyPermissions, guardNavigation, guardRequests } from '#main/electron/own-page.ts';
import { createOpenExternal } from '#main/electron/ports.ts';
import { createDialog, createEvents, createPreventable, standIn } from './stand-in.ts';

it('3 every permission, device and screen is denied, asked for or checked', () => {
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
  const decisions: unknown[] = [];
  const decide = (decision: unknown): void => void decisions.push(decision);
  const details = { isMainFrame: true, requestingUrl: 'app://bundle/' };
  handlers.request?.(contents, 'media', decide, details);
  decide(handlers.check?.(contents, 'clipboard-read', 'app://bundle/', details));
  const device = { deviceType: 'usb', origin: 'app://bundle' } as const;
  decide(handlers.device?.(standIn<DevicePermissionHandlerHandlerDetails>(device)));
  handlers.display?.(standIn<DisplayMediaRequestHandlerHandlerRequest>({}), decide);
  expect(decisions).toEqual([false, false, false, null]);
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
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    '6 our own page may be loaded again, in the main frame, and no other: %s',
    (name) => {
      expect(prevented(name, 'app://bundle/')).toBe(false);
      expect(prevented(name, 'https://evil.test/')).toBe(true);
      expect(prevented('will-frame-navigate', 'app://bundle/', false)).toBe(true);
    },
  );

  it('4 6 window.open is denied for our address too, and a webview is never attached', () => {
    expect(open?.(standIn<HandlerDetails>({ url: 'app://bundle/' }))).toEqual({ action: 'deny' });
    expect(prevented('will-attach-webview', '')).toBe(true);
  });
});

describe('4 requests of the page', () => {
  type Listener = Parameters<Session['webRequest']['onBeforeRequest']>[0];
  type Details = Parameters<NonNullable<Listener>>[0];
  const asked = async (url: string, resourceType: Details['resourceType']): Promise<boolean> => {
    const { cancel } = await new Promise<CallbackResponse>((decide) => {
      const onBeforeRequest = (listener: unknown): void =>
        (listener as NonNullable<Listener>)(standIn<Details>({ url, resourceType }), decide);
      guardRequests({ webRequest: { onBeforeRequest } });
    });
    return cancel !== true;
  };

  it.each([
    ['app://bundle/assets/a.js', 'script'],
    ['app://bundle/media/a', 'media'],
    ['data:image/png;base64,AA', 'image'],
  ] as const)('4 %s is asked for', async (url, type) => {
    expect(await asked(url, type)).toBe(true);
  });

  it.each([
    ['https://elsewhere.test/a.js', 'script'],
    ['https://elsewhere.test/', 'xhr'],
    ['https://elsewhere.test/', 'mainFrame'],
    ['https://elsewhere.test/a.png', 'image'],
    ['https://elsewhere.test/a.mp4', 'media'],
    ['http://elsewhere.test/a.png', 'image'],
    ['wss://elsewhere.test/', 'webSocket'],
    ['file:///etc/passwd', 'image'],
    ['apps://bundle/', 'script'],
  ] as const)('4 %s (%s) is cancelled', async (url, type) => {
    expect(await asked(url, type)).toBe(false);
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
