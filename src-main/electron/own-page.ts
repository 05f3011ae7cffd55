/** The address of the window's own page, and how to tell it from all others. */
import type { Session, WebContents } from 'electron';

export const appScheme = 'app';
const appHost = 'bundle';
export const appAddress = `${appScheme}://${appHost}/`;

/**
 * Whether an address is our page's, by its parsed scheme and host. Not by `origin`: Node's URL
 * parser says `null` for a scheme it does not know, and so would for any other such scheme.
 */
export function isAppAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return (
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === ''
  );
}

/**
 * The path an address names on our host, undecoded and without query and fragment; null for any
 * other address. Reads the text itself, so that nothing is normalised before it is checked.
 */
export function appPath(address: string): string | null {
  if (!address.startsWith(appAddress)) return null;
  return `/${address.slice(appAddress.length).split(/[?#]/)[0] ?? ''}`;
}

// Keeps the window on its own page (checklist 6).

/** Applies to every web contents ever created, ours and any other. */
export function guardNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  // Our page has no frames; one that appears is not ours, whatever it wants to show.
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

// Denies every permission (checklist 3). Without these handlers Electron grants them all.

export function denyPermissions(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}

// Whether a message really comes from our page (checklist 9).

interface Frame {
  readonly url: string;
  /** Null for a main frame. */
  readonly parent: unknown;
}

/** The part of `IpcMainInvokeEvent` that tells where a message comes from. */
export interface Sender {
  sender: Pick<WebContents, 'id'>;
  /** Null once the frame has navigated or is gone: then nobody knows who sent it. */
  senderFrame: Frame | null;
}

/**
 * @param known Our window's contents; null while there is no window.
 */
export function isTrustedSender(event: Sender, known: Pick<WebContents, 'id'> | null): boolean {
  const { sender, senderFrame } = event;
  return (
    known !== null &&
    sender === known &&
    senderFrame !== null &&
    senderFrame.parent === null &&
    isAppAddress(senderFrame.url)
  );
}
