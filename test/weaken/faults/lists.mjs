/** Faults in lists: calls over the cap, inputs paid for twice, rows shown twice, names in files. */
import { faultsOf } from '../fault.mjs';

const core = (file) => `src-main/core/${file}`;
const rules = 'contract/lists.test.ts';
const saved = 'contract/lists-saved.test.ts';

const asking = faultsOf(core('runs/ask-inputs.ts'), rules);
const list = faultsOf(core('runs/input-list.ts'), rules);
const log = faultsOf(core('store/log-contents.ts'), rules);
const names = faultsOf(core('export/privacy/replacer.ts'), saved);

const steps = 'contract/recipes.test.ts';
const running = faultsOf(core('recipes/recipe-runs.ts'), steps);

export const lists = [
  asking(
    'an input whose end is not on disk is asked again after a restart',
    'if (ended !== null) await noteFinished',
    'if (false) await noteFinished',
  ),
  running(
    'a step begins without its pause',
    'at > 0 && step.pause && how.agreed !== inputs',
    'false',
  ),
  running(
    'the cap of a recipe holds for each step by itself',
    'const maxCalls = live.run.maxCalls - others;',
    'const maxCalls = live.run.maxCalls;',
  ),
  faultsOf(core('lists/lists.ts'), steps)(
    'a step asks more values than it may',
    '.slice(0, atMost)',
    '',
  ),
  faultsOf(core('recipes/recipe-handlers.ts'), steps)(
    'a saved recipe keeps the names that it asks for',
    'filter(([key]) => !step.asks.includes(key))',
    'filter(() => true)',
  ),
  faultsOf('src-shared/contract/recipe-bounds.ts', steps)(
    'a later step is priced as one input',
    'sure ?? step.list?.atMost ?? 1',
    'sure ?? 1',
  ),
  asking('a list makes a call more than its cap', '>= live.list.maxCalls', '> live.list.maxCalls'),
  asking(
    'a list goes on whatever fails',
    "if (list.takeTooManyFailures()) return { state: { kind: 'limit', reason: 'failures' } };",
    '',
  ),
  asking(
    'an input whose end the disk refused is asked again',
    'if (list.unnoted !== null) await noteFinished(live, list, list.unnoted);',
    'list.unnoted = null;',
  ),
  faultsOf(core('runs/fetch-page.ts'), rules)(
    'retries of a list don’t count against its cap',
    "if (isCapReached(live, deps)) return { state: { kind: 'limit', reason: 'maxCalls' } };",
    '',
  ),
  faultsOf(core('runs/input-list.ts'), 'contract/lists-kill.test.ts')(
    'finished inputs are asked again after a restart',
    '      list.#take(record, missing);',
    '      void list;',
  ),
  faultsOf(core('runs/engine.ts'), rules)(
    'a list that is being continued can’t be stopped',
    'credential: credentialFor(run.profileId),',
    'credential: await credentialFor(run.profileId),',
  ),
  list(
    'what failed before the input under way is not asked again',
    'if (this.current === null || inputs !== this.#asked) this.#from = 0;',
    'if (this.current === null) this.#from = 0;',
  ),
  list(
    'a 403 on the first input fails every input',
    "(code === 'forbidden' && (this.#records.size > 0 || this.#stored.pages.length > 0)) ||",
    "code === 'forbidden' ||",
  ),
  faultsOf(core('runs/input-list.ts'), 'contract/lists-second-server.test.ts')(
    'packed IDs that did not come back are done',
    '.filter((n) => !this.#seen.has(n))',
    '.filter(() => false)',
  ),
  log(
    'a first page doesn’t replace those before',
    'if (page.inputPage > 1) {',
    'if (page.inputPage > 0) {',
  ),
  log(
    'replaced rows are shown',
    'contents.replacedRows = [...contents.replacedRows, ...ranges]',
    'contents.replacedRows = [...contents.replacedRows]',
  ),
  faultsOf(core('store/columns/worker/query.ts'), saved)(
    'what came for two inputs is a duplicate',
    'acrossInputs ? undefined : layout.find(inputField)',
    'undefined',
  ),
  faultsOf(core('store/stored-run.ts'), saved)(
    'a row is said to have come when its page was asked for',
    'Date.parse(at) + ms',
    'Date.parse(at) - ms - 1',
  ),
  names('a run’s name names the accounts of its list', '    ...listedAccounts(run),\n', ''),
  faultsOf(core('export/inputs-file.ts'), saved)(
    'the inputs file says who was asked for',
    'asksForAccounts(run) ? replacer : null',
    'null',
  ),
  faultsOf(core('export/privacy/list-inputs.ts'), saved)(
    'the one click forgets the inputs',
    "runs.some(asksForAccounts) ? [{ field: inputField, kind: 'username' }] : []",
    '[]',
  ),
  faultsOf(core('export/methods/make-sheet.ts'), saved)(
    'the sheet names the file that the inputs are from',
    'replacer === null ? source : withoutTitle(source)',
    'source',
  ),
  faultsOf(core('export/save-json-lines.ts'), saved)(
    'JSON Lines have another name for the input',
    'withMemberName(lines, inputName)',
    'lines',
  ),
];
