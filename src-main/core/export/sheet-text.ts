/** The methods sheet as text for people, detailed enough to write a paper’s methods section from. */
import { basename, dirname, join } from 'node:path';
import { quoted } from '#shared/characters.ts';
import { isChoosable } from '#shared/contract/export/formats.ts';
import { assertNever } from '#shared/assert-never.ts';
import {
  inputField,
  inputStatusSchema,
  inputStatusWords,
  maxCommandCalls,
} from '#shared/contract/list.ts';
import type { ListSource } from '#shared/contract/list.ts';
import type { Derivation, Derived, FromFile, SourceRun } from '#shared/contract/derived.ts';
import type { View } from '#shared/contract/view.ts';
import { countOf, grouping, said } from '#shared/counts.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import type { Format } from './formats/format.ts';
import { optionsIn } from './formats/options.ts';
import { maxCellLength } from './workbook.ts';
import { recipeFileSchema, tablesOf } from './methods/provenance.ts';
import type { MethodsSheet, SheetRun, SheetTable } from './methods/provenance.ts';

/** Most file systems allow names of 255 bytes. */
const maxNameBytes = 255;

/** Columns of a worksheet with a methods sheet: a line has its section, and what it says; that of a table its cells. */
export const methodsColumns = ['Section', 'How it was made', '', '', '', ''];

