/** Answers whose rows can be told by their number. */
import type { StoredRun } from '#main/core/store/run-store.ts';

export const runId = 'run-0001';
export const at = '2026-03-31T10:00:00.000Z';

export interface TestRow {
  seq: number;
  id: string;
  text: string;
}

/** Rows of different lengths, with what makes JSON difficult. */
export function testRow(seq: number): TestRow {
  const text = `Row ${seq} "quoted" {[\\]} é😀 ${'x'.repeat((seq * 37) % 300)}`;
  return { seq, id: String(10n ** 18n + BigInt(seq)), text };
}

export function testRows(from: number, count: number): TestRow[] {
  return Array.from({ length: count }, (_, index) => testRow(from + index));
}

/** A live answer as a service might lay it out; the cursor tells where it leads. */
export function answer(from: number, count: number, indent = 0): Buffer {
  const envelope = {
    results: testRows(from, count),
    count,
    dataSource: 'api',
    has_more: true,
    next_page_cursor: `cursor-to-${from + count}`,
  };
  return Buffer.from(JSON.stringify(envelope, null, indent));
}

/** Appends pages of these lengths after what the run has. */
export async function appendPages(run: StoredRun, lengths: readonly number[]): Promise<void> {
  for (const length of lengths) {
    const page = (run.pages.at(-1)?.page ?? 0) + 1;
    await run.appendPage({ body: answer(run.rowCount, length), page, at, ms: 12.5, status: 200 });
  }
}
