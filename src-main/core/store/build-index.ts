/** Brings the row index in line with the log: whatever is wrong or missing is scanned again. */
import type { ItemScan } from '../json/index.ts';
import { countItems, itemRange, scanItems } from '../json/index.ts';
import type { PageEntry } from './log-contents.ts';
import type { PageLog } from './page-log.ts';
import type { RowIndex } from './row-index.ts';

/** After this the index has exactly the log's rows. */
export async function completeIndex(log: PageLog, index: RowIndex): Promise<void> {
  const good = countGoodPages(log.pages, index);
  index.keep(log.pages[good]?.firstRow ?? log.rowCount);
  for (let pageIndex = good; pageIndex < log.pages.length; pageIndex++) {
    await indexPage(log, index, pageIndex, log.pages[pageIndex]!);
  }
  await index.save();
}

/** Adds the items of a page whose body begins at `bodyStart` in the log. */
export function addItems(
  index: RowIndex,
  pageIndex: number,
  bodyStart: number,
  scan: ItemScan,
): void {
  const count = countItems(scan);
  for (let item = 0; item < count; item++) {
    const { start, end } = itemRange(scan, item);
    index.add(bodyStart + start, bodyStart + end, pageIndex);
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
      addItems(index, pageIndex, page.bodyStart, scan);
      return;
    }
    log.markUnreadable(page);
  }
  for (let row = 0; row < page.rows; row++) index.add(0, 0, pageIndex);
}

function countGoodPages(pages: readonly PageEntry[], index: RowIndex): number {
  const wrong = pages.findIndex((page, pageIndex) => !isPageGood(page, pageIndex, index));
  return wrong === -1 ? pages.length : wrong;
}

/** Rows lie in their page's body, one after the other; those of a lost page have no length. */
function isPageGood(page: PageEntry, pageIndex: number, index: RowIndex): boolean {
  const last = page.firstRow + page.rows;
  if (last > index.count) return false;
  let from = page.bodyStart;
  for (let seq = page.firstRow; seq < last; seq++) {
    const row = index.row(seq);
    if (!index.isSound(seq) || row.pageIndex !== pageIndex) return false;
    if (page.unreadable !== (row.start === row.end)) return false;
    if (page.unreadable) continue;
    if (row.start < from || row.end > page.bodyEnd) return false;
    from = row.end;
  }
  return true;
}
