/** A file that a README names is there: whoever looks for it finds it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('every file that a README names by its ending exists', () => {
  const paths = ['src-main', 'src-renderer', 'src-shared', 'test'].flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, tree, path),
    ),
  );
  const names = new Set([...paths, ...readdirSync(root)].map((path) => basename(path)));
  const readmes = [...paths.filter((path) => path.endsWith('.md')), join(root, 'README.md')];
  const named = readmes.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`([\w./#-]+\.(?:tsx?|mjs|mts|css))`/g)].map(
      ([, name = '']) => ({ path, name }),
    ),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ name }) => !names.has(basename(name)))).toEqual([]);
});
