/** Faults in how results are shown, walked through, looked into and gone on from. */
import { faultsOf } from '../fault.mjs';

const shown = (name) => `src-renderer/features/results/${name}`;
const unit = (name) => `unit/renderer/results/${name}`;

const cache = faultsOf('src-renderer/state/row-cache.ts', unit('row-cache.test.ts'));
const views = faultsOf('src-renderer/state/views.ts', unit('asking.test.tsx'));
const viewed = faultsOf(shown('view-state.ts'), unit('asking.test.tsx'));
const place = faultsOf(shown('view/keep-row.ts'), unit('asking.test.tsx'));
const record = faultsOf(shown('record/RecordPane.tsx'), unit('asking.test.tsx'));
const parts = faultsOf(shown('record/record-parts.ts'), unit('values.test.ts'));
const next = faultsOf(shown('use-value/follow.ts'), unit('follow.test.ts'));
const escape = faultsOf(shown('escape.ts'), unit('rows-on-screen.test.tsx'));
const pages = faultsOf(shown('use-run-rows.ts'), unit('rows-on-screen.test.tsx'));
const links = faultsOf(shown('use-link-dialog.tsx'), unit('rows-on-screen.test.tsx'));
const goTo = faultsOf(shown('grid/GoToRow.tsx'), unit('asking.test.tsx'));
const keys = faultsOf(shown('grid/grid-keys.ts'), unit('grid-moves.test.ts'));
const space = faultsOf(shown('grid/scroll-space.ts'), unit('grid-moves.test.ts'));
const widths = faultsOf(shown('grid/columns.ts'), unit('grid-columns.test.tsx'));
const layout = faultsOf(shown('columns/layout.ts'), unit('columns.test.ts'));
const figures = faultsOf(shown('values/figures.ts'), unit('figures.test.ts'));
const values = faultsOf(shown('values/exact-json.ts'), unit('values.test.ts'));
const cells = faultsOf(shown('values/cell-view.ts'), unit('values.test.ts'));
const sort = faultsOf(shown('view/sort-header.tsx'), unit('filters.test.ts'));
const draft = faultsOf(shown('view/draft.ts'), unit('filters.test.ts'));
const chips = faultsOf(shown('view/view-words.ts'), unit('asking.test.tsx'));
const search = faultsOf(shown('view/ViewTools.tsx'), unit('asking.test.tsx'));
const match = faultsOf(shown('view/use-match-marks.ts'), unit('values.test.ts'));
const sentences = faultsOf(shown('run-bar/run-sentences.ts'), unit('run-sentences.test.ts'));
const state = faultsOf('src-shared/contract/run-phase.ts', unit('run-sentences.test.ts'));
const progress = faultsOf(shown('run-bar/progress.ts'), unit('collecting.test.ts'));
const buttons = faultsOf(shown('run-bar/StepButtons.tsx'), unit('going-on.test.tsx'));
const otherQuestion = faultsOf(shown('run-bar/StepButtons.tsx'), unit('other-question.test.tsx'));
const failed = faultsOf(shown('run-bar/status.ts'), unit('run-sentences.test.ts'));
const empty = faultsOf(shown('empty-words.ts'), unit('run-sentences.test.ts'));
const facts = faultsOf(shown('summary/column-facts.ts'), unit('charts/words.test.ts'));
const kept = faultsOf(shown('charts/keep-rows.ts'), unit('charts/words.test.ts'));
const words = faultsOf(shown('values/number-words.ts'), unit('charts/words.test.ts'));
const coverage = faultsOf(shown('charts/coverage.ts'), unit('charts/words.test.ts'));
const copied = faultsOf(shown('charts/chart-numbers.ts'), unit('charts/pictures.test.ts'));
const picture = faultsOf(shown('record/FullValue.tsx'), unit('rows-on-screen.test.tsx'));

