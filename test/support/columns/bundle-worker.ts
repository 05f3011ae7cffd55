/**
 * The column store's worker for tests, bundled once for all of them: Node 20 can't run TypeScript
 * in a worker. It lies inside `node_modules`, where the database is found from it.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the bundled worker. */
    columnsWorker: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs before all tests; what it returns, after them. */
export default async function bundleWorker(project: TestProject): Promise<() => void> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'columns-worker-'));
  // Tests also run as a user that may do little.
  chmodSync(outDir, 0o755);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'src-main/core/store/columns/worker/main.ts'),
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'columns-worker.mjs' } },
    },
  });
  project.provide('columnsWorker', pathToFileURL(join(outDir, 'columns-worker.mjs')).href);
  return () => rmSync(outDir, { recursive: true, force: true });
}
