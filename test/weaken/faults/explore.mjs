/** Faults in the form, the tabs, the palette, and in how the window talks to main. */
import { faultsOf } from '../fault.mjs';

const unit = (file) => `unit/renderer/${file}`;
const of = (file, tests) => faultsOf(`src-renderer/${file}`, ...[tests].flat());

const asking = of('features/explore/use-query-form.ts', unit('explore/asking.test.tsx'));
const folding = of('features/explore/use-query-form.ts', unit('explore/folding.test.tsx'));
const fields = of('features/explore/use-query-form.ts', unit('explore/form.test.tsx'));
const askRow = of('features/explore/AskRow.tsx', unit('explore/asking.test.tsx'));
const form = (file) => of(`features/explore/${file}`, unit('explore/form.test.tsx'));
const controls = (file) => of(`features/explore/controls/${file}`, unit('explore/form.test.tsx'));
const rules = (file) => of(`features/explore/${file}`, unit('explore/rules.test.ts'));
const request = of('features/explore/request/RequestPanel.tsx', unit('explore/asking.test.tsx'));
const workspace = of('state/workspace.ts', unit('state/workspace.test.ts'));
const runs = (file) => of(`state/${file}`, unit('state/runs.test.ts'));
const order = of('state/app.ts', unit('state/runs.test.ts'));
const history = (file) => of(`state/${file}`, unit('state/history.test.ts'));
const service = of('state/service.ts', unit('state/service.test.ts'));
const description = of('state/description.ts', unit('state/description.test.ts'));
const entered = of('components/collect/entered-limit.ts', unit('collect/estimate.test.ts'));
const starts = of('state/pages.ts', unit('state/page-starts.test.tsx'));
const stream = of('host/event-stream.ts', unit('host/event-stream.test.ts'));
const token = of('host/token.ts', unit('host/hosts.test.ts'));
const nextPage = faultsOf('src-shared/contract/methods/runs.ts', unit('host/hosts.test.ts'));
const found = of('features/palette/find-commands.ts', unit('shell/finding.test.ts'));
const dates = of('components/dates.ts', unit('components/words.test.ts'));
const words = of('components/words.ts', unit('components/words.test.ts'));
const palette = (file) => of(file, unit('explore/asking.test.tsx'));
const start = of('features/shell/start-tasks.tsx', unit('shell/start-page.test.tsx'));
const names = (file) => of(file, unit('components/names.test.ts'));
const leaving = (file) => of(`features/shell/${file}`, unit('shell/leaving.test.tsx'));

