import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = process.env['SDE_OUT'] ?? 'out';

/** A file of the built program. */
export function builtFile(name: string): string {
  return join(isAbsolute(out) ? out : join(root, out), name);
}
