/** Faults in saving and copying: in the files themselves, in what is told of them, in who is named. */
import { faultsOf } from '../fault.mjs';

const inCore = (file, ...tests) => faultsOf(`src-main/core/export/${file}`, ...tests);
const inWindow = (file, ...tests) => faultsOf(`src-renderer/features/results/${file}`, ...tests);

const csv = 'unit/export/csv.test.ts';
const xlsx = 'unit/export/xlsx.test.ts';
const lines = 'unit/export/json-lines.test.ts';
const parquet = 'unit/export/parquet.test.ts';
const networks = 'unit/export/network.test.ts';
const shape = 'unit/export/shape.test.ts';
const privacy = 'unit/export/privacy.test.ts';
const sheets = 'unit/export/methods-sheet.test.ts';
const dataset = 'unit/export/dataset.test.ts';
const trouble = 'unit/export/faults.test.ts';

const csvLine = inCore('csv/write-csv.ts', csv);
const guard = inCore('csv/write-csv.ts', csv);
const sqlGuard = faultsOf('src-main/core/store/columns/worker/copy.ts', csv);
const csvCheck = inCore('csv/write-csv.ts', csv);
const sheetXml = inCore('xlsx/sheet-xml.ts', xlsx);
const workbook = inCore('xlsx/save-xlsx.ts', xlsx);
const jsonLines = inCore('save-json-lines.ts', lines);
const ending = faultsOf('src-shared/contract/run-phase.ts', sheets);
const secret = inCore('privacy/secret.ts', privacy);
const network = inCore('network/ends.ts', networks);
const grouping = faultsOf('src-main/core/store/columns/worker/network.ts', networks);
const copyFormats = inWindow('copy/formats.ts', 'unit/renderer/results/copy/formats.test.ts');
const copyRows = inWindow('copy/copy-rows.ts', 'unit/renderer/results/copy/copy-rows.test.ts');

const datasetSql = faultsOf('src-main/core/store/columns/worker/copy-part.ts', dataset);
const inDataset = inCore('dataset/save-dataset.ts', dataset);

