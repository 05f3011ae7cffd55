/** The host of the window: one small interface, implemented with Electron's bridge and with a socket. */
import type { AppEvent } from '#shared/contract/event.ts';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/contract/problem.ts';

/** What this host can do beyond calls. Test these, never "is this Electron?". */
interface Capabilities {
  /** Whether files are saved where the person chose; otherwise they are downloads. */
  savesToDisk: boolean;
  /** Whether the operating system can open files with the program. */
  receivesFiles: boolean;
  /** Whether saved files can be shown in the system's file manager. */
  showsInFolder: boolean;
}

/**
 * The connection to main. `lost`: disconnected, and being retried. `refused`: main was restarted and no
 * longer knows this window, so retrying is useless.
 */
export type Connection = 'heard' | 'lost' | 'refused';

export interface Host {
  capabilities: Capabilities;
  /** False if the page was opened without its token: only a hint can be shown. */
  admitted: boolean;
  /** Never rejects: a lost connection to main is an `internal` problem too. */
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /**
   * `onConnection` is called on every change; after a second `heard`, events may have been missed, so
   * request a new snapshot. Returns a function that unsubscribes.
   */
  subscribe(
    onEvent: (event: AppEvent) => void,
    onConnection: (connection: Connection) => void,
  ): () => void;
  /** Opens an address from the data outside the window. The person has confirmed it. */
  openLink(url: string): Promise<Problem | null>;
  /** Downloads a finished export; only where files are downloads. */
  download(address: string, name: string): void;
}
