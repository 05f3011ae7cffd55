/**
 * Builds when what was built is not what the sources say: by content, because checking out a
 * branch or unpacking an archive changes times at random. Plain Node, since it runs before
 * anything is built. Silent when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** In a folder that every build empties, so that a build made by hand can't keep an old stamp. */
const stamp = join(root, 'out', 'main', '.built');

/** What a build is made from, beside the source trees. */
const files = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];
export const sourceTrees = ['src-main', 'src-renderer', 'src-shared'];
/** One file of each build: someone may have deleted a part of out/. */
const results = ['main/launch.js', 'preload/preload.cjs', 'renderer/index.html'];

/** A hash of every file a build is made from, names included. */
function hashSources() {
  const hash = createHash('sha256');
  const names = sourceTrees.flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const others = files.map((name) => join(root, name)).filter((name) => existsSync(name));
  for (const name of [...names, ...others].toSorted((left, right) => (left < right ? -1 : 1))) {
    hash
      .update(`${name.slice(root.length)}\0`)
      .update(readFileSync(name))
      .update('\0');
  }
  return hash.digest('hex');
}

const isCurrent = (hash) =>
  results.every((name) => existsSync(join(root, 'out', name))) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === hash;

/** @returns whether what is in out/ now belongs to the sources. Says why not on stderr. */
export function buildIfNeeded() {
  const hash = hashSources();
  if (isCurrent(hash)) return true;
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  if (!existsSync(builder)) {
    console.error('The build tools are missing: run npm ci first.');
    return false;
  }
  console.error('Building Social Data Explorer…');
  // Removed first: a build that is broken off must not look finished.
  rmSync(stamp, { force: true });
  const built = spawnSync(process.execPath, [builder, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    console.error(`${built.stdout}${built.stderr}\nThe build failed; what it said is above.`);
    return false;
  }
  // The hash from before: sources edited meanwhile are built the next time.
  writeFileSync(stamp, hash);
  return true;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = buildIfNeeded() ? 0 : 1;
}
