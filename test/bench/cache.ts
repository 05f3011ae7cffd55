/** Where benches keep what takes long to get: below `node_modules`, and deletable at any time. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Bundles lie in `node_modules/.cache/bench-…`, this beside them. */
export function cacheFolder(): string {
  const folder = fileURLToPath(new URL('../sde-bench', import.meta.url));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
