/**
 * The host of this window: Electron's preload provides a bridge, a browser doesn't. Imported by state/
 * only.
 */
import type { ExplorerBridge } from '#shared/contract/event.ts';
import {
  createBrowserHost,
  createElectronHost,
  takeToken,
  tokenGiven,
  type Host,
} from './hosts.ts';

declare global {
  interface Window {
    explorer?: ExplorerBridge;
  }
}

function chooseHost(): Host {
  if (window.explorer !== undefined) return createElectronHost(window.explorer);
  // Pasting a new address over this one changes only the fragment, which wouldn't reload the page.
  window.addEventListener('hashchange', () => {
    if (tokenGiven(window.location) !== null) window.location.reload();
  });
  return createBrowserHost(takeToken(window));
}

export const host: Host = chooseHost();
