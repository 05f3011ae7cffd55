/**
 * Faults in what keeps fetched pages and counts calls, and in what sorts, filters and summarises
 * them: careless changes that would cost a person money, rows or a right answer.
 */
import { faultsOf } from '../fault.mjs';

const core = 'src-main/core';
const inStore = (file, ...tests) => faultsOf(`${core}/store/${file}`, ...tests);
const inWorker = (file, ...tests) => faultsOf(`${core}/store/columns/worker/${file}`, ...tests);

const ledger = inStore('ledger.ts', 'unit/store/ledger.test.ts');
const ledgerFile = inStore('ledger-file.ts', 'unit/store/ledger.test.ts');
const tally = inStore('call-tally.ts', 'unit/store/ledger.test.ts');
const growing = inStore('append-file.ts', 'unit/store/disk-errors.test.ts');
const whole = inStore('atomic-write.ts', 'unit/store/atomic-write.test.ts');
const log = inStore('page-log.ts', 'unit/store/damage.test.ts');
const contents = inStore('log-contents.ts', 'unit/store/damage.test.ts');
const recovery = inStore('log-recovery.ts', 'unit/store/recovery.test.ts');
const logScan = inStore('log-scan.ts', 'unit/store/recovery.test.ts');
const aside = inStore('append-file.ts', 'unit/store/recovery.test.ts');
const index = inStore('row-index.ts', 'unit/store/row-index.test.ts');
const appender = inStore('run-appender.ts', 'unit/store/disk-errors.test.ts');
const reader = inStore('row-reader.ts', 'unit/store/damage.test.ts');
const runs = inStore('run-store.ts', 'unit/store/run-store.test.ts');
const summary = inStore('run-summary.ts', 'unit/store/run-store.test.ts');
const kept = inStore('kept.ts', 'unit/store/run-store.test.ts');
const body = inStore('stored-body.ts', 'unit/store/stored-body.test.ts');
const placed = inStore('stored-body.ts', 'unit/store/stored-run.test.ts');
const space = inStore('body-file.ts', 'unit/store/disk-errors.test.ts');
const folder = inStore('data-folder.ts', 'unit/store/data-folder.test.ts');
const odd = (file, ...fault) => inStore(file, 'contract/odd-files.test.ts')(...fault);
const openFiles = inStore('file-port.ts', 'unit/store/run-store.test.ts');
const lock = inStore('folder-lock.ts', 'unit/store/data-folder.test.ts');

const parse = faultsOf(`${core}/json/parse-json.ts`, 'unit/json/parse-json.test.ts');
const bytes = faultsOf(`${core}/json/parse-bytes.ts`, 'unit/json/parse-json.test.ts');
const scan = faultsOf(`${core}/json/scan-items.ts`, 'unit/json/scan-items.test.ts');

const columnStore = inStore('columns/column-store.ts', 'unit/store/columns/growing.test.ts');
const attachment = inStore('columns/run-columns.ts', 'unit/store/columns/recovery.test.ts');
const runFile = inWorker('run-file.ts', 'unit/store/columns/recovery.test.ts');
const filler = inWorker('filler.ts', 'unit/store/columns/views.test.ts');
const database = inWorker('database.ts', 'unit/store/columns/lock-down.test.ts');
const attachedRun = inWorker('attached-run.ts', 'unit/store/columns/growing.test.ts');
const order = inWorker('order.ts', 'unit/store/columns/views.test.ts');
const condition = inWorker('condition.ts', 'unit/store/columns/views.test.ts');
const cells = inWorker('cells.ts', 'unit/store/columns/views.test.ts');
const dates = inWorker('date-condition.ts', 'unit/store/columns/views.test.ts');
const duplicates = inWorker('query.ts', 'unit/store/columns/views.test.ts');
const query = inWorker('query.ts', 'unit/store/columns/growing.test.ts');
const edges = inWorker('distribution.ts', 'unit/store/columns/chart.test.ts');
const top = inWorker('top-values.ts', 'unit/store/columns/summary.test.ts');
const calendar = inWorker('calendar.ts', 'unit/store/columns/calendar.test.ts');
const timeChart = inWorker('chart-time.ts', 'unit/store/columns/chart.test.ts');
const valuesChart = inWorker('top-values.ts', 'unit/store/columns/chart.test.ts');
const scatter = inWorker('chart-scatter.ts', 'unit/store/columns/chart.test.ts');

