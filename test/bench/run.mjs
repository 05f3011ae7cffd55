/**
 * `npm run bench -- <name> […]`: bundles each bench with whatever runs beside it and starts it, one
 * after the other. Plain JavaScript, because it runs before anything is bundled. What each measures:
 * README.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const worker = { 'columns-worker': 'src-main/core/store/columns/worker/main.ts' };
const pages = { service: 'test/bench/collect/service.ts' };

/** The first entry of each is the bench itself; the others run in processes or threads of theirs. */
const benches = {
  columns: { bench: 'test/bench/columns/bench.ts', ...worker },
  collect: {
    bench: 'test/bench/collect/bench.ts',
    floor: 'test/bench/collect/floor.ts',
    ours: 'test/bench/collect/ours.ts',
    ...pages,
    ...worker,
  },
  export: {
    bench: 'test/bench/export/bench.ts',
    prepare: 'test/bench/export/prepare.ts',
    ours: 'test/bench/export/ours.ts',
    peer: 'test/bench/export/peer.ts',
    ...worker,
  },
  'collect-window': { bench: 'test/bench/collect/window.ts', ...pages },
  grid: { bench: 'test/bench/grid/bench.ts' },
  query: {
    bench: 'test/bench/query/bench.ts',
    ours: 'test/bench/query/ours.ts',
    bare: 'test/bench/query/bare.ts',
    ...worker,
  },
};

async function run(entries, args) {
  // Below node_modules, so that what is not bundled is found.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'bench-'));
  process.env.SDE_OUT ??= join(root, 'out');
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        ssr: true,
        target: 'node20',
        outDir,
        rolldownOptions: { input: entries, output: { entryFileNames: '[name].js' } },
      },
    });
    writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
    const bundle = pathToFileURL(`${outDir}/`);
    const { bench } = await import(new URL('bench.js', bundle).href);
    await bench(args, (name) => new URL(`${name}.js`, bundle));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const given = process.argv.slice(2);
// Names come first; what follows them is for all of these benches.
const others = given.findIndex((word) => benches[word] === undefined);
const names = others === -1 ? given : given.slice(0, others);
if (names.length === 0) {
  console.error(`Usage: npm run bench -- <name> […]\nNames: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
}
for (const name of names) await run(benches[name], given.slice(names.length));
