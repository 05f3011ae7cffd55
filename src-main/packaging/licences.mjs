/** Collects the licences of everything that is shipped: most of them must be passed on. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {string} root folder of the program's package.json.
 * @returns {Promise<string>} every package that isn't a development dependency, with its licence.
 */
export async function thirdPartyLicences(root) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const parts = [];
  for (const [path, { dev, devOptional, version, license }] of Object.entries(lock.packages)) {
    if (path === '' || dev || devOptional) continue;
    // Packages for other systems are in the lock file but not on disk.
    const files = await readdir(join(root, path)).catch(() => []);
    if (files.length === 0) continue;
    const texts = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).toSorted();
    const head = `${path.split('node_modules/').at(-1)} ${version}: ${license ?? 'see below'}`;
    const read = texts.map((file) => readFile(join(root, path, file), 'utf8'));
    parts.push([head, ...(await Promise.all(read))].join('\n\n').trim());
  }
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}
