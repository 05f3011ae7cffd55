/** Small values for tests of the window: a run, a tab, a snapshot. */
import type { ListTable, RunList } from '#shared/contract/list.ts';
import type { Export, ExportState } from '#shared/contract/export/export.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import type { RepeatTime, ShownRepeat } from '#shared/contract/repeat.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { FreeAnswer } from '#shared/contract/request.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import type { Run, RunReply } from '#shared/contract/run.ts';
import type { CredentialStatus, Snapshot, Tab, Workspace } from '#shared/contract/snapshot.ts';
import { emptyWorkspace, defaultPreferences } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { presets } from '#main/core/export/formats/index.ts';
import { catalogue } from '#main/catalogue/index.ts';
import type { SavedState } from '#renderer/state/exports.ts';

export const makeQuery = (
  values: Tab['query']['values'] = {},
  endpointId = 'microblog.posts.search',
): Tab['query'] => ({ endpointId, values, fields: [] });

export const makeRun = (change: Partial<Run> = {}): Run => ({
  id: 'run-00000001',
  revision: 0,
  query: makeQuery({ q: 'trees' }),
  title: 'Search posts: trees',
  resource: 'microblog.post',
  fetchedAs: { target: '/api/data/microblog/posts/live?q=trees', differs: [] },
  profileId: 'sample',
  createdAt: '2026-11-20T10:00:00.000Z',
  state: { kind: 'more' },
  pageCount: 1,
  rowCount: 20,
  heldBack: 0,
  hasRepeats: false,
  list: null,
  derived: null,
  total: null,
  plan: null,
  stoppedAt: null,
  operation: null,
  files: [],
  calls: 1,
  columns: [],
  noted: 0,
  extras: {},
  notices: [],
  ...change,
});

type Operation = NonNullable<Run['operation']>;
export const makeOperation = (change: Partial<Operation> = {}): Operation => ({
  operationId: 'op_1',
  status: 'running',
  startedAt: '2026-11-20T17:00:00.000Z',
  checkedAt: null,
  expiresAt: null,
  trouble: null,
  downloadUrl: null,
  ...change,
});

export const makeReply = (change: Partial<Run> = {}): RunReply => ({
  run: makeRun(change),
  window: { offset: 0, total: 0, numbers: null, rows: [] },
});

export const makeTab = (change: Partial<Tab> = {}): Tab => ({
  id: 'tab-1',
  query: makeQuery(),
  runId: null,
  collapsed: false,
  view: everyRow,
  ...change,
});

export const makeProblem = (title: string, change: Partial<Problem> = {}): Problem => ({
  code: 'service_error',
  title,
  advice: '',
  call: 'answered',
  remedies: [],
  details: null,
  ...change,
});

type Details = NonNullable<Problem['details']>;
export const makeDetails = (change: Partial<Details> = {}): Details => ({
  serviceSaid: null,
  status: 401,
  serviceCode: null,
  target: '/api',
  sentAt: '2026-11-20T10:00:00.000Z',
  ms: 7,
  attempts: 1,
  ...change,
});

/** A file that was saved. */
export const makeSaved = (change: Partial<SavedState> = {}): SavedState => ({
  kind: 'saved',
  format: 'csv',
  name: 'posts.csv',
  files: [{ name: 'posts.csv', bytes: 9, sha256: '' }],
  rows: 60,
  network: null,
  changes: [],
  download: null,
  sheetProblem: null,
  ...change,
});

/** A file that is being saved. */
export const makeExport = (state: ExportState, change: Partial<Export> = {}): Export => ({
  id: 'export-0001',
  revision: 1,
  format: 'csv',
  name: 'posts.csv',
  of: null,
  state,
  ...change,
});

/** What the Request page was answered. */
export const makeAnswer = (change: Partial<FreeAnswer> = {}): FreeAnswer => ({
  requestId: 'request-1',
  at: '2026-11-20T10:00:00.000Z',
  ms: 4,
  status: 200,
  contentType: 'application/json',
  target: '/api/status',
  metered: false,
  sentWith: null,
  bytes: 12,
  isKept: false,
  form: 'json',
  text: '{"state":"ok"}',
  isCut: false,
  value: { state: 'ok' },
  problem: null,
  ...change,
});

export const makeCredential = (change: Partial<CredentialStatus> = {}): CredentialStatus => ({
  id: 'sample-key',
  kind: 'accessKey',
  source: 'sample',
  name: null,
  lastFour: '',
  addedAt: null,
  who: null,
  endsAt: null,
  endIsSure: false,
  inUse: true,
  overridesStored: false,
  trouble: null,
  ...change,
});

