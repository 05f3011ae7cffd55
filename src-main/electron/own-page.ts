/** The address of the window's own page, and how to distinguish it from all others. */
import type { Session, WebContents, WebRequest } from 'electron';

export const appScheme = 'app';
const appHost = 'bundle';
export const appAddress = `${appScheme}://${appHost}/`;

/**
 * Returns whether an address is our page's, by its parsed scheme and host. Not by `origin`: Node's URL
 * parser returns `null` for unknown schemes, so it would match any other such scheme.
 */
export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === ''
  );
}

/**
 * The path of an address on our host, undecoded and without query and fragment; null for any other
 * address. Works on the text itself, so that nothing is normalised before it is checked.
 */
export function appPath(address: string): string | null {
  if (!address.startsWith(appAddress)) return null;
  return `/${address.slice(appAddress.length).split(/[?#]/)[0] ?? ''}`;
}

/** Keeps the window on its own page (checklist 6). Applies to all web contents, ours and any other. */
export function guardNavigation(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.on('will-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  // Our page has no frames; any frame is foreign, whatever it tries to load.
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Denies every permission (checklist 3). Without these handlers Electron grants them all. */
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

/** They reach no network. No page can ask for the last: development's own tools do. */
const localSchemes: ReadonlySet<string> = new Set([`${appScheme}:`, 'data:', 'devtools:']);

/**
 * Cancels what the page asks of anybody else, even if its policy is gone: a fence of its own (checklist 4),
 * because Chromium refuses what isn't encrypted to pages from https only.
 */
export function guardRequests({
  webRequest,
}: {
  webRequest: Pick<WebRequest, 'onBeforeRequest'>;
}): void {
  webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !localSchemes.has(new URL(url).protocol) }),
  );
}

interface Frame {
  readonly url: string;
  /** Null for a main frame. */
  readonly parent: unknown;
}

/** The part of `IpcMainInvokeEvent` that identifies the sender. */
export interface Sender {
  sender: Pick<WebContents, 'id'>;
  /** Null once the frame has navigated or is gone: then the sender is unknown. */
  senderFrame: Frame | null;
}

/**
 * Returns whether a message really is from our page (checklist 9).
 * @param known our window's contents; null while there is no window.
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
