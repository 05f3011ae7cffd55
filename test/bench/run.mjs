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

/** The bench of a folder, and the files beside it that run in processes or threads of theirs. */
const of = (folder, ...others) =>
  Object.fromEntries(['bench', ...others].map((name) => [name, `test/bench/${folder}/${name}.ts`]));

const query = { ...of('query', 'ours'), ...worker };
const benches = {
  collect: { ...of('collect', 'floor', 'ours', 'service'), ...worker },
  'collect-window': { ...of('collect', 'service'), bench: 'test/bench/collect/window.ts' },
  columns: query,
  conversation: { bench: 'test/bench/grid/wall.ts' },
  compare: { ...of('compare'), ...worker },
  dataset: { ...of('export', 'save'), ...worker },
  export: { ...of('export', 'save'), ...worker },
  grid: of('grid'),
  history: { ...of('history'), ...worker },
  list: { ...of('list', 'ours', 'service'), ...worker },
  memory: { ...of('memory', 'ours'), ...worker },
  network: { bench: 'test/bench/grid/network.ts' },
  query,
  wall: { bench: 'test/bench/grid/wall.ts' },
};

async function run(name, args) {
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
        rolldownOptions: {
          input: benches[name],
          output: { entryFileNames: '[name].js' },
          // Optional: not installed where it can't be built.
          external: ['keytar', '@napi-rs/keyring'],
        },
      },
    });
    writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
    const bundle = pathToFileURL(`${outDir}/`);
    const { bench } = await import(new URL('bench.js', bundle).href);
    await bench(args, (file) => new URL(`${file}.js`, bundle), name);
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
for (const name of names) await run(name, given.slice(names.length));
