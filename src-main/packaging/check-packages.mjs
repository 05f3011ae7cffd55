/** The last step of `npm run dist`: inspects all packages; `node … [DIST FOLDER]`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debProblems, findPackages, inspectPackage, nameOf } from './inspect.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const { build } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = process.argv[2] ?? join(root, build.directories.output);

const packages = findPackages(dist);
if (packages.length === 0) {
  console.error(`Nothing was packed in ${dist}.`);
  process.exitCode = 1;
}
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
for (const found of packages) {
  const { problems, sizes, files } = await inspectPackage(found, {
    fuses: build.electronFuses,
    root,
    key: process.env['SOCIAL_DATA_API_KEY'],
  });
  console.log(
    `${nameOf(found)}: ${megabytes(sizes.all)}, of it ${megabytes(sizes.archive)} app.asar with ${files.length} files and ${megabytes(sizes.unpacked)} native modules; fuses, files and licences ${problems.length === 0 ? 'are as they should be' : 'are not as they should be:'}`,
  );
  for (const problem of problems) console.error(`- ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
for (const name of existsSync(dist) ? readdirSync(dist) : []) {
  if (!name.endsWith('.deb')) continue;
  for (const problem of debProblems(join(dist, name))) {
    console.error(`- ${problem}`);
    process.exitCode = 1;
  }
}
