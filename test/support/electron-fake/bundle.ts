/** The fake as one file, made once for all tests: Node 20 can't run TypeScript. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Playwright's global set-up: names the file in ELECTRON_FAKE, which workers inherit. */
export default async function bundleFake(): Promise<() => void> {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'electron-fake-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('electron.ts', import.meta.url)),
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'electron.mjs' } },
    },
  });
  process.env['ELECTRON_FAKE'] = pathToFileURL(join(outDir, 'electron.mjs')).href;
  return () => rmSync(outDir, { recursive: true, force: true });
}
