/** Opens an address found in data in the person's browser, if they agree (checklist 7). */
import type { Shell } from 'electron';
import { openableLink } from '../core/links.ts';
import { agrees, type AskParts } from './ask.ts';

export interface OpenExternalParts extends AskParts {
  shell: Pick<Shell, 'openExternal'>;
}

/** Room for an address in the question; the rest of a longer one says little. */
const shownCharacters = 500;

/**
 * @returns the core's port. Checks the address again: what reaches the operating system's opener
 *   must not depend on a caller.
 * @throws Error when the address may not be opened.
 */
export function createOpenExternal(parts: OpenExternalParts): (address: string) => Promise<void> {
  return async (address) => {
    const link = openableLink(address);
    if (link === null) throw new Error('Only https addresses are opened.');
    const agreesToOpen = await agrees(parts, {
      message: `Open ${new URL(link).host} in your browser?`,
      detail: link.length > shownCharacters ? `${link.slice(0, shownCharacters)}…` : link,
      buttons: ['Open', 'Cancel'],
      defaultId: 0,
    });
    if (agreesToOpen) await parts.shell.openExternal(link);
  };
}
