/** Packs the built program as `npm run dist` does, into a folder, over a stand-in for Electron. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeStandIn, type System } from './stand-in-electron.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * @param folder Everything is put into it.
 * @returns electron-builder's output folder.
 * @throws when electron-builder fails, with its words.
 */
export async function pack(folder: string, system: System): Promise<string> {
  const electron = join(folder, 'electron');
  const dist = join(folder, 'dist');
  await makeStandIn(electron, system);
  await run(
    process.execPath,
    [
      join(root, 'src-main', 'packaging', 'pack.mjs'),
      `--${system}`,
      '--dir',
      '--x64',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${dist}`,
      // Both need a Mac, or a certificate.
      '-c.electronFuses.resetAdHocDarwinSignature=false',
      '-c.mac.identity=null',
    ],
    { cwd: root, env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' } },
  );
  return dist;
}

export interface Ended {
  code: number;
  /** Both streams. */
  said: string;
}

/** Looks at what was packed, as `npm run dist` does at its end. */
export const check = (dist: string): Promise<Ended> => runScript('check-packages.mjs', dist);

/** Runs `--smoke` in what was packed. */
export const smoke = (dist: string, environment: Record<string, string> = {}): Promise<Ended> =>
  runScript('smoke-packages.mjs', dist, environment);

async function runScript(
  name: string,
  dist: string,
  environment: Record<string, string> = {},
): Promise<Ended> {
  const program = join(root, 'src-main', 'packaging', name);
  const env = { ...process.env, ...environment };
  try {
    const { stdout, stderr } = await run(process.execPath, [program, dist], { env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}
