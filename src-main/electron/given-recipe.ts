/**
 * Methods sheets that the operating system opens with the program: named on its command line, or on macOS
 * by an event, which may arrive before Electron is ready. The window never names a path: it only takes the
 * last one given.
 */
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App, Event } from 'electron';
import { maxSheetLength } from '#shared/contract/recipe.ts';

export interface GivenRecipe {
  /** @see CorePorts.takeGivenRecipe */
  take: () => Promise<string | null>;
  /** Calls `tell` for every file that is given from now on. */
  hear: (tell: () => void) => void;
}

export interface GivenRecipeParts {
  app: { on: App['on'] };
  /** This process's arguments; those that aren't file names are ignored. */
  args: readonly string[];
}

/**
 * The last argument that names a JSON file, by its path or a `file:` address (some launchers on Linux):
 * systems and Chromium add flags, some with other addresses.
 */
export function fileAmong(args: readonly string[], folder: string): string | null {
  const paths = args.map((arg) => (/^file:\/\/\//i.test(arg) ? pathOf(arg) : arg));
  const name = paths.findLast((path) => /^(?!-)(?!.*:\/\/).*\.json$/i.test(path));
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
export function createGivenRecipe({ app, args }: GivenRecipeParts): GivenRecipe {
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
    async take() {
      const given = path;
      path = null;
      return given === null ? null : beginningOf(given);
    },
  };
}

/** Cuts off a file that is too long, so that it is refused as unreadable. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(maxSheetLength * 4);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    // Like a file that is chosen: without the byte order mark that some editors write.
    return new TextDecoder().decode(bytes.subarray(0, bytesRead)).slice(0, maxSheetLength);
  } finally {
    await file.close();
  }
}
