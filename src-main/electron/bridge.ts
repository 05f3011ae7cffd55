/** What crosses between main and the window's page: two channels, named once. */
import type { AppEvent } from '#shared/contract/event.ts';

export const callChannel = 'explorer:call';
export const eventChannel = 'explorer:event';

/** `window.explorer`. Results and events are unchecked here; the page's host parses them. */
export interface ExplorerBridge {
  call: (method: string, input: unknown) => Promise<unknown>;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (event: AppEvent) => void) => () => void;
}
