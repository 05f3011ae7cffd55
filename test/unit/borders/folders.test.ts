/** Between folders, which lint doesn't see: no cycles (those between files it forbids itself), no schemas in the window. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const trees = ['src-main', 'src-renderer', 'src-shared'];

/** A folder and one inside it are one room with a corner of its own. */
const areNested = (a: string, b: string): boolean =>
  `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);

/** What a file imports of ours, from the top of the project. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import) '([^']+)'/g)].flatMap(([, path = '']) => {
    if (path.startsWith('#')) return [path.replace('#', 'src-')];
    return path.startsWith('.') ? [normalize(join(dirname(file), path)).replaceAll(sep, '/')] : [];
  });
}

it('no folder imports one that imports it, directly or by others', () => {
  const folders = new Map<string, Map<string, string>>();
  for (const tree of trees) {
    for (const path of readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path)) continue;
      const file = [tree, ...path.split(sep)].join('/');
      const from = dirname(file);
      for (const imported of importsOf(file)) {
        const to = dirname(imported);
        if (areNested(from, to)) continue;
        folders.set(from, (folders.get(from) ?? new Map<string, string>()).set(to, file));
      }
    }
  }
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]): void => {
    if (way.includes(folder)) {
      const cycle = [...way.slice(way.indexOf(folder)), folder];
      cycles.add(
        cycle
          .map((room, n) => `${room} (${folders.get(room)?.get(cycle[n + 1] ?? '') ?? ''})`)
          .join(' → '),
      );
      return;
    }
    if (done.has(folder)) return;
    for (const next of folders.get(folder)?.keys() ?? []) visit(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of folders.keys()) visit(folder, []);
  expect(folders.size).toBeGreaterThan(20);
  expect([...cycles]).toEqual([]);
});

it('the window, and what both sides share, check nothing with schemas: the built window has none', () => {
  const using = ['src-renderer', 'src-shared'].flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(tree, path))
      .filter((file) =>
        /schema\w*\s*\.(?:safeP|p)arse/i.test(readFileSync(join(root, file), 'utf8')),
      ),
  );
  expect(using).toEqual([]);
});
