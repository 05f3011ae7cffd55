/**
 * Files that the operating system opens with the program: named on its command line, or on macOS by an event,
 * which may arrive before Electron is ready. The window never names a path: it only takes the last one given.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App, Event } from 'electron';

export interface GivenFile {
  /** @see CorePorts.takeGivenFile */
  take: () => string | null;
  /** Calls `tell` for every file that is given from now on. */
  hear: (tell: () => void) => void;
}

export interface GivenFileParts {
  app: { on: App['on'] };
  /** This process's arguments; those that aren't file names are ignored. */
  args: readonly string[];
}

/** Endings that a file may have. What is in it decides how it is read. */
const named = /^(?!-)(?!.*:\/\/).*\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|parquet|xlsx|zip|gz|md)$/i;

/**
 * The last argument that names a file, by its path or a `file:` address (some launchers on Linux): systems and
 * Chromium add flags, some with other addresses.
 */
export function fileAmong(args: readonly string[], folder: string): string | null {
  const paths = args.map((arg) => (/^file:\/\/\//i.test(arg) ? pathOf(arg) : arg));
  const name = paths.findLast((path) => named.test(path));
  return name === undefined ? null : resolve(folder, name);
}

/** Returns an empty string for an address that names no file. */
function pathOf(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return '';
  }
}

/** Call before Electron is ready. */
export function createGivenFile({ app, args }: GivenFileParts): GivenFile {
  let tell = (): void => undefined;
  let path = fileAmong(args, process.cwd());
  const give = (given: string | null): void => {
    if (given === null) return;
    path = given;
    tell();
  };
  app.on('open-file', (event: Event, given: string) => {
    event.preventDefault();
    give(given);
  });
  app.on('second-instance', (_event, others, folder) => give(fileAmong(others.slice(1), folder)));
  return {
    hear(listener) {
      tell = listener;
    },
    take() {
      const given = path;
      path = null;
      return given;
    },
  };
}
