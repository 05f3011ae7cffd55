/** Saves as a window does: starts an export and hears how it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MethodInput, MethodName, MethodOutput } from '#shared/contract/methods.ts';
import { isOver } from '#shared/contract/export/export.ts';
import type { Export, ExportState } from '#shared/contract/export/export.ts';
import { formatOf } from '#main/core/export/formats/index.ts';
import { csvOptionsSchema } from '#main/core/export/formats/options.ts';

export type Spec = MethodInput<'export.start'>['spec'];
type Chain = MethodInput<'export.start'>['chain'];
export type Saved = Extract<ExportState, { kind: 'saved' }>;

interface Asking {
  value<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
}

let minted = 0;
export function mintExportId(): string {
  minted += 1;
  return `export-${process.pid}-${minted}`;
}

/** How it ended, whatever that is. */
export async function exportOf(asking: Asking, spec: Spec, chain?: Chain): Promise<Export> {
  const exportId = mintExportId();
  const started = await asking.value('export.start', { exportId, spec, chain });
  if (started.kind === 'cancelled') throw new Error('Nobody chose where to save.');
  for (;;) {
    const { exports } = await asking.value('export.list', {});
    const one = exports.find(({ id }) => id === exportId);
    if (one !== undefined && isOver(one.state)) return one;
    await sleep(5);
  }
}

/** For an export that must succeed; without a methods sheet unless told. */
export async function save(asking: Asking, spec: Spec, chain?: Chain): Promise<Saved> {
  const { state } = await exportOf(asking, { methods: false, ...spec }, chain);
  if (state.kind === 'saved') return state;
  throw new Error(
    state.kind === 'failed' ? `${state.problem.title} ${state.problem.advice}` : state.kind,
  );
}

/** A format by its name; of networks, from the column `id` to another one. */
export function inFormat(kind: string, to = 'text'): Pick<Spec, 'format' | 'network'> {
  const end = (field: string) => ({ kind: 'column', field }) as const;
  return {
    format: { kind },
    network: formatOf({ kind }).holds === 'network' ? { source: end('id'), target: end(to) } : null,
  };
}

/** CSV without anything added to the values. */
export const plainCsv: Spec['format'] = csvOptionsSchema.parse({
  kind: 'csv',
  byteOrderMark: false,
  formulaGuard: false,
});
