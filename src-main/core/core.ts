/**
 * The face of the core: what a host gives it (ports) and what a host gets (one way in, one way
 * out). Nothing here knows Electron or HTTP servers; hosts stay thin because of it.
 */
import type { AppEvent } from '#shared/contract/event.ts';
import type { Result } from '#shared/contract/result.ts';
import type { SecretStore } from './credentials/secret-stores.ts';
import type { Limits } from './description/read-description.ts';
import type { AnswerLimits } from './runs/streamed-answer.ts';
import type { WorkerSource } from './store/columns/column-store.ts';

/** Where an export goes. The core writes `path`; the host tells how the person gets it. */
export interface SaveTarget {
  /**
   * Absolute path of the final file. It may exist; it is replaced only by a complete file. Of a
   * folder: it may exist too, and files are added.
   */
  path: string;
  /** All files reach the person as one archive. */
  isArchive?: true;
  /**
   * Called once everything is written, with the paths of all files: this one first, the others
   * beside it; of a folder those in it. `name`: what the person gets. `download`: address, relative to the page, from which
   * the window fetches it once; null when the files already are where the person wants them.
   */
  finish(files: readonly string[]): Promise<{ name: string; download: string | null }>;
}

/** The embedded sample service, started by the host at first use. */
export interface SampleService {
  /** Base address on loopback, with its random port. */
  address: string;
  /** The demo's own key: it does not run out of credits. */
  accessKey: string;
  /** Of the demo's own account. */
  sessionToken: string;
}

export interface CorePorts {
  /** Version of the application. */
  version: string;
  /**
   * Absolute path; created when missing. The first project, and where the program keeps what belongs
   * to this computer: other projects beside it.
   */
  dataDir: string;
  /** Whether the program starts with the project that was open last instead. */
  reopensLast?: boolean;
  /**
   * Asks the person for a project's folder; null when cancelled. Left out where the window lists
   * projects by name, in a folder beside the first one.
   */
  chooseProjectFolder?: (purpose: 'new' | 'open' | 'copy', name: string) => Promise<string | null>;
  /** Asks the person for a dataset's folder; null when cancelled. Left out where the window sends one. */
  chooseDataset?: () => Promise<string | null>;
  /** Told which folder is open, before anybody is told that it changed. */
  openedFolder?: (path: string) => void;
  /** Requests to the service. Electron passes `net.fetch`, so that system proxies work. */
  fetch: typeof globalThis.fetch;
  secrets: SecretStore;
  /** The column store's worker: a file of its own in the build. */
  columnsWorker: WorkerSource;
  /** The thread that reads descriptions: a file of its own in the build. Without it none is read. */
  descriptionWorker?: URL;
  sampleService: () => Promise<SampleService>;
  /** Asks the person where to save, by default a file; null when cancelled. */
  chooseSaveTarget: (suggestedName: string, kind?: 'file' | 'folder') => Promise<SaveTarget | null>;
  /** Opens a checked https address outside the window; null where the window does it itself. */
  openLink: ((url: string) => Promise<void>) | null;
  /**
   * Takes the text of the methods sheet that the operating system opened the program with, once.
   * Rejects when it can't be read. Left out where files are not opened like that.
   */
  takeGivenRecipe?: () => Promise<string | null>;
  /** Shows a file that was saved in the system's file manager; null where that can't be done. */
  showInFolder: ((path: string) => void) | null;
  start: StartOptions;
  /** Where unforeseen errors go: the host's log. They may name paths, so never to the window. */
  report: (error: unknown) => void;
  /** Pauses before automatic retries; the usual ones when left out. */
  retryDelaysMs?: readonly number[];
  /** Pause between two looks at the service's status; the usual one when left out, null: none. */
  statusEveryMs?: number | null;
  /** How long and with how much memory a description is read; the usual limits when left out. */
  descriptionLimits?: Limits;
  /** Whether a service is asked for its description by itself when its address is new; it is
   *  unless this says no. */
  askForDescription?: boolean;
  /** Pause between two questions for a background operation; the usual one when left out. */
  pollEveryMs?: number;
  /** How long answers may be, in bytes; the usual limits when left out. */
  answerLimits?: AnswerLimits;
}

/** Flags and environment variables, the same on both hosts. */
export interface StartOptions {
  /** `--sample`: the sample service, whatever was chosen before. */
  sample: boolean;
  /** `--service` or SOCIAL_DATA_API_URL. */
  serviceAddress: string | null;
  /** SOCIAL_DATA_API_KEY: bound to the address in force at start. */
  accessKey: string | null;
}

export interface Core {
  /** Never throws: problems come back as values. `method` and `input` are unchecked. */
  call(method: string, input: unknown): Promise<Result<unknown>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Stops runs cleanly, closes files, frees the data folder. */
  close(): Promise<void>;
}