export const explore = [
  folding(
    'the form folds under who writes another question',
    ' && isSameQuestion(endpoint, run.query, query)) {',
    ') {',
  ),
  folding('the form folds again with every page', 'changeFormView(id, { foldsFor: null });', ''),
  folding(
    'the focus of a form that folds is lost',
    'if (isFolded && wasOpen && isFocusFree())',
    'if (false)',
  ),
  start('a task is asked with a value that is not valid', 'if (wrong !== null) return;', ''),
  start(
    'a task asks with a trial key what that can’t get',
    'if (isTrial && trialLimit(endpoint, query) !== null) {',
    'if (false) {',
  ),
  of('features/history/RecentRuns.tsx', unit('shell/start-page.test.tsx'))(
    'recent runs are those of every service',
    'of === profileId &&',
    '',
  ),
  asking(
    'a second click before the next drawing asks once more',
    'locked || formViewOf(tabId).asking) return null;',
    'locked) return null;',
  ),
  asking(
    'what is asked is what was typed, not what was meant',
    '? { ...now, query: meant } : null',
    '? now : null',
  ),
  fields(
    'no field chosen is asked as every field',
    '      ...formViewOf(tabId),\n',
    '      ...formViewOf(tabId),\n      noFields: false,\n',
  ),
  askRow('the limit of the panel is not sent', 'if (form.submit(limit))', 'if (form.submit())'),
  askRow(
    'the panel reckons with pages of another question',
    'seen: isSeen ? run : null',
    'seen: run',
  ),
  entered(
    'pages that were typed are cut short by the default number of rows',
    "rows ?? (pages.trim() === '' ? defaultRows : '')",
    'rows ?? defaultRows',
  ),
  entered(
    'rows that the run has are counted as rows to get',
    'wanted.amount === null ? null : rowsBefore + wanted.amount',
    'wanted.amount',
  ),
  of('components/collect/LimitFields.tsx', unit('explore/asking.test.tsx'))(
    'a wrong number of pages is folded away',
    '!isOpen || message !== null',
    '!isOpen',
  ),
  rules('known-rows.ts')(
    'the followers of another account are taken for those of this one',
    "const [digits = ''] = isSame ? opened.texts(count.field) : [];",
    "const [digits = ''] = opened.texts(count.field);",
  ),
  of('features/explore/cost-line.ts', unit('explore/asking.test.tsx'))(
    'the panel reckons with full pages while dates make them smaller',
    'return isRuled(endpoint, query) ? (endpoint.pageRule?.size ?? null) : endpoint.usualPage;',
    'return endpoint.usualPage;',
  ),
  rules('cost-line.ts')(
    'a date of blanks counts as one',
    "(query.values[key] ?? '').trim() !== ''",
    'query.values[key] !== undefined',
  ),
  rules('cost-line.ts')(
    'a trial key is let ask for everything that is stored',
    "answer === 'paging' || answer === 'csv'",
    "answer === 'csv'",
  ),
  rules('fields/selection.ts')(
    'a name of the person’s own is dropped when every listed field is ticked',
    ' && chosen.size === 0',
    '',
  ),
  rules('arrange.ts')(
    'a period can be picked that ends before it begins',
    '{ minDate: since, maxDate: today }',
    '{ maxDate: today }',
  ),
  rules('arrange.ts')('a day in the future can be picked', '    : { maxDate: today }', '    : {}'),
  rules('arrange.ts')(
    'a period keeps a last day before its first',
    'until !== null && until < day',
    'until === null',
  ),
  rules('periods.ts')('the last 7 days are eight', 'day(month, date - 6)', 'day(month, date - 7)'),
  of('features/explore/QueryForm.tsx', unit('explore/asking.test.tsx'))(
    'Enter asks where a trial key can’t',
    'if (limit === null && form.list === null && form.submit())',
    'if (form.list === null && form.submit())',
  ),
  form('form-view.ts')(
    'the switch to stored data empties the form',
    'query: { ...tab.query, endpointId: chosen }',
    'query: { ...tab.query, values: {}, endpointId: chosen }',
  ),
  form('QueryHead.tsx')(
    'live and stored are starred apart',
    'const question = liveId(endpoint.id);',
    'const question = endpoint.id;',
  ),
  form('controls/ParameterControl.tsx')(
    'a field that was only passed through is complained about',
    "if (edited.current || value.trim() !== '') onTouched(parameter.key);",
    'onTouched(parameter.key);',
  ),
  controls('ChoiceControl.tsx')(
    'a required choice can be taken back',
    "if (staysGiven || (event.key !== 'Delete'",
    "if ((event.key !== 'Delete'",
  ),
  controls('ChoiceControl.tsx')(
    'the name of a code is sent in place of the code',
    'onChange(named?.value ?? text);',
    'onChange(text);',
  ),
  of('features/explore/fields/FieldPanel.tsx', unit('explore/form.test.tsx'))(
    'the usual choice can’t be forgotten',
    "isUsual || selection.kind !== 'some' ? []",
    "selection.kind !== 'some' ? []",
  ),
  request(
    'says copied where the clipboard refused',
    "kind: copyText(sample) ? 'copied' : 'failed'",
    "kind: copyText(sample) ? 'copied' : 'copied'",
  ),

  workspace(
    'a tab with a run is taken for another question',
    'return tab.runId === null && Object',
    'return Object',
  ),
  workspace(
    'the wrong neighbour is shown when a tab is closed',
    '(tabs[index] ?? tabs[index - 1])',
    '(tabs[index - 1] ?? tabs[index])',
  ),
  workspace(
    'what was changed last is lost when the window closes',
    'if (saveTimer !== undefined) void saveWorkspace();',
    'clearTimeout(saveTimer);',
  ),
  service(
    'the tabs of the service that is left are not saved',
    'await saveWorkspace();\n  const result',
    'const result',
  ),
  runs('runs.ts')(
    'asking again after a lost answer is a second call',
    'before?.asked === asked ? before.runId : crypto.randomUUID()',
    'crypto.randomUUID()',
  ),
  runs('runs.ts')(
    'another question goes out under the name of the lost one',
    'before?.asked === asked ?',
    'before !== undefined ?',
  ),
  runs('boot.ts')(
    'after a lost connection tabs go back to what main kept',
    'sameProfile ? { ...latest, workspace: snapshot.workspace } : latest',
    'sameProfile ? latest : latest',
  ),
  runs('boot.ts')(
    'what was missed while main was not heard stays missed',
    'if (heardBefore) void catchUp();',
    '',
  ),
  order(
    'an old report with more calls wins',
    'run.revision >= known.revision',
    'run.calls >= known.calls',
  ),
  history('history.ts')(
    'undo of deleting leaves the tab closed',
    'open.toSpliced(index, 0, tab), workspace.tabs)',
    'open.toSpliced(index, 0), workspace.tabs)',
  ),
  history('preferences.ts')(
    'a save that failed takes back what was changed since',
    'if (useApp.getState().snapshot?.preferences === wanted) setPreferences',
    'setPreferences',
  ),
  description(
    'a newer snapshot is overruled by an older word',
    'if (told === null || told.revision < snapshot.catalogueRevision) return snapshot;',
    'if (told == null) return snapshot;',
  ),
  starts(
    'the page that begins in the first row is missed',
    'firstRow >= first)',
    'firstRow > first)',
  ),

  stream('it waits ever longer though it was heard', 'failures = 0;\n      on', 'on'),
  stream('what was cut between two chunks is lost', '(rest + value).split', 'value.split'),
  token(
    'the token stays in the address',
    "history.replaceState(null, '', `${location.pathname}${location.search}`);",
    '',
  ),
  token(
    'the old token outweighs the new address',
    'if (given === null) return sessionStorage.getItem(storageKey);',
    'const kept = sessionStorage.getItem(storageKey);\n  if (given === null || kept) return kept;',
  ),
  nextPage(
    'the next page is asked for by a page that is gone',
    "'run.next': {\n    metered: 'always',",
    "'run.next': {\n    metered: 'always',\n    outlivesPage: true,",
  ),
  nextPage(
    'a lost answer is said to have cost nothing',
    "'run.next': {\n    metered: 'always',",
    "'run.next': {",
  ),

  palette('features/palette/CommandPalette.tsx')(
    'Enter by mistake makes a call',
    "listed.findIndex(({ group }) => group !== 'ask')",
    '0',
  ),
  palette('features/explore/AskRow.tsx')(
    'the palette does not say what asking costs',
    'detail: useCostLine(endpoint, resource, tab.query).price',
    'detail: null',
  ),
  palette('components/commands/commands.ts')(
    'the palette offers what is switched off',
    'current === null || current.disabled ?',
    'current === null ?',
  ),
  palette('features/palette/CommandPalette.tsx')(
    'the palette opens over a dialog',
    'if (document.querySelector(\'[role="dialog"]\') !== null) return;',
    '',
  ),
  palette('features/shell/shell-commands.ts')(
    'runs of another service are offered',
    'run.query === null || run.profileId !== profile?.id',
    'run.query === null',
  ),
  found(
    'all that was ever fetched is listed',
    "group === 'runs' ? mostRuns : undefined",
    'undefined',
  ),
  names('components/names.ts')('two tabs are named alike', 'taken.has(unique)', 'false'),
  names('components/names.ts')(
    'a post’s words name what has the same id on another platform',
    ' && one.platform === platform);\n  if (known !== undefined)',
    ');\n  if (known !== undefined)',
  ),
  names('state/history.ts')(
    'words of a deleted run stay in the names',
    '  forgetSubjects(gone);\n',
    '',
  ),
  leaving('close-tab.tsx')(
    'a closed tab whose pages come in can’t be stopped',
    'works ? { ...stop, ...undo } : undo',
    'undo',
  ),
  leaving('Sidebar.tsx')(
    'that hidden runs are at work is not said',
    ' && tabs.every(({ runId }) => runId !== id)',
    ' && tabs.some(({ runId }) => runId === id)',
  ),
  dates('microseconds are read as milliseconds', 'count < 1e14 ? count : count / 1000', 'count'),
  dates('east and west of Greenwich are mixed up', "minutes < 0 ? '−'", "minutes > 0 ? '−'"),
  words('a size is “1000 kB”', 'value >= 999.5', 'value >= 1000'),
];