export const saving = [
  datasetSql(
    'a number of another type is lost',
    'misfit: `CASE WHEN ${whole} IS NULL THEN ${c} END`',
    'misfit: null',
  ),
  datasetSql('all rows of a file arrived with the first page', 'pages.length === 1', 'true'),
  inDataset('a run that has grown is added again', 'from, to: rows }', 'from: 0, to: rows }'),
  inDataset('another run of the same ID is mixed in', 'known.log !== stored.logId', 'false'),
  inDataset('what a kill left stays among the rows', 'await removeUnfinished(', 'void ('),
  csvLine('the empty text looks like null', "return text === '' || ", 'return '),
  csvLine('a carriage return breaks a line in two', String.raw`/["\r\n#]/`, String.raw`/["\n#]/`),
  guard('a text that begins with a minus is run', String.raw`[=+\-@`, '[=+@'),
  guard('the guard can’t be undone', String.raw`\n'＝`, String.raw`\n＝`),
  ...['=', '-', '@', '＠', "''"].map((start) =>
    sqlGuard(`SQL lets a text run that begins with ${start}`, `  \`'${start}'\`,\n`, ''),
  ),
  grouping('an item that a row has twice weighs double', 'list_distinct([', '(['),
  grouping(
    'a row counts twice for a node that is both ends',
    '`${here} UNION ${there}`',
    '`${here} UNION ALL ${there}`',
  ),
  grouping(
    'the direction of undirected edges counts',
    'const swaps = oneMode && !directed;',
    'const swaps = false;',
  ),
  network(
    'one end of a network keeps its names',
    'oneMode ? { s: s ?? t, t: t ?? s } : { s, t }',
    '{ s, t }',
  ),
  network(
    'followers and followed are mixed up',
    '=== reversedWhen.value',
    '!== reversedWhen.value',
  ),
  network(
    'an author and a hashtag of one name are one node',
    "compare: 'hashtag', kind: 'hashtag' }",
    "compare: 'hashtag', kind: 'username' }",
  ),
  csvCheck('quotes are forgotten between chunks', 'this.#quoted = quoted;', ''),
  csvCheck('half a character between chunks is not seen', 'this.#tail = chunk.subarray(-2);', ''),
  inCore('csv/save-csv.ts', lines)(
    'duplicates of other runs come back',
    'work.selection.every(({ isWholeView }) => isWholeView) &&',
    '',
  ),
  inCore('copy-run.ts', trouble)(
    'rows of damaged pages come back',
    'without: unreadable.stretches,',
    'without: [],',
  ),

  sheetXml('numbers of 17 digits are rounded', 'const keptDigits = 15;', 'const keptDigits = 17;'),
  sheetXml(
    'a text like _x000D_ is read as another one',
    'return `_x005F_${found.slice(1)}`;',
    'return found;',
  ),
  inCore('columns.ts', xlsx)(
    'nobody knows which clock a workbook’s dates are of',
    "format.dates === 'asGiven' || !isDate",
    "format.dates !== 'never' || !isDate",
  ),
  inCore('privacy/find-people.ts', privacy)(
    'a link that names nobody stays',
    'return this.#isInside || this.#hasLinks',
    'return this.#isInside',
  ),
  workbook('a sheet has a row too many', 'row >= limits.rows', 'row > limits.rows'),
  workbook('a sheet outgrows what Excel reads', ' || bytes >= limits.bytes', ''),

  jsonLines(
    'what is missing becomes null',
    'if (!Object.hasOwn(row, field)) return undefined;',
    'if (!Object.hasOwn(row, field)) return null;',
  ),
  jsonLines(
    'columns that are left out are saved',
    '(spec.privacy?.drop.length ?? 0) === 0',
    'selection.length === 1',
  ),
  inCore('copy-run.ts', privacy)('people are not replaced', '    replace === null &&\n', ''),
  inCore('columns.ts', parquet)(
    'columns that only the second run has are lost',
    'for (const { tally } of runs) {',
    'for (const { tally } of runs.slice(0, 1)) {',
  ),
  inCore('columns.ts', parquet)(
    'id and Id are one column',
    "format.kind === 'parquet' ? name.toLowerCase() : name",
    'name',
  ),
  inCore('shape.ts', shape)(
    'nested lists are joined',
    'Array.isArray(value) && value.every(isPlain)',
    'Array.isArray(value)',
  ),
  inCore('cells.ts', shape)(
    'half hours of a time zone are lost',
    "(Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4) || '0'))",
    '(Number(digits.slice(0, 2)) * 60)',
  ),

  inCore('deliver.ts', trouble)(
    'rows are not counted before the file is there',
    'await check?.();',
    '',
  ),
  inCore('deliver.ts', sheets)(
    'the checksum is of the beginning',
    'hash.update(chunk);',
    'if (written === 0) hash.update(chunk);',
  ),
  inCore('temp-folder.ts', trouble)(
    'sweeping deletes any file that is noted',
    'if (isAbsolute(part) && partName.test(basename(part)))',
    'if (isAbsolute(part))',
  ),
  inCore('exports.ts', 'contract/exporting.test.ts')(
    'a double click saves twice',
    'let beginning = starting.get(exportId);',
    'let beginning: Promise<Entry | null> | undefined;',
  ),
  inCore('exports.ts', trouble)(
    'a file that was never saved is shown',
    "entry?.current.state.kind === 'saved' ? entry.path : null",
    'entry?.path ?? null',
  ),
  inCore('exports.ts', privacy)(
    'the file’s name names who was asked for',
    'nameOf(first, day, replacesPeople(privacy))',
    'nameOf(first, day, false)',
  ),
  inCore('job.ts', sheets)(
    'a sheet that can’t be written takes the file’s success back',
    'return { files: [], paths: [], problem: problemOf(error, deps.report) };',
    'throw error;',
  ),
  inCore('privacy/replacer.ts', privacy)(
    'an account in other letters stays in labels',
    "'giu',",
    "'gu',",
  ),
  inCore('privacy/replacer.ts', privacy)(
    'one person has two pseudonyms',
    ".replace(/^[@＠]/, '').toLowerCase()",
    ".replace(/^[@＠]/, '')",
  ),
  inCore('privacy/replacer.ts', privacy)(
    'long ids stay as they are',
    'numbersToo ? change(value.$n) : value',
    'value',
  ),
  inCore('privacy/find-people.ts', privacy)(
    'links that name people stay',
    "? 'leftOut'",
    "? 'asItIs'",
  ),
  inCore('privacy/find-people.ts', 'contract/sample-service.test.ts')(
    'links of the sample’s people stay',
    "drop: fieldsOf('leftOut')",
    'drop: []',
  ),
  inCore('privacy/people.ts', privacy)(
    'a username that is written with its percent signs is not seen',
    '[text, decoded(text)].some(',
    '[text].some(',
  ),
  inCore('job.ts', privacy)(
    'who remains in a file is not told',
    ', ...remainsAsChange(remains)',
    '',
  ),
  faultsOf('src-main/core/json/parse-json.ts', csv)(
    'a last decimal that is 0 is dropped',
    String.raw`|\d*\.\d*0(?!\d)`,
    '',
  ),
  faultsOf('src-main/core/json/parse-json.ts', 'unit/json/parse-json.test.ts')(
    'the sign of -0 is dropped',
    String.raw`|-0(?![.\d])`,
    '',
  ),
  secret(
    'a locked keychain counts as an empty one',
    'return await secrets.get(account);\n    } catch {\n      throw new ProblemError(unreadable());',
    'return await secrets.get(account);\n    } catch {\n      return null;',
  ),
  secret('a secret is replaced unasked', ' && !replace)', ' && replace)'),
  faultsOf('src-shared/contract/export/export.ts', lines)(
    'raw pages are saved as if they were private',
    ' && privacy === null && origin.length === 0)',
    ')',
  ),

  inCore('methods/make-sheet.ts', sheets)(
    'calls that were repeated are not told',
    'calls: callsOf(stored.id),',
    'calls: pages.length,',
  ),
  ending(
    'what was stopped looks complete',
    'The run was stopped by hand; more may have been available.',
    'The service said that there was no more.',
  ),
  ending(
    'a limit of calls is told as one of rows',
    'inFile: ({ reason }) => limits[reason].inFile',
    'inFile: () => limits.rows.inFile',
  ),
  inCore('methods/words.ts', sheets)(
    'a filter is told the wrong way round',
    '${field} is not “${filter.value}”',
    '${field} is “${filter.value}”',
  ),

  copyFormats(
    'a quote shifts the cells after it',
    String.raw`/[\t\n"]/.test(cell)`,
    String.raw`/[\t\n]/.test(cell)`,
  ),
  inWindow('copy/formats.ts', 'unit/renderer/results/copy/formats.test.ts')(
    'a spreadsheet rounds ids',
    '?? 0) > 15',
    '?? 0) > 19',
  ),
  copyRows('what was asked for first ends on the clipboard', 'if (latest !== target) return;', ''),
  inWindow('copy/grid-selection.ts', 'unit/renderer/results/copy/selection.test.ts')(
    'a row beyond the limit is copied',
    'first + left - 1',
    'first + left',
  ),
  inWindow('copy/copy-target.ts', 'unit/renderer/results/copy/copy-rows.test.ts')(
    'a column is copied where rows are selected only',
    'column: { spans: all, columns',
    'column: { spans: selection === null ? all : spans, columns',
  ),
  inWindow('save/choices.ts', 'unit/renderer/results/save/choices.test.ts')(
    'all rows are saved although a view is seen',
    "rows: isEveryRow(view) ? 'all' : 'seen',",
    "rows: 'all',",
  ),
  inWindow('save/PrivacyPart.tsx', 'unit/renderer/results/save/privacy.test.tsx')(
    'columns in which people are found stay folded',
    'setFound(Object.keys(next));',
    '',
  ),
  faultsOf('src-shared/contract/export/privacy.ts', 'unit/renderer/results/save/privacy.test.tsx')(
    'links are taken for columns that name nobody',
    "['text', 'url', 'image']",
    "['text']",
  ),
  inWindow('save/treatments.ts', 'unit/renderer/results/save/choices.test.ts')(
    'columns to be left out get pseudonyms',
    "kind === 'leaveOut' || kind === 'mentions'",
    "kind === 'mentions'",
  ),
];
