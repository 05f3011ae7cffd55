/**
 * The one host of this window, chosen by its entry: Electron's preload leaves a bridge, a browser
 * has none. Imported by state/ only.
 */
import type { ExplorerBridge } from '#shared/contract/event.ts';
import { createBrowserHost, createElectronHost, takeToken, tokenGiven } from './hosts.ts';
import type { Host } from './types.ts';

declare global {
  interface Window {
    explorer?: ExplorerBridge;
  }
}

function chooseHost(): Host {
  if (window.explorer !== undefined) return createElectronHost(window.explorer);
  // A new address pasted over this one changes only the fragment, and nothing would reload.
  window.addEventListener('hashchange', () => {
    if (tokenGiven(window.location) !== null) window.location.reload();
  });
  return createBrowserHost(takeToken(window));
}

export const host: Host = chooseHost();