export const results = [
  faultsOf(shown('grid/use-grid-scroll.ts'), 'e2e/browser/grid.spec.ts')(
    'the last row slides under a bar that grows',
    'if (wasAtEnd) grid.scrollTop',
    'if (wasAtEnd && height < 0) grid.scrollTop',
  ),
  layout(
    'the input of a list scrolls away',
    'fields.includes(inputField) && !layout.order.includes(inputField)',
    'false',
  ),
  layout('empty columns are shown', "column.type === 'empty' &&", 'false &&'),
  layout('a column that the person shows hides itself', '!layout.shown.includes(field)', 'true'),
  layout('nothing stays at the left', 'fields.length === 1 ? []', 'fields.length > 0 ? []'),
  pages(
    'a column that a later page fills stays hidden',
    " || (known.get(field) === 'empty' && type !== 'empty')",
    '',
  ),
  figures('identifiers are added up', 'const idLength = 16;', 'const idLength = 400;'),
  figures('tenths are added as whole numbers', 'BigInt(scale - number.scale)', '0n'),
  cache(
    'the last row of a run is never read',
    'const expected = Math.min(chunkRows, total - chunk * chunkRows);',
    'const expected = Math.min(chunkRows, total - 1 - chunk * chunkRows);',
  ),
  cache(
    'an answer to a run that is forgotten brings its rows back',
    'if (this.#inFlight.get(id) !== ref) return;',
    '',
  ),
  cache('rows on screen are dropped', 'if (this.#listeners.has(id)) continue;', ''),
  faultsOf('src-renderer/state/row-cache.ts', unit('asking.test.tsx'))(
    'sorted rows are numbered anew',
    'window.numbers?.[position] ?? index',
    'index',
  ),

  views(
    'an answer to a question no longer asked is shown',
    'wanted.get(runId) !== textOf(view);',
    'wanted.get(runId) === undefined;',
  ),
  views(
    'a sorted table jumps with each page that comes',
    'isBehind && !isEveryRow(view) && !(isFrozen && works)',
    'isBehind && !isEveryRow(view)',
  ),
  sort(
    'the third click does not end the sort',
    'known?.direction === first.direction ? [turned(first)] : []',
    'known === undefined ? [] : [turned(known)]',
  ),
  sort(
    'numbers are sorted smallest first',
    "isRightAligned(meaning) ? 'descending' : 'ascending'",
    "'ascending'",
  ),
  draft('long numbers are compared rounded', 'BigInt(one) > BigInt(other)', 'false'),
  draft(
    'the sign before accounts is sought in their names',
    `column?.meaning === 'username' ? draft.text.replace(/^@/, '') : draft.text`,
    'draft.text',
  ),
  chips(
    'duplicates that are hidden can’t be shown again',
    'without: { ...view, hideDuplicatesBy: null, acrossInputs: undefined },',
    'without: { ...view },',
  ),
  chips(
    'one filter taken off takes all off',
    'filters: view.filters.toSpliced(place, 1)',
    'filters: []',
  ),
  search(
    'Escape in the search stops the run too',
    'event.preventDefault();\n        clear();',
    'clear();',
  ),
  match('a dot in the search marks any letter', String.raw`[\\^$.*+?()`, String.raw`[\\^$*+?()`),

  viewed(
    'going to a header turns the record to another row',
    'read: cell.row < 0 ? read : { ...read, [key]: cell.row }',
    'read: { ...read, [key]: Math.max(0, cell.row) }',
  ),
  place(
    'a sort leaves the record on another row',
    'else if (useResultsView.getState().detailsOpen) readRow(to, place);',
    '',
  ),
  record(
    'the record names the place of a row for its number',
    '(number ?? index) + 1',
    'firstNumber + index',
  ),
  next(
    'a trial key asks what it is refused',
    "if (credential === 'trialKey' && trialLimit(endpoint, query) !== null) {",
    'if (false) {',
  ),
  parts(
    'All fields begins with what is shown above already',
    '      ...held.filter((column) => !shown.has(column)),\n      ...unknown,\n      ...held.filter((column) => shown.has(column)),',
    '      ...held,\n      ...unknown,',
  ),
  parts('members that no column knows are left out', '      ...unknown,\n', ''),
  escape(
    'Escape stops the run before it closes what is open',
    `['details', 'run']`,
    `['run', 'details']`,
  ),
  escape(
    'Escape in a menu closes what lies behind it',
    'event.defaultPrevented || isCovered',
    'event.defaultPrevented',
  ),
  picture('pictures load over http', `address?.startsWith('https:') !== true`, 'address === null'),
  pages(
    'a page shows rows beyond the row limit',
    'Math.max(0, Math.min(rows, rowCount - firstRow))',
    'Math.max(0, rowCount - firstRow, rows)',
  ),
  links(
    'a link opens without asking',
    'setAddress(asked);\n      setOpen(true);',
    'void openLink(asked);',
  ),
  goTo(
    'rows are gone to by their place where others are left out',
    'await placeOfRow(view, number - 1)',
    '{ ok: true, value: number - first }',
  ),

  keys(
    'the arrow leaves the last row',
    'Math.min(size.rows - 1, to.row)',
    'Math.min(size.rows, to.row)',
  ),
  keys('Page up leads into the header', 'Math.max(0, row - size.pageRows)', 'row - size.pageRows'),
  space(
    'far down, rows are one place off',
    'slot + this.#restingShift(slot) <= row',
    'slot + this.#restingShift(slot) < row',
  ),
  widths('pinned columns leave no room for others', 'if (room < 0) break;', ''),
  layout(
    'a move forgets the places of columns this run lacks',
    'order: withAbsent(moved, layout.order)',
    'order: moved',
  ),
  layout(
    'hiding a column shows those hidden before',
    'hidden: [...hidden, ...fields], shown }',
    'hidden: [...fields], shown }',
  ),
  layout(
    'a step leads over the edge of the pinned columns',
    ' || neighbour.isPinned !== shown[at]?.isPinned',
    '',
  ),
  values(
    'digits of exact numbers are rounded',
    'if (digits !== null) return digits;',
    'if (digits !== null) return String(Number(digits));',
  ),
  cells(
    'seconds since 1970 are grouped like an amount',
    "{ kind: 'number', text: digits, at: momentOfNumber(digits) }",
    "{ kind: 'number', text: groupDigits(digits), at: momentOfNumber(digits) }",
  ),
  cells(
    'a missing member is told as null',
    "return { kind: 'missing' };",
    "return { kind: 'null' };",
  ),

  sentences(
    'a list that broke off is told as complete',
    '${heldText(run)} · not all`',
    '${heldText(run)} · complete`',
  ),
  sentences(
    'attempts are counted from none',
    '(attempt ${state.attempt + 1} of',
    '(attempt ${state.attempt} of',
  ),
  sentences(
    'a call that may have been counted is not told',
    'calls === 0 ? null : counted',
    'null',
  ),
  faultsOf(shown('run-bar/status.ts'), unit('run-sentences.test.ts'))(
    'rows held back are not counted as fetched',
    "countOf(rowCount + heldBack, 'fetched row')",
    "countOf(rowCount, 'fetched row')",
  ),
  state(
    'after a restart, the next page is offered',
    "beyond: 'lost',\n    step: 'runAgainFromStart',\n    byDate: true,\n  },\n};",
    "beyond: 'lost',\n    step: 'nextPage',\n    byDate: true,\n  },\n};",
  ),
  state('a ceiling is passed without asking', "step: 'beyondCeiling'", "step: 'nextPage'"),
  progress(
    'trying again begins the plan anew',
    'Math.max(1, plan.pagesBefore + pages - pageCount)',
    'pages',
  ),
  progress(
    'rows of a limit are promised beyond what there is',
    'if (rows !== null) return smaller(rows, all);',
    'if (rows !== null) return rows;',
  ),
  buttons(
    'going on beyond a ceiling does not say so',
    'collect(run.id, remainingLimit(run), true)',
    'collect(run.id, remainingLimit(run))',
  ),
  otherQuestion(
    'a run that is asked again is another one’s question',
    'act={() => updateTab(tab.id, { query: run.query })}',
    'act={() => updateTab(tab.id, { query: tab.query })}',
  ),
  buttons(
    'a trial key is offered everything',
    'return isTrial ? null : (',
    'return false ? null : (',
  ),
  buttons(
    'runs of another service offer their next page',
    '{!isElsewhere && isAnswered && <Leading',
    '{isAnswered && <Leading',
  ),
  buttons(
    'more already fetched is fetched again',
    'act={() => showMore(run.id)}',
    'act={() => goOn(run.id)}',
  ),
  failed('retrying is promised where it is no way', '!isOfPage || !canRetry ||', '!isOfPage ||'),
  empty(
    'an empty page that promises more is told as nothing found',
    "case 'noMore':",
    "case 'notAll':\n    case 'noMore':",
  ),

  facts(
    'empty texts count as filled',
    String.raw`full === count) return`,
    'filled === count) return',
  ),
  kept(
    'a bar over time keeps the next one’s first moment',
    'Date.parse(iso) - 1',
    'Date.parse(iso)',
  ),
  kept(
    'bars of days are kept as days of UTC',
    'momentWords(iso, timeZone, true)',
    "momentWords(iso, 'UTC', true)",
  ),
  kept('a value that was cut is sought as a whole one', 'if (cut) return null;', ''),
  words(
    'bars of whole numbers share an edge',
    'isWhole && !isLast && to - from >= 1 ? to - 1 : to',
    'to',
  ),
  faultsOf(shown('run-states.ts'), unit('charts/words.test.ts'))(
    'an interrupted run is said to have more at hand',
    'return runStates[state.kind].beyond;',
    "return state.kind === 'interrupted' ? 'more' : runStates[state.kind].beyond;",
  ),
  coverage(
    'a finished run is said to lack what is older',
    "if (beyondRows === 'nothing' || earliest",
    'if (earliest',
  ),
  copied('quotes break the table that is copied', String.raw`/[\t\n"]/`, String.raw`/[\t\n]/`),
];
