/** `--smoke` where there is no Electron: the same core in plain Node. */
import { runSmoke } from './smoke.ts';
import { startCore } from './start-core.ts';

/** @returns the exit code. */
export function smokeInNode(dataDir: string | null): Promise<0 | 1> {
  return runSmoke({
    startCore,
    fetch: globalThis.fetch,
    encryption: null,
    dataDir,
    print: (line) => process.stdout.write(`${line}\n`),
  });
}
