/** Where a worker is in the built program: beside the entries, while this may be in a chunk. */
import { existsSync } from 'node:fs';

/** @throws Error when this does not run from the built program. */
export function builtWorker(worker: 'columns' | 'description'): URL {
  const name = `${worker}-worker.js`;
  const places = [new URL(name, import.meta.url), new URL(`../${name}`, import.meta.url)];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${name} is not beside the program`);
  return found;
}
