/** Opening addresses found in data. */
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';

/**
 * Opens an address outside the window. Only after the person saw it whole and agreed. Answers
 * with what went wrong, or null.
 */
export const openLink = (address: string): Promise<Problem | null> => host.openLink(address);
