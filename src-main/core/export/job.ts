/** One export, from what was asked for to the finished files. */
import { assertNever } from '#shared/assert-never.ts';
import type { ExportSpec, ExportState, WrittenFile } from '#shared/export/export.ts';
import type { SaveTarget } from '../core.ts';
import type { ColumnKeeper } from '../runs/column-keeper.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { chosenColumns } from './columns.ts';
import { saveCsv } from './csv/save-csv.ts';
import { deliver } from './deliver.ts';
import { saveJsonLines } from './save-json-lines.ts';
import { saveParquet } from './save-parquet.ts';
import { saveRaw } from './save-raw.ts';
import { saveXlsx } from './xlsx/save-xlsx.ts';
import type { SheetLimits } from './xlsx/save-xlsx.ts';
import { createProgress } from './progress.ts';
import { countOf, selectRows } from './selection.ts';
import type { SelectionDeps } from './selection.ts';
import type { Replace } from './shape.ts';
import type { ExportWork, Outcome } from './work.ts';
import { openWorkplace } from './workplace.ts';

export interface JobDeps extends Pick<SelectionDeps, 'views' | 'nameOf'> {
  /** What is done to each value for privacy; null for nothing. */
  replaceOf: (spec: ExportSpec) => Promise<Replace | null>;
  keeper: ColumnKeeper;
  dataFolder: string;
  report: (error: unknown) => void;
  /** How long a sheet of a workbook may get; Excel's limits unless told. */
  sheetLimits?: SheetLimits;
}

export interface Job {
  id: string;
  spec: ExportSpec;
  runs: readonly LiveRun[];
  target: SaveTarget;
  signal: AbortSignal;
  tell: (state: ExportState) => void;
  /** Told once the rows are chosen. */
  tellOf: (rows: number) => void;
}

/** @throws what hindered it; the signal's reason when cancelled. Nothing half-written is left. */
export async function runJob(job: Job, deps: JobDeps): Promise<ExportState> {
  const { spec, runs, target, signal } = job;
  const start = performance.now();
  const workplace = openWorkplace(deps.dataFolder, job.id);
  try {
    const selection = await selectRows(runs, spec.view, deps);
    signal.throwIfAborted();
    if (spec.format.kind !== 'raw') job.tellOf(countOf(selection));
    const work: ExportWork = {
      spec,
      format: spec.format,
      selection,
      columns: chosenColumns(runs, spec),
      replace: await deps.replaceOf(spec),
      keeper: deps.keeper,
      workplace,
      progress: createProgress(job.tell),
      signal,
      report: deps.report,
      deliver: (content, options) =>
        deliver(target.path, content, {
          ...options,
          signal,
          onPart: (part) => workplace.note(part),
        }),
    };
    const outcome = await save(work, deps);
    const files: WrittenFile[] = [outcome.file];
    const { name, download } = await target.finish([target.path]);
    return {
      kind: 'saved',
      name,
      files,
      rows: outcome.rows,
      changes: outcome.changes,
      download,
      ms: Math.round(performance.now() - start),
      sheetProblem: null,
    };
  } finally {
    await workplace.remove().catch(deps.report);
  }
}

function save(work: ExportWork, { sheetLimits }: JobDeps): Promise<Outcome> {
  const { format } = work;
  switch (format.kind) {
    case 'csv':
      return saveCsv({ ...work, format });
    case 'xlsx':
      return saveXlsx({ ...work, format }, sheetLimits);
    case 'jsonl':
      return saveJsonLines(work);
    case 'parquet':
      return saveParquet({ ...work, format });
    case 'raw':
      return saveRaw(work);
    default:
      return assertNever(format);
  }
}
