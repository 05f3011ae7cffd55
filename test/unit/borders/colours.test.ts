/** Every CSS variable that the window uses is defined: an unknown one is ignored without a word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const tree = fileURLToPath(new URL('../../../src-renderer', import.meta.url));

it('each variable that is used is one of ours or of Mantine’s', () => {
  const text = readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|css)$/.test(path))
    .map((path) => readFileSync(join(tree, path), 'utf8'))
    .join('\n');
  const found = (pattern: RegExp): Set<string> =>
    new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  // Numbered ones are put together: `var(--series-${part})`.
  const used = found(/var\((--[a-z0-9-]+)(?=[),\s])/g);
  const defined = found(/(--[a-z0-9-]+)['"]?\]?:/g);
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !name.startsWith('--mantine-') && !defined.has(name))).toEqual(
    [],
  );
});