/** These tabs and nothing else; the first is shown. */
export const workspaceOf = (...tabs: Tab[]): Workspace => ({
  ...emptyWorkspace,
  tabs,
  activeTab: tabs[0]?.id ?? null,
});

export const makeSnapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  version: '1.2.3',
  command: { call: 'explorer collect', shell: 'sh' },
  background: null,
  catalogue,
  catalogueRevision: 0,
  presets,
  profile: { id: 'sample', label: 'Sample service', address: 'http://127.0.0.1:1' },
  credential: makeCredential(),
  credentials: [makeCredential()],
  keychain: { available: true, place: 'this computer’s keychain', reason: null },
  suggestedAddress: null,
  preferences: defaultPreferences,
  workspace: emptyWorkspace,
  calls: { session: 0, total: 0 },
  notices: [],
  dataFolder: '/data',
  project: { opening: 'first', title: '', hasOthers: false },
  ...change,
});

export const makeSummary = (change: Partial<RunSummary> = {}): RunSummary => ({
  isAsAsked: false,
  id: 'run-00000001',
  title: 'Search posts: trees',
  name: null,
  starred: false,
  note: '',
  list: null,
  derived: null,
  query: makeQuery({ q: 'trees' }),
  profileId: 'sample',
  createdAt: '2026-11-20T10:00:00.000Z',
  durationMs: 4300,
  unshownPages: 0,
  pages: 3,
  rows: 60,
  calls: 3,
  state: 'more',
  rested: null,
  bytes: 5400,
  condition: 'sound',
  metaDamaged: false,
  ...change,
});

/** A list of ten accounts, of which none was asked but those in `statuses`. */
export const makeRunList = (statuses: Partial<RunList['statuses']> = {}): RunList => ({
  keys: ['username'],
  source: { kind: 'paste' },
  sha256: '',
  count: 10,
  perInput: 1,
  perCall: 1,
  maxCalls: 13,
  changes: 0,
  statuses: {
    waiting: 0,
    done: 0,
    nothing: 0,
    notFound: 0,
    refused: 0,
    failed: 0,
    partly: 0,
    cutOff: 0,
    ...statuses,
  },
  before: 0,
  until: null,
  current: null,
  failedCalls: 0,
  moreCalls: 0,
  isLost: false,
  trouble: null,
});

/** Two pasted lines. */
export const makeListTable = (): ListTable => ({
  tableId: 't',
  source: { kind: 'paste' },
  hasHeader: false,
  lines: 2,
  encoding: null,
  separator: '',
  guess: null,
  titleLines: 0,
  unreadable: 0,
  columns: [{ name: 'Column 1', sample: ['mira'] }],
});

const repeated: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'Floods',
  service: { profileId: 'sample', address: 'http://x' },
  steps: [{ query: makeQuery({ q: 'flood' }), asks: [], list: null, pages: 2, pause: true }],
};

/** Recipe runs of a repeat, the earlier one first. */
export const repeatedRuns = ['repeat-1-20261116080000000', 'repeat-1-20261123080000000'] as const;
const [earlier, later] = repeatedRuns;

/** A time of a repeat that got something new. */
export const makeTime = (change: Partial<RepeatTime> = {}): RepeatTime => ({
  due: '2026-11-23T08:00:00.000Z',
  startedAt: '2026-11-23T08:00:01.000Z',
  recipeRunId: later,
  outcome: 'done',
  why: null,
  calls: 14,
  rows: 412,
  failed: 0,
  before: { recipeRunId: earlier, due: '2026-11-16T08:00:00.000Z' },
  news: 38,
  isSeen: false,
  ...change,
});

export const makeRepeat = (change: Partial<ShownRepeat> = {}): ShownRepeat => ({
  id: 'repeat-1',
  recipe: repeated,
  when: { kind: 'days', days: [1], at: '09:00', timeZone: 'Europe/Berlin' },
  onlyNew: true,
  maxCalls: 20,
  maxCallsInAll: 240,
  saving: null,
  paused: null,
  failures: 0,
  since: '2026-11-23T08:00:00.000Z',
  earlierCalls: 0,
  times: [],
  next: ['2026-11-30T08:00:00.000Z'],
  missed: null,
  isAtWork: false,
  calls: 14,
  ...change,
});
