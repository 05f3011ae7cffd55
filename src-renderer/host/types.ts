/** What carries the window: one small interface, implemented by Electron's bridge and by fetch. */
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';

/** What this host can do beyond calls. Ask for these; never "is this Electron?". */
export interface Capabilities {
  /** Saved files land where the person chose; otherwise they arrive as downloads. */
  savesToDisk: boolean;
  /** The operating system can open files with the program. */
  isGivenFiles: boolean;
  /** Saved files can be shown in the system's file manager. */
  showsInFolder: boolean;
}

/**
 * Whether main can be heard. `lost`: not now, but it is tried again. `refused`: main was
 * restarted and no longer knows this window, so trying again is useless.
 */
export type Connection = 'heard' | 'lost' | 'refused';

export interface Host {
  capabilities: Capabilities;
  /** False when the page was opened without what lets it in: nothing but a hint can be shown. */
  admitted: boolean;
  /** Never rejects: a lost connection to main is an `internal` problem too. */
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /**
   * `onConnection` is called on every change; after a second `heard` events may have been missed,
   * so take a new snapshot. Returns the function that ends the subscription.
   */
  subscribe(
    onEvent: (event: AppEvent) => void,
    onConnection: (connection: Connection) => void,
  ): () => void;
  /** Opens an address found in data outside the window. The person has confirmed it. */
  openLink(url: string): Promise<Problem | null>;
  /** Fetches a finished export; only where files arrive as downloads. */
  download(address: string, name: string): void;
}
