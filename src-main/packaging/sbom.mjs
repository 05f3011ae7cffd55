/**
 * Writes a CycloneDX list of what is shipped: `node … FILE`. npm's own list of production packages lacks
 * Electron, which is a development dependency and yet most of what is shipped.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [, , file] = process.argv;
if (file === undefined) {
  console.error('Usage: node sbom.mjs FILE');
  process.exit(2);
}
const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 1e8 },
);
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const list = JSON.parse(stdout);
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isShipped = ({ name: component, properties = [] }) =>
  component === 'electron' ||
  !properties.some((property) => property.name === 'cdx:npm:package:development');

const shipped = list.components.filter(isShipped);
const references = new Set([list.metadata.component, ...shipped].map((part) => part['bom-ref']));
const dependencies = list.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((other) => references.has(other)),
  }));
// npm names it after its folder.
const component = { ...list.metadata.component, name };
writeFileSync(
  file,
  `${JSON.stringify({ ...list, metadata: { ...list.metadata, component }, components: shipped, dependencies }, null, 2)}\n`,
);
console.log(`${shipped.length} components in ${file}`);
