/**
 * The workers for tests, bundled once for all of them: Node 20 can't run TypeScript in a worker.
 * They lie inside `node_modules`, where their packages are found from them.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the bundled workers. */
    columnsWorker: string;
    descriptionWorker: string;
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
    // As in the product's build: nearly every test with a core starts this worker.
    ssr: { noExternal: ['@duckdb/node-api'], external: ['@duckdb/node-bindings'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          'columns-worker': join(root, 'src-main/core/store/columns/worker/main.ts'),
          'description-worker': join(root, 'src-main/core/description/worker/main.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const address = (name: string): string => pathToFileURL(join(outDir, `${name}.mjs`)).href;
  project.provide('columnsWorker', address('columns-worker'));
  project.provide('descriptionWorker', address('description-worker'));
  return () => rmSync(outDir, { recursive: true, force: true });
}
