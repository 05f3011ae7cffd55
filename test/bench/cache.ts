/** Where benches keep what takes long to get: below `node_modules`, and deletable at any time. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Bundles and their chunks lie in `node_modules/.cache/bench-…`, this beside them; elsewhere where
 * `SDE_BENCH_CACHE` says so.
 */
export function cacheFolder(): string {
  const beside = fileURLToPath(import.meta.url.replace(/\/bench-[^/]+\/.*$/, '/sde-bench'));
  const folder = process.env['SDE_BENCH_CACHE'] ?? beside;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