/** The methods sheet as lines of a worksheet, as it reads: without marks, and without the recipe for programs. */
export function methodsLines(sheet: MethodsSheet, format: Format): string[][] {
  let section = '';
  const [readable = ''] = asMarkdown(sheet, format, sheet.file.name).split('\n```json\n');
  return readable.split('\n').flatMap((line) => {
    const [, marks, rest = ''] = /^(#+ |- |\| )?(.*)$/.exec(line) ?? [];
    if (rest === '' || rest.startsWith('|--')) return [];
    if (marks === '| ') return [[section, ...rest.slice(0, -2).split(' | ').map(asRead)]];
    if (marks?.startsWith('##') === true) {
      section = asRead(rest);
      return [];
    }
    return cellsOf(asRead(rest)).map((cell) => [section, cell]);
  });
}

/** A line of a sheet as texts that a cell can hold, one below the other: a condition can have a thousand values. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (let rest = line; rest !== ''; rest = rest.slice(cells.at(-1)!.length)) {
    const cell = rest.slice(0, maxCellLength);
    cells.push(cell === rest ? cell : cell.replace(/[\uD800-\uDBFF]$/, ''));
  }
  return cells;
}

/** Removes the marks of Markdown, and the backslashes before characters that are none. */
const asRead = (line: string): string =>
  line.replaceAll(
    /(?<fence>`+)(?<space> ?)(?<code>.*?)\k<space>\k<fence>(?!`)|\\(?<plain>[\\`*_{}[\]<>#|~&])|\*+/g,
    '$<code>$<plain>',
  );

/** The path of a file that is saved beside another one. */
export const besidePath = (path: string, ending: string): string =>
  join(dirname(path), sheetName(basename(path), ending));

/** Appends to the whole file name, so that `posts.csv` and `posts.xlsx` have separate sheets; cut if long. */
function sheetName(fileName: string, ending: string): string {
  const room = maxNameBytes - Buffer.byteLength(ending);
  if (Buffer.byteLength(fileName) <= room) return fileName + ending;
  // A cut in the middle of a character leaves U+FFFD.
  const cut = Buffer.from(fileName)
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return cut + ending;
}

/** @param name of the file that it describes. */
export function asMarkdown(sheet: MethodsSheet, format: Format, name: string): string {
  const { application, recipe } = sheet;
  const isChain = recipe !== undefined;
  const isInside = format.hasSheets === true && !isChain;
  return [
    `# How ${code(name)} was made`,
    `Written by ${application.name} ${application.version} at ${sheet.writtenAt} (time zone of the computer: ${sheet.timeZone}). ${isInside ? '' : `${code(`${name}.methods.json`)} says the same for programs; `}*Open recipe…* ${isChain ? 'makes a recipe of it' : 'fills in the form with it'}.`,
    ...tablesOf(sheet).flatMap((table) => tableParts(table, sheet, format)),
    '## How to cite',
    text(sheet.citation),
    '## Reproducing it',
    `${isChain ? 'Run the recipe' : 'Run the same question'} on the same service, and save with the same options. A service’s answers change over time${isInside ? '. *Open recipe…* opens this workbook.' : '; the SHA-256 shows whether a file is this one. *Open recipe…* opens this file too; the values it fills in are below.'}`,
    `\`\`\`json\n${JSON.stringify(recipeFileSchema.parse(sheet))}\n\`\`\``,
    '',
  ].join('\n\n');
}

function tableParts(
  table: SheetTable,
  { pseudonymSecret, recipe }: MethodsSheet,
  format: Format,
): string[] {
  const { file, runs, view, changes } = table;
  const isStep = recipe !== undefined;
  const mark = isStep ? '###' : '##';
  const titled = (title: string, [...parts]: readonly string[]): string[] =>
    parts.length === 0 ? [] : [`${mark} ${title}`, ...parts];
  return [
    ...said(isStep && `## ${text(runs[0]?.label ?? '')}: ${code(file.name)}`),
    ...titled('File', [
      bullets([
        `Format: ${file.format}`,
        `Rows: ${grouping(file.rows)}`,
        file.sha256 !== '' && `Size: ${grouping(file.bytes)} bytes`,
        file.sha256 !== '' && `SHA-256: ${code(file.sha256)}`,
        `Values: ${file.values}`,
        ...optionLines(table, format),
        ...readingParts(format.reading(file.name, table.spec.format, table.columns)),
      ]),
    ]),
    ...titled(
      runs.length === 1 ? 'Question' : 'Questions',
      runs.flatMap((run) => runParts(run, table, format)),
    ),
    ...titled('Inputs', inputsFileParts(table, format)),
    ...titled('Network', networkParts(table)),
    ...titled('Rows in the file', [bullets(view.map(text))]),
    ...titled('Privacy', privacyParts(table, pseudonymSecret)),
    ...titled('What could not be written unchanged', [
      changes.length === 0 ? 'Nothing.' : bullets(changes.map(({ message }) => message)),
    ]),
    ...titled('Columns', columnParts(table)),
  ];
}

const optionLines = ({ spec }: SheetTable, { options }: Format): string[] =>
  optionsIn(options).map(({ key, label, help, choices }) => {
    const value = spec.format[key];
    const choice = choices.find((one) => one.value === value)?.label ?? String(value);
    // It changes values, so it is said how they are restored.
    return key === 'formulaGuard' && value === true
      ? `${label}: ${choice}. ${help}`
      : `${label}: ${choice}`;
  });

function readingParts(reading: readonly string[]): string[] {
  const lines = reading.map((line) => `To read it with every ID as it is: ${code(line)}`);
  const alike =
    'Read like that, empty text and missing values are the same. JSON Lines and Parquet keep them apart.';
  return lines.length === 0 ? [] : [...lines, alike];
}

function runParts(run: SheetRun, { runs, spec }: SheetTable, format: Format): string[] {
  // Raw pages are saved with rows beyond a limit.
  const chosen = isChoosable(format) ? grouping(run.rowsChosen) : 'all';
  return [
    ...said(runs.length > 1 && `### ${text(run.label)}`),
    `**${text(run.title)}**`,
    bullets(run.values.map(([name, value]) => `${text(name)}: ${code(value)}`)),
    ...listParts(run),
    ...(run.derived === null ? askedParts(run) : derivedParts(run.derived)),
    bullets([
      `Rows: ${grouping(run.rowsFetched)}${run.derived === null ? ` received, ${grouping(run.rowsHeldBack)} of them beyond the row limit` : ''}, ${chosen} chosen for this file`,
      `Duplicates (same ${code(run.duplicates.field)}): ${duplicateWords(run.duplicates, spec.view)}`,
      ...run.notices.map((notice) => `Note: ${text(notice)}`),
    ]),
  ];
}

function duplicateWords(
  { count, acrossInputs, leftOut }: SheetRun['duplicates'],
  view: View,
): string {
  const within = count === null ? 'not counted' : grouping(count);
  if (acrossInputs === null) return `${within}, ${leftOut ? 'left out' : 'kept'}`;
  const [each, all] = [
    `${within} within an input`,
    `${grouping(acrossInputs)} with all inputs combined`,
  ];
  if (!leftOut) return `${each}; ${all}; kept`;
  return view.acrossInputs === true ? `${each}; ${all}, left out` : `${each}, left out; ${all}`;
}

/** The sources of derived rows, the rule, and the resulting counts. */
function derivedParts({ from, facts }: Derived): string[] {
  if (from.kind === 'file') {
    return [bullets([...fileWords(from), ...(facts?.noticed ?? [])].map(text))];
  }
  return [
    'No request was made for these rows: they were worked out from the runs below.',
    bullets(from.sources.map((source) => text(runWords(source)))),
    ...from.sources.flatMap(({ request }) => (request === '' ? [] : [code(request)])),
    bullets([...ruleWords(from), ...factWords(facts)].map(text)),
  ];
}

/** The rule for derived rows, in sentences. */
function ruleWords(from: Exclude<Derivation, FromFile>): string[] {
  switch (from.kind) {
    case 'compare': {
      const { identity, fields, change, changedFields, sources } = from;
      return [
        `Rule: rows of both runs with the same ${identity}${sources.some(({ listKeys }) => listKeys.length > 0) ? ' and the same input (usernames ignoring case)' : ''} are one row, with the values of the later run. ${change} says new, gone, missing, changed, unseen or same; ${changedFields} names what changed. A field’s value before is in …_before, the difference of numbers in …_difference.`,
        `Compared: ${fields.map(({ field }) => field).join(', ')}. A missing value counts like null, and numbers are compared by value.`,
        'new: the earlier run asked the same and would have it, or it is newer than what that run has. unseen: it isn’t in the earlier run, which doesn’t have everything, has rows without an ID, or asked for something else, and it isn’t newer.',
        'gone: the later run asked the same and got everything there was. missing: it isn’t in the later run, which doesn’t have everything, has rows without an ID, or asked for something else or a recent period.',
      ];
    }
    case 'collections':
      return [
        `Rule: the rows of all runs follow one another, the earliest run first. ${from.collectedAt} says when a row’s page was answered (UTC).`,
      ];
    case 'dataset':
      return [
        `Rule: the rows were read from ${from.table}/ of a dataset folder, whose files matched the checksums in its records. They follow one another by run, the earliest first. ${from.collectedAt} says when a row’s page was answered (UTC)${from.run === null ? '' : `, and ${from.run} which run it is from`}.`,
        'The runs are as their methods sheets in the dataset say. Numbers are as stored in the dataset’s columns: 1.50 is 1.5.',
      ];
    default:
      return assertNever(from);
  }
}

const fileWords = ({ name, table, bytes, sha256, openedAt }: FromFile) => [
  `Rows of the file ${quoted(name)}${table === null ? '' : `, ${quoted(table)}`}, opened ${openedAt}. No request was made for them, and how they were collected isn’t known here.`,
  `The file: ${grouping(bytes)} bytes, SHA-256 ${sha256}`,
];

function factWords(facts: Derived['facts']): string[] {
  if (facts === null) return [];
  const { changes, changedFields, repeated, withoutId, unreadable } = facts;
  const changeCounts = Object.entries(changes).map(([kind, rows]) => `${kind} ${grouping(rows)}`);
  const fields = Object.entries(changedFields)
    .filter(([, rows]) => rows > 0)
    .map(([field, rows]) => `${field} ${grouping(rows)}`);
  const isComparison = changeCounts.length > 0;
  return said(
    isComparison && `Rows: ${changeCounts.join(', ')}`,
    fields.length > 0 && `Rows in which a field changed: ${fields.join(', ')}`,
    `Rows with the ID of one before them${isComparison ? ' in the same run, left out' : ', kept'}: ${grouping(repeated)}`,
    `Rows without an ID${isComparison ? ', left out' : ''}: ${grouping(withoutId)}`,
    unreadable > 0 && `Rows that can’t be read, left out: ${grouping(unreadable)}`,
  );
}

/** Describes a run: what it was, when it was answered and how complete it is. */
const runWords = (source: SourceRun): string => {
  const { runId, title, createdAt, firstAnswerAt, lastAnswerAt, pages, rows, isComplete } = source;
  const answered =
    firstAnswerAt === null ? 'no answers' : `answers ${firstAnswerAt} to ${lastAnswerAt ?? ''}`;
  return `${title === '' ? '' : `${quoted(title)}, `}run ${runId}, asked ${createdAt}, ${answered}, ${countOf(pages, 'page')}, ${countOf(rows, 'row')}, ${isComplete ? 'everything there was' : 'not everything'}`;
};

const askedParts = (run: SheetRun): string[] => [
  'Requests as sent, without the key:',
  bullets(
    run.requests.map(
      ({ method, address, pages }) => `${code(`${method} ${address}`)} (${countOf(pages, 'page')})`,
    ),
  ),
  bullets([
    `Service: ${run.service.profileId === sampleProfileId ? 'the sample service inside the program: invented data' : text(run.service.address)}`,
    `Asked by version ${run.applicationVersion} of the program, starting at ${run.startedAt}`,
    `Answers: ${run.firstAnswerAt === null ? 'none' : `${run.firstAnswerAt} to ${run.lastAnswerAt ?? ''}`}`,
    `Pages: ${grouping(run.pages)}; calls sent: ${grouping(run.calls)}; failed requests: ${grouping(run.failures)}`,
    `Source of the pages, as reported by the service: ${run.dataSources.map(({ dataSource, pages, rows }) => `${dataSource === null ? 'not said' : code(dataSource)} (${countOf(pages, 'page')}, ${countOf(rows, 'row')})`).join(', ') || 'none'}`,
    `End: ${text(run.ended.words)}`,
  ]),
];

function listParts({ list }: SheetRun): string[] {
  if (list === null) return [];
  const { source, sha256, count, perInput, perCall, statuses } = list;
  const counts = inputStatusSchema.options
    .filter((status) => (statuses[status] ?? 0) > 0)
    .map((status) => `${inputStatusWords[status]} ${grouping(statuses[status] ?? 0)}`);
  return [
    `The question was asked for each input of a list${perCall > 1 ? `, up to ${grouping(perCall)} inputs in a call` : ''}:`,
    bullets([
      `Inputs: ${grouping(count)}, ${sourceWords(source)}`,
      sha256 !== null && `SHA-256 of the inputs, one JSON list of values a line: ${code(sha256)}`,
      `Pages for each input: ${perInput === maxCommandCalls ? 'all' : `${grouping(perInput)} at most`}`,
      `Inputs by status: ${counts.join(', ')}`,
    ]),
  ];
}

function sourceWords(source: ListSource): string {
  switch (source.kind) {
    case 'paste':
      return 'pasted';
    case 'file':
      return source.name === '' ? 'from a file' : `from the file ${code(source.name)}`;
    case 'run':
      return `from the column ${code(source.field)} of ${source.title === '' ? 'another run' : `the run ${quoted(text(source.title))}`}`;
    default:
      return assertNever(source);
  }
}

function inputsFileParts(
  { inputsFile, runs, spec: { privacy } }: SheetTable,
  { hasSheets }: Format,
): string[] {
  const hasInputs = runs.some(({ list }) => list !== null) && !privacy?.drop.includes(inputField);
  const lists =
    'lists every input with its status, rows, pages and calls; its `input` is the one beside each row.';
  if (hasSheets === true && hasInputs) return [`The worksheet “Inputs” ${lists}`];
  if (inputsFile === null) return [];
  const { name, bytes, sha256 } = inputsFile;
  return [`${code(name)} ${lists} Size: ${grouping(bytes)} bytes; SHA-256: ${code(sha256)}.`];
}

function networkParts({ network }: SheetTable): string[] {
  if (network === null) return [];
  const { words, nodesFile } = network;
  return [
    bullets([
      ...words.map(text),
      nodesFile !== null &&
        `${code(nodesFile.name)} lists the nodes; its ${code('Id')} is the ${code('Source')} and ${code('Target')} of edges. Size: ${grouping(nodesFile.bytes)} bytes; SHA-256: ${code(nodesFile.sha256)}`,
    ]),
  ];
}

function privacyParts(
  { spec: { privacy }, changes }: SheetTable,
  pseudonymSecret: string | null,
): string[] {
  if (privacy === null) return [];
  return [
    bullets([
      privacy.drop.length > 0 && `Left out: ${privacy.drop.map(code).join(', ')}`,
      ...privacy.pseudonyms.map(
        ({ field, kind }) => `${code(field)}: replaced by pseudonyms (${kind})`,
      ),
      ...privacy.scrubMentions.map(
        (field) =>
          `${code(field)}: each @name in it (on the forum each u/name, too) replaced by the pseudonym of that username, and each id, username and name of people in the rows, unless it is a single ordinary word`,
      ),
      ...(pseudonymSecret === null
        ? []
        : [
            `A pseudonym is a keyed hash (HMAC-SHA-256): the same for the same person wherever the same secret is used. Accounts that were asked for are replaced the same way in the questions and requests above. Fingerprint of the secret: ${code(pseudonymSecret)}`,
            remainsLine(changes),
            'IDs, links and wordings of posts can identify their authors while they are public.',
          ]),
    ]),
  ];
}

const remainsLine = (changes: SheetTable['changes']): string =>
  text(
    changes.find(({ code: kind }) => kind === 'peopleRemain')?.message ??
      'Every value was searched for the IDs, usernames and names of the people in the rows: none remains. A name that is a single ordinary word was looked for in its own row and in addresses only.',
  );

function columnParts({ columns, file }: SheetTable): string[] {
  if (columns.length === 0) return [];
  const rows = columns.map(({ name, field, label, type, filled, own }) =>
    [
      // Even in code, a vertical bar ends a cell.
      code(name).replaceAll('|', '¦'),
      own === undefined ? code(field).replaceAll('|', '¦') : 'none: a person’s own',
      text(label),
      type,
      filled === null ? 'not counted' : `${grouping(filled)} (${share(filled, file.rows)})`,
    ].join(' | '),
  );
  return [
    [
      '| Name in the file | Field of the service | In words | Type | Filled |',
      '|---|---|---|---|---|',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n'),
    ...storedParts(columns),
    ...columns.flatMap((column) => ownParts(column)),
  ];
}

/** The codebook of a person's own column. */
function ownParts({ name, own }: SheetTable['columns'][number]): string[] {
  if (own === undefined) return [];
  const { items, coders, from, to } = own;
  const who =
    typeof coders === 'number' ? countOf(coders, 'person', 'people') : coders.map(text).join(', ');
  const by = coders === 0 || who === '' ? '' : ` by ${who}`;
  const when = from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  const codes = own.codes.map(({ name: one, description, example }) => {
    const about = [description, example === '' ? '' : `for example: ${example}`].filter(Boolean);
    return `- ${text(one)}${about.length === 0 ? '' : `: ${about.map(text).join('; ')}`}`;
  });
  return said(
    `${code(name)} is a person’s own column; no service sent it. ${countOf(items, 'item')} of the project ${items === 1 ? 'has' : 'have'} a value in it${by}${when}.${own.description === '' ? '' : ` ${text(own.description)}`}${typeof coders === 'number' ? ' With pseudonyms, what it and its codes mean isn’t written here: that may name people.' : ''}`,
    codes.length > 0 && `Its codes:\n\n${codes.join('\n')}`,
  );
}

const typeWords = {
  TIMESTAMP: 'TIMESTAMP (UTC, microseconds)',
  DATE: 'DATE',
  'VARCHAR[]': 'LIST of VARCHAR',
  'BIGINT[]': 'LIST of BIGINT',
};

/** Which columns have a type for what they hold, and which stay texts for lack of one that loses nothing. */
function storedParts(columns: SheetTable['columns']): string[] {
  const lines = columns.flatMap(({ name, stored }) => {
    if (stored === undefined) return [];
    const { type, spelling, misfits } = stored;
    if (misfits > 0) {
      const values = `${countOf(misfits, 'value')} can’t be written again from it`;
      return [`${code(name)}: text (VARCHAR), not ${typeWords[type]}: ${values}`];
    }
    const written = spelling === null ? '' : `; each value was spelled like ${code(spelling)}`;
    return [`${code(name)}: ${typeWords[type]}${written}`];
  });
  return lines.length === 0
    ? []
    : ['Types of dates and lists in the file (of a spelling, each 0 is a digit):', bullets(lines)];
}

const bullets = (lines: readonly (string | false | null)[]): string =>
  said(...lines)
    .map((line) => `- ${line}`)
    .join('\n');

const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${((part / all) * 100).toFixed(1)}%`;

/** Values are untrusted: they must not become headings, links or cells. */
const text = (value: string): string =>
  oneLine(value).replaceAll(/[\\`*_{}[\]<>#|~&]/g, String.raw`\$&`);

function code(value: string): string {
  const plain = oneLine(value);
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return plain === '' ? '(empty)' : longest === 0 ? `\`${plain}\`` : `${fence} ${plain} ${fence}`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const oneLine = (value: string): string => value.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ');
