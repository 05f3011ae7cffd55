/**
 * The core's public interface: what a host provides (ports) and what it gets (one way in, one way
 * out). Nothing here knows Electron or HTTP servers, which keeps hosts thin.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Background, Preferences, Snapshot } from '#shared/contract/snapshot.ts';
import type { SecretStore } from './credentials/secret-stores.ts';
import type { Limits } from './description/read-description.ts';
import type { AnswerLimits } from './runs/streamed-answer.ts';
import type { WorkerProcess } from './store/columns/column-store.ts';

/** Where an export goes. The core writes `path`; the host decides how the person gets it. */
export interface SaveTarget {
  /**
   * Absolute path of the final file, or of a folder. An existing file is replaced only by a complete
   * one; files are added to an existing folder.
   */
  path: string;
  /** All files reach the person as one archive. */
  isArchive?: true;
  /**
   * Called once everything is written, with the paths of all files: for a file this one first, then
   * those beside it; for a folder those in it. `name`: of what the person gets. `download`: address,
   * relative to the page, from which the window fetches it once; null when the files already are
   * where the person wants them.
   */
  finish(files: readonly string[]): Promise<{ name: string; download: string | null }>;
}

/** The embedded sample service, started by the host at first use. */
export interface SampleService {
  /** Base address on loopback, with its random port. */
  address: string;
  /** The demo's own key, which never runs out of credits. */
  accessKey: string;
  /** Session token of the demo's own account. */
  sessionToken: string;
}

export interface CorePorts {
  /** Version of the application. */
  version: string;
  /** How the command is called on this installation; by default from the program's sources. */
  command?: Snapshot['command'];
  /**
   * Absolute path; created when missing. It holds the first project and the program's own files for
   * this computer; other projects are beside it.
   */
  dataDir: string;
  /** Whether the program starts with the most recently opened project instead. */
  reopensLast?: boolean;
  /**
   * Asks the person for a project's folder; null when cancelled. Omitted where the window lists
   * projects by name, in a folder beside the first one.
   */
  chooseProjectFolder?: (purpose: 'new' | 'open' | 'copy', name: string) => Promise<string | null>;
  /** Called with the folder that is now open, before any event reports the change. */
  openedFolder?: (path: string) => void;
  /** Called with the preferences that now apply: those of the project just opened, or just saved. */
  preferencesInUse?: (preferences: Preferences) => void;
  /** Sends requests to the service: `service/network.ts`. */
  fetch: typeof globalThis.fetch;
  /** Sends requests to wherever links in data lead: a network that is `onlyPublic`, by default Node's. */
  fetchPublic?: typeof globalThis.fetch;
  secrets: SecretStore;
  /** Starts the column store's worker, a separate file in the build. */
  startColumnsWorker: () => WorkerProcess;
  /** The worker that reads descriptions, a separate file in the build. Without it none is read. */
  descriptionWorker?: URL;
  sampleService: () => Promise<SampleService>;
  /** Asks the person where to save, by default a file; null when cancelled. */
  chooseSaveTarget: (suggestedName: string, kind?: 'file' | 'folder') => Promise<SaveTarget | null>;
  /** Opens a checked https address outside the window; null where the window does so itself. */
  openLink: ((url: string) => Promise<void>) | null;
  /** Returns the path of the file that the program was opened with, only once; null: none. */
  takeGivenFile?: () => string | null;
  /** Shows a saved file in the system's file manager; null where that isn't possible. */
  showInFolder: ((path: string) => void) | null;
  /** How this computer runs the program without a window; omitted where it can't. */
  background?: {
    get(): Background;
    /** @throws ProblemError when the system refuses. */
    set(background: Background): void;
  };
  start: StartOptions;
  /** Receives unexpected errors for the host's log. They may contain paths, so the window gets none. */
  report: (error: unknown) => void;
  /** Delays before automatic retries. */
  retryDelaysMs?: readonly number[];
  /** Limits of time and memory for reading a description. */
  descriptionLimits?: Limits;
  /**
   * Whether a person watches (default): a new address is asked for its description, the service for the
   * operations of earlier starts. A command sends only what it is told to.
   */
  attended?: boolean;
  /** Interval between polls of a background operation. */
  pollEveryMs?: number;
  /** How long an answer on its way, which is paid for, is still waited for, in milliseconds. */
  graceMs?: { stop: number; quit: number };
  /** Limits of an answer's length, in bytes. */
  answerLimits?: AnswerLimits;
}

/** Flags and environment variables, the same on both hosts. */
export interface StartOptions {
  /** `--sample`: use the sample service, whatever was chosen before. */
  sample: boolean;
  /** `--service` or SOCIAL_DATA_API_URL. */
  serviceAddress: string | null;
  /** SOCIAL_DATA_API_KEY: bound to the address in use at start. */
  accessKey: string | null;
}

/** An answer to a request for media, without the headers that all answers of a host have. */
export interface MediaAnswer {
  status: 200 | 206 | 404 | 416;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

export interface Core {
  /** Never throws: problems are returned as values. `method` and `input` are unchecked. */
  call(method: string, input: unknown): Promise<Result<unknown>>;
  /** @returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /**
   * Answers a request for media that `media.load` gave an address for: `/media/<capability>`.
   * @param range the request's header; null: none.
   */
  media(capability: string, range: string | null): Promise<MediaAnswer>;
  /** Stops runs cleanly, closes files, unlocks the data folder. */
  close(): Promise<void>;
}
