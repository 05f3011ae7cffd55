/** Where the worker is in the built program: beside the entries, while this may be in a chunk. */
import { existsSync } from 'node:fs';

const name = 'columns-worker.js';

/** @throws Error when this does not run from the built program. */
export function builtWorker(): URL {
  const places = [new URL(name, import.meta.url), new URL(`../${name}`, import.meta.url)];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not beside the program`);
  return found;
}
