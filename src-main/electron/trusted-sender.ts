/** Whether a message really comes from our page (checklist 9). */
import type { WebContents } from 'electron';
import { isAppAddress } from './app-address.ts';

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
