/** Whether Electron tests can run on this computer, and if not, why. */
import { fileURLToPath } from 'node:url';
import { findElectronPackage, findExecutable, whyNoWindow } from '#main/launch/open-window.ts';

export type ElectronHere =
  | { kind: 'here'; executable: string }
  /** One sentence. */
  | { kind: 'missing'; reason: string };

export function electronHere(): ElectronHere {
  const found = findElectronPackage(fileURLToPath(import.meta.url));
  if (found === null) return { kind: 'missing', reason: 'Electron is not installed.' };
  const executable = findExecutable(found, process.env);
  if (executable === null) {
    return {
      kind: 'missing',
      reason: `Electron ${found.version} is installed without its binary (npx install-electron gets it).`,
    };
  }
  const { platform, env: environment } = process;
  const userId = process.getuid?.() ?? null;
  const reason = whyNoWindow({ platform, userId, environment }, executable);
  return reason === null ? { kind: 'here', executable } : { kind: 'missing', reason };
}