export const store = [
  ledger(
    'a call is sent before the note is on disk',
    `encodeLine(line), 'synced'`,
    `encodeLine(line), 'unsynced'`,
  ),
  ledger(
    'calls under way at a crash are not counted',
    `tally.settle(sent, false, 'unanswered')`,
    `tally.settle(sent, false, 'notSent')`,
  ),
  ledger(
    'what the disk refused is not noted later',
    '.catch(() => this.#backlog.push(line))',
    '.catch(() => undefined)',
  ),
  ledgerFile(
    'a newer ledger is added to',
    `if (odd.has('newer'))`,
    `if (odd.has('newer') && odd.has('unreadable'))`,
  ),
  tally(
    'calls without an answer are free',
    'answered + unanswered + inFlight',
    'answered + inFlight',
  ),
  tally('calls that cost nothing are counted', 'if (!line.metered) return [];', ''),

  growing('a half-written page stays in the log', 'await file.truncate(this.#end);', ''),
  growing(
    'what another program added is written over',
    'if ((await this.#file.size()) !== offset) throw changedByOthers();',
    '',
  ),
  growing('the parts of a long page overwrite each other', 'at += part.length;', ''),
  whole('a file gets its name before it is on disk', 'await onDisk(() => file.sync());', ''),
  whole(
    'cancelling at the end still replaces the old file',
    'await onDisk(() => file.close());\n    signal?.throwIfAborted();',
    'await onDisk(() => file.close());',
  ),
  log(
    'damaged pages are taken for whole ones',
    'at === page.bodyEnd && crc === page.crc',
    'at === page.bodyEnd',
  ),
  contents('rows after a lost page get its numbers', 'contents.rowCount = header.firstRow;', ''),
  logScan('only the last page is checked after a crash', 'checkedAtTail = 3', 'checkedAtTail = 1'),
  recovery(
    'a newer version’s log is added to',
    'notices: [...notices, newerNotice], readOnly: true',
    'notices: [...notices, newerNotice], readOnly: false',
  ),
  aside('a torn tail is cut and not kept', 'await copyTail(files, tail, copy);', ''),
  index(
    'a damaged index is believed',
    'if (words[at + 3] !== checkOf(this.#count, page.crc, start, end, crc)) return false;',
    '',
  ),
  index(
    'rows that were taken back stay in the file',
    'this.#fileTooLong = this.#count < rows;',
    '',
  ),
  appender(
    'pages are fetched while one waits to be saved',
    'this.checkNothingWaits();\n      return action();',
    'return action();',
  ),
  appender('an answer that is tried again is kept twice', 'file ??= await', 'file = await'),
  reader('rows of a damaged page are shown', 'if (this.#isLost(row)) row.span = undefined;', '{}'),
  reader(
    'damaged rows are shown',
    'crc32(span.bytes.subarray(start, end)) !== crc',
    'row.end <= start',
  ),
  runs('a new note deletes the name', '{ ...readMeta(folder), ...change }', '{ ...change }'),
  runs('any text becomes part of a path', 'if (!runIdShape.test(runId))', 'if (runId.length < 8)'),
  runs('taking back replaces a run of the same id', 'if (await exists(to)) throw runExists();', ''),
  summary(
    'damage is not said in History',
    'header !== undefined && damage.length === 0',
    'header !== undefined',
  ),
  kept(
    'a summary of another log is told as this one’s',
    'isSameLog(kept, log) ? kept.content : undefined',
    'kept.content',
  ),
  kept('a summary that changed on disk is told', '.crc !== crc32(body)', '.crc === 0'),
  kept('no run’s summary is kept', 'await rename(part, join(derived, name));', ''),
  body(
    '[26] the cursor is written to disk',
    'withoutLineBreaks(replaceCursors(json, cursors))',
    'withoutLineBreaks(Buffer.from(json))',
  ),
  body(
    '[26] the cursor of what is no JSON is written to disk',
    'cursors.length === 0 ? body : replaceCursors(json, cursors)',
    'body',
  ),
  placed(
    'rows are cut wrongly where the cursor comes first',
    'cursors.every(({ start }) => start >= lastItem) ?',
    'cursors.length <= 1 ?',
  ),
  space('the next page may not find room', '4 * largestPage', 'largestPage'),
  folder('somebody’s folder is closed to others', 'if (ours && (mode', 'if ((mode'),
  odd(
    'data-folder.ts',
    'the trash of somebody else is emptied',
    'await unlink(path);',
    'void unlink;',
  ),
  odd(
    'ledger.ts',
    'calls of a lost ledger are forgotten',
    'if (isEmpty && kept',
    'if (!isEmpty && kept',
  ),
  openFiles(
    'files stay open for ever',
    'if (openFiles.size <= mostOpen) return;\n  for',
    'return;\n  for',
  ),
  lock(
    'the lock is where the environment says',
    'const near = join(folder, name);',
    'const near = join(process.env.TMPDIR ?? folder, name);',
  ),
  lock(
    'a program that was stopped loses its folder',
    `if (answer !== 'dead') throw`,
    `if (answer !== 'dead' && answer !== undefined) throw`,
  ),

  parse(
    'numbers of 16 digits are rounded',
    'return unsigned.length >= 16;',
    'return unsigned.length >= 17;',
  ),
  parse('exponents lose their spelling', ' || /e/i.test(unsigned)', ''),
  bytes(
    'of a long page that is no JSON some of the items pass for all',
    'if (items?.length !== 0) return undefined;',
    'if (items === undefined) return undefined;',
  ),
  scan(
    'a quote after two backslashes does not end a text',
    'if (slashes % 2 === 0) return',
    'if (slashes === 0) return',
  ),
  scan('of two lists of results the first counts', '      this.items = undefined;\n', ''),

  columnStore(
    'an order made before a column changed is shown',
    'const epoch = question.rows === undefined ? run.epoch : null;',
    'const epoch = null;',
  ),
  columnStore(
    'new rows are added to an outdated list',
    'if (added.epoch !== shorter.epoch) return ask(0);',
    '',
  ),
  attachment(
    'columns of another past are believed',
    'attachment.rows === 0 || (await this.#matchesLog(attachment.rows))',
    'attachment.rows >= 0',
  ),
  runFile(
    'a newer version’s columns are deleted',
    `if (typeof version === 'number' && version > format) return 'newer';`,
    '',
  ),
  runFile('columns of another run are believed', ' || id !== logId', ''),
  filler('what is searched for must have the same case', 'fold(String(cell))', 'String(cell)'),
  database(
    '[42] the database reaches every file',
    `'SET GLOBAL enable_external_access = false'`,
    `'SET GLOBAL enable_external_access = true'`,
  ),
  attachedRun(
    'that a column’s type changed is not told',
    `if (change === 'orders') this.#epoch++;`,
    '',
  ),
  order(
    'empty values come first when descending',
    `\${ascending ? 'ASC' : 'DESC'} NULLS LAST`,
    `\${ascending ? 'ASC NULLS LAST' : 'DESC NULLS FIRST'}`,
  ),
  order(
    'identifiers are sorted letter by letter',
    'if (isDigits(column)) return [{ sql: `length(${filled(c)})` }, { sql: filled(c) }];',
    '',
  ),
  order(
    'long numbers are sorted by their rounded values',
    'return hasExactIntegers(column)',
    'return hasExactIntegers(column) && false',
  ),
  condition(
    '“is not” leaves out empty values',
    '(${sql}) IS NOT TRUE`, values }',
    '(${sql}) IS FALSE`, values }',
  ),
  condition(
    'of filters one is enough',
    `join(parts, 'AND', always);\n}\n\nfunction join`,
    `join(parts, 'OR', always);\n}\n\nfunction join`,
  ),
  cells('istanbul does not find İstanbul', `folded.replaceAll(dottedTwice, 'i')`, 'folded'),
  dates('the last day of a range is left out', 'bound(moment, dayMs)', 'bound(moment, 0)'),
  dates('days are those of UTC', 'spanOf(filter, filter.timeZone)', "spanOf(filter, 'UTC')"),
  dates('a day without a time moves with the clock', '}) = 10 THEN', '}) = 0 THEN'),
  dates('times with an offset fall out of a range', 'offsetDays = 5', 'offsetDays = -1'),
  duplicates(
    'the first of duplicates is hidden too',
    '`t.seq > d.first AND',
    '`t.seq >= d.first AND',
  ),
  query(
    'a table on screen grows by itself',
    'const parts = [`seq < ${rows}`, ',
    'const parts = [`seq >= 0`, ',
  ),
  edges(
    'zero is left out of the counts',
    'return low === 0 ? [0, ...used] : used;',
    'return used;',
  ),
  top(
    'empty values are counted as a value',
    '`AND ${c} IS NOT NULL GROUP BY ${c} ORDER BY 2 DESC',
    '`GROUP BY ${c} ORDER BY 2 DESC',
  ),
  calendar(
    'days in which clocks change begin at the wrong hour',
    'early + offsetAt(early) >= wall ? early : late',
    'late',
  ),
  timeChart(
    'the order of arrival is told the wrong way round',
    '(m < before), count(*) FILTER (m > before)',
    '(m > before), count(*) FILTER (m < before)',
  ),
  valuesChart(
    'a tag that stands twice in a row counts twice',
    "list_distinct(TRY(json_extract_string(c${column.n}, '$[*]')))",
    "TRY(json_extract_string(c${column.n}, '$[*]'))",
  ),
  scatter(
    'the greatest value falls off the grid',
    '${count - 1}) AS INTEGER',
    '${count}) AS INTEGER',
  ),
];
