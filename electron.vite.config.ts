import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Three builds: main (both hosts, the launcher and the sample service share chunks; only
 * `electron.js` imports electron), the preload (one CommonJS file, as a sandboxed preload must
 * be) and the renderer. electron-vite does not know this Electron's targets, and the same main
 * output must also run in plain Node: hence `target: 'node20'`.
 */
export default defineConfig({
  main: {
    build: {
      target: 'node20',
      // A start reads a few large files instead of hundreds of small ones: DuckDB's library alone has
      // 180, which took longer to import than its database to open.
      externalizeDeps: false,
      rolldownOptions: {
        // Native, or with files beside it that it reads.
        external: [
          'keytar',
          '@napi-rs/keyring',
          '@duckdb/node-bindings',
          '@seriousme/openapi-schema-validator',
        ],
        // Those of libraries name places on the internet, which no built file may.
        output: { comments: false },
        input: {
          electron: at('src-main/electron/main.ts'),
          browser: at('src-main/browser/main.ts'),
          collect: at('src-main/collect/main.ts'),
          launch: at('src-main/launch/main.ts'),
          'sample-service': at('src-main/sample-service/main.ts'),
          // A worker has a file of its own; who starts it is given its address.
          'columns-worker': at('src-main/core/store/columns/worker/main.ts'),
          'description-worker': at('src-main/core/description/worker/main.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node20',
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: at('src-main/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    // Browsers load it too, so not Electron's own version alone. Not minified by default.
    build: {
      target: 'es2022',
      // Else `light-dark()` would be rewritten to what depends on how Mantine says which it is.
      cssTarget: 'chrome123',
      minify: true,
      // One file of styles: of a part that is loaded again after main was gone, Vite loads none again.
      cssCodeSplit: false,
      // The first file, and what is loaded while the first screen is looked at.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: at('src-renderer/index.html') },
    },
    resolve: { alias: { zod: at('src-renderer/host/no-schemas.ts') } },
    plugins: [react()],
  },
});
