/**
 * Measures the column store and prints what it finds: `node test/bench/columns/run.mjs [rows]`,
 * a million unless told. Figures are of this computer now; compare those of one run only.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const outDir = mkdtempSync(join(cache, 'columns-bench-'));
try {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rolldownOptions: {
        input: {
          bench: join(root, 'test/bench/columns/bench.ts'),
          'columns-worker': join(root, 'src-main/core/store/columns/worker/main.ts'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const { bench } = await import(pathToFileURL(join(outDir, 'bench.mjs')).href);
  await bench(
    Number(process.argv[2] ?? 1_000_000),
    new URL('columns-worker.mjs', pathToFileURL(`${outDir}/`)),
  );
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
