/** One file of a dataset: from the run’s own columns if they are sufficient, otherwise from the log. */
import { stat } from 'node:fs/promises';
import { now } from '../../clock.ts';
import type { ColumnStore, Part, PartColumn } from '../../store/columns/column-store.ts';
import { answeredAt } from '../../store/log-contents.ts';
import type { RowRange } from '../../store/log-contents.ts';
import { rowsDiffer } from '../deliver.ts';
import { askOnce } from '../row-source.ts';
import { bytesOfFile } from '../save-files.ts';
import type { SelectedList, SelectedRun } from '../selection.ts';
import type { TempFolder } from '../temp-folder.ts';
import type { Progress } from '../work.ts';
import { deliverIn } from './manifest.ts';
import type { DataFile } from './manifest.ts';
import { inputSource, rowSource } from './source.ts';
import type { PartSource } from './source.ts';
import { pagesOf, seqsIn } from './stretches.ts';
import type { Stretch } from './stretches.ts';

interface Writing {
  root: string;
  columnStore: ColumnStore;
  tempFolder: TempFolder;
  progress: Progress;
  signal: AbortSignal;
}

type Copied = { rows: number; misfits: number };

/** Returns null when all rows of the stretch are left out. */
export async function addRows(
  name: string,
  { run }: SelectedRun,
  parts: {
    stretch: Stretch;
    leftOut: readonly RowRange[];
    columns: PartColumn[];
    groupRows: number;
  },
  work: Writing,
): Promise<{ file: DataFile; misfits: number } | null> {
  const { stretch, leftOut, columns, groupRows } = parts;
  const { stored } = run;
  const seqs = seqsIn(stretch, leftOut);
  if (seqs.length === 0) return null;
  const path = await work.tempFolder.file(tempName);
  const pages = stored.pages
    .filter(
      ({ firstRow, rows }) => rows > 0 && firstRow < stretch.to && firstRow + rows > stretch.from,
    )
    .map((page) => ({ firstRow: page.firstRow, at: Date.parse(answeredAt(page)) }));
  const asked = { kind: 'part', part: { path, columns, pages, groupRows } } as const;
  const question = { rows: stretch.to, without: leftOut, signal: work.signal };
  const copied =
    (await work.columnStore.ask(stored, asked, question, stretch.from)) ??
    (await copySource(
      rowSource(stored, seqs, columns, `${path}.columns`),
      { pages: pagesOf(stored.pages, seqs), groupRows, path },
      work,
    ));
  rowsDiffer(copied.rows, seqs.length);
  return { file: await deliverPart(name, path, copied.rows, work), misfits: copied.misfits };
}

/** Writes the inputs of a list in their present state. */
export async function addInputs(
  name: string,
  list: SelectedList,
  columns: PartColumn[],
  work: Writing,
): Promise<DataFile> {
  const path = await work.tempFolder.file(tempName);
  const source = inputSource(list, columns, `${path}.columns`);
  const pages = [{ firstRow: 0, at: now().getTime() }];
  const { rows } = await copySource(source, { pages, groupRows: inputGroupRows, path }, work);
  rowsDiffer(rows, list.inputs.list.count);
  return deliverPart(name, path, rows, work);
}

/** DuckDB’s default: inputs are short. */
const inputGroupRows = 122_880;

const tempName = 'part.parquet';

async function copySource(
  source: PartSource,
  part: Omit<Part, 'columns'>,
  work: Writing,
): Promise<Copied> {
  const asked = { kind: 'part', part: { ...part, columns: source.columns } } as const;
  const copied = await askOnce(work, source.rows, () => asked);
  if (copied === null) throw new Error('Columns of our own never mix kinds of values');
  return { rows: copied.rows, misfits: source.misfits };
}

async function deliverPart(
  name: string,
  path: string,
  rows: number,
  { root, tempFolder, progress, signal }: Writing,
): Promise<DataFile> {
  const { size } = await stat(path);
  const file = await deliverIn(root, name, bytesOfFile(path), {
    signal,
    onBytes: (bytes) => progress.finishing(bytes, size),
    onPart: (part) => tempFolder.note(part),
  });
  return { ...file, rows };
}
