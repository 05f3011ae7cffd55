import type { AppEvent } from './event.ts';

/**
 * `window.explorer`: what Electron's preload puts before the page. Main is built together with
 * the page, so the page's host recognises results and does not parse them a second time.
 */
export interface ExplorerBridge {
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (event: AppEvent) => void) => () => void;
}
