/** What goes into the thread and what comes out. */
import type { DescribedService } from '#shared/description/described.ts';
import type { DocumentFormat } from './read-document.ts';

export interface DescriptionTask {
  bytes: Uint8Array;
  format: DocumentFormat;
  /** The path of the service's address, without a slash at the end. */
  basePath: string;
}

export type DescriptionAnswer =
  | { ok: true; service: DescribedService }
  /** Half a sentence after "The service’s description". */
  | { ok: false; why: string };
