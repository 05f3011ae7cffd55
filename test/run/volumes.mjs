/** How often the costly tests repeat in this run, read out of the tests themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('..', import.meta.url));
const written = /\b(?:count|runsOf)\(([\d_]+), ([\d_]+)\)/g;
const number = (text) => Number(text.replaceAll('_', ''));

/** A line for each file with such counts: how often now, and in the other kind of run. */
export function volumeLines(thorough) {
  const files = readdirSync(tests, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  return files
    .toSorted((one, other) => one.localeCompare(other))
    .flatMap((name) => {
      const path = join(tests, name);
      const found = [...readFileSync(path, 'utf8').matchAll(written)];
      if (found.length === 0) return [];
      const counts = found.map(([, few, many]) => number(thorough ? many : few));
      return [`${relative(tests, path)}: ${counts.join(', ')}`];
    });
}
