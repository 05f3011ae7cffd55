/** What carries the window: one small interface, implemented by Electron's bridge and by fetch. */
import type {
  AppEvent,
  MethodInput,
  MethodName,
  MethodOutput,
  Result,
} from '#shared/contract/methods.ts';

/** What this host can do beyond calls. Ask for these; never "is this Electron?". */
export interface Capabilities {
  /** Saved files land where the person chose; otherwise they arrive as downloads. */
  savesToDisk: boolean;
}

export interface Host {
  capabilities: Capabilities;
  /** Never rejects: a lost connection to main is an `internal` problem too. */
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>;
  /**
   * `onConnection(false)` when main can't be heard, `true` when it can again (events may have
   * been missed: take a new snapshot).
   */
  subscribe(
    onEvent: (event: AppEvent) => void,
    onConnection: (connected: boolean) => void,
  ): () => void;
  /** Opens an address found in data outside the window. The person has confirmed it. */
  openLink(url: string): Promise<void>;
  /** Fetches a finished export; only where files arrive as downloads. */
  download(address: string, name: string): void;
}
