/** Brings the row index in line with the log: whatever is wrong or missing is scanned again. */
import { crc32 } from 'node:zlib';
import type { ItemScan } from '../json/index.ts';
import { countItems, itemRange, scanItems } from '../json/index.ts';
import type { PageEntry } from './log-contents.ts';
import type { PageLog } from './page-log.ts';
import type { RowIndex } from './row-index.ts';

/** After this the index has exactly the log's rows. */
export async function completeIndex(log: PageLog, index: RowIndex): Promise<void> {
  for (let at = index.pageOf(index.count); at < log.pages.length; at++) {
    await indexPage(log, index, at, log.pages[at]!);
  }
  await index.save();
}

/** Adds the items of a page, whose body these bytes are as they were sent or passed their check. */
export function addItems(
  index: RowIndex,
  pageIndex: number,
  body: Uint8Array,
  scan: ItemScan,
): void {
  const count = countItems(scan);
  for (let item = 0; item < count; item++) {
    const { start, end } = itemRange(scan, item);
    index.add(pageIndex, start, end, crc32(body.subarray(start, end)));
  }
}

async function indexPage(
  log: PageLog,
  index: RowIndex,
  pageIndex: number,
  page: PageEntry,
): Promise<void> {
  if (page.rows === 0) return;
  const body = await log.readBody(page);
  if (body !== undefined) {
    const scan = scanItems(body, page.path);
    if (countItems(scan) === page.rows) {
      addItems(index, pageIndex, body, scan);
      return;
    }
    log.markUnreadable(page);
  }
  for (let row = 0; row < page.rows; row++) index.addLost(pageIndex);
}
