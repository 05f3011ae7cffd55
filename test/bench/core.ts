/** The core as every bench runs it, and columns filled by it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtWorker } from '#main/launch/start-core.ts';
import type { CorePorts } from '#main/core/core.ts';
import type { View } from '#shared/contract/view.ts';
import { everyRow } from '#shared/contract/view.ts';
import { openPlainCore } from '#test/support/plain-core.ts';
import type { PlainCore } from '#test/support/plain-core.ts';

export type BenchCore = PlainCore;

export const openCore = (dataDir: string, ports: Partial<CorePorts> = {}): Promise<BenchCore> =>
  openPlainCore(dataDir, {
    columnsWorker: builtWorker('columns'),
    report: (error) => console.error(error),
    ...ports,
  });

/** Does something with a data folder that is gone afterwards. `TMPDIR` chooses the disk. */
export async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sde-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A word that is nowhere: such a view costs little, and says how many rows it could look at. */
const nothing: View = { ...everyRow, filters: [{ kind: 'is', field: 'lang', value: 'none' }] };

/** Until every row is in the columns. */
export async function filled({ call }: Pick<BenchCore, 'call'>, runId: string): Promise<void> {
  for (;;) {
    const { rows, of } = await call('view.open', { runId, view: nothing });
    if (rows === of) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
