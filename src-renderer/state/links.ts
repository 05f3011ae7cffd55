/** What leaves the window: pages found in data, and files. */
import type { Problem } from '#shared/contract/problem.ts';
import { host } from '../host/index.ts';

/** Opens a page found in data. Ask the person first and show the address in full. */
export function openLink(url: string): Promise<Problem | null> {
  return host.openLink(url);
}

/** Whether saved files land where the person chose; otherwise they arrive as downloads. */
export const savesToDisk: boolean = host.capabilities.savesToDisk;

/** Fetches a finished export into the person's downloads. */
export function downloadFile(address: string, name: string): void {
  host.download(address, name);
}
