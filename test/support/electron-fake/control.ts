/** The test's way into the main process: functions as text, as Playwright does with Electron. */
import { onlyModelled } from './only-modelled.ts';

export interface Asked {
  kind: 'evaluate';
  id: number;
  /** Source of a function of Electron and an argument. */
  code: string;
  argument: unknown;
}

export type Told =
  | { kind: 'chromium'; pid: number }
  | { kind: 'browser'; endpoint: string }
  | { kind: 'evaluated'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string };

export function answerTests(electron: object): void {
  const given = onlyModelled('electron', electron);
  process.on('message', (message) => {
    const asked = message as Asked;
    if (asked.kind !== 'evaluate') return;
    void evaluate(given, asked).then((told) => process.send?.(told));
  });
  // The test is gone: nobody would ever end this.
  process.on('disconnect', () => process.exit(1));
}

async function evaluate(electron: object, { id, code, argument }: Asked): Promise<Told> {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the test's own function
    const asked = new Function(`return (${code})`)() as (electron: object, of: unknown) => unknown;
    return { kind: 'evaluated', id, value: await asked(electron, argument) };
  } catch (error) {
    return { kind: 'failed', id, message: error instanceof Error ? error.message : String(error) };
  }
}
