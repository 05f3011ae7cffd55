/** What can be done with a run: the only place where it is written. Pure but for what the actions do. */
import { notifications } from '@mantine/notifications';
import {
  CalendarClock,
  CalendarPlus,
  GitCompareArrows,
  ListOrdered,
  Pencil,
  RotateCcw,
  Rows3,
  Square,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react';
import { quoted } from '#shared/characters.ts';
import { singleItem, type Catalogue, type Endpoint } from '#shared/catalogue/types.ts';
import { fileQuestion } from '#shared/contract/derived.ts';
import type { RunSummary } from '#shared/contract/history.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import { asAsked, isSameQuestion, withDaysBack } from '#shared/query/values.ts';
import { possible, type Action, type Sections } from '#renderer/components/actions.tsx';
import { periodInWords } from '#renderer/components/dates.ts';
import { endpointOf, runName } from '#renderer/components/names.ts';
import { longMs, showActions, showProblem } from '#renderer/components/notices/NoticeStrip.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { showPage, useApp } from '#renderer/state/app.ts';
import {
  describeRun,
  removeRuns,
  restoreRuns,
  useHistory,
  type Removal,
} from '#renderer/state/history.ts';
import { startDeriving } from '#renderer/state/derived.ts';
import { openListAgain } from '#renderer/state/lists.ts';
import { draftRecipe, prepareRepeatOf, seeRun } from '#renderer/state/recipes.ts';
import { act } from '#renderer/state/act.ts';
import { askInNewTab } from '#renderer/state/runs.ts';
import { openWhatIsNew, whatIsNew } from '#renderer/state/what-is-new.ts';
import { openRunTab, openTab } from '#renderer/state/workspace.ts';
import { trialLimit } from '../explore/cost-line.ts';
import { showParameter } from '../explore/form-view.ts';
import { chooseRun, nameRun, useHistoryView } from './find-runs.ts';
import { isUnreadable, needsNewStart } from './run-words.ts';

/** What can be made of a run that has ended, shown or not: none of it makes a call before a form was shown. */
export function actionsOnRun(run: Run | RunSummary): Action[] {
  const { news, derive, keep } = formsOn(run);
  return [...news, ...derive, ...keep];
}

type Verbs = Record<'news' | 'derive' | 'keep', Action[]>;

function formsOn(run: Run | RunSummary): Verbs {
  const { snapshot } = useApp.getState();
  if (snapshot === null || !isDerivable(run)) return { news: [], derive: [], keep: [] };
  const { catalogue, profile } = snapshot;
  const endpoint = endpointOf(catalogue, run.query);
  const resource = catalogue.resources.find(({ id }) => id === endpoint?.resource);
  const isHere = profile?.id === run.profileId;
  const news = endpoint && isHere ? whatIsNew(endpoint, run, resource?.identity ?? null) : null;
  const isLive = endpoint?.kind === 'live';
  const derive = (kind: 'compare' | 'collections') => (): void =>
    startDeriving({ kind, runId: run.id, others: [] });
  return {
    news: possible(
      news && {
        label: 'Get what is new…',
        icon: CalendarPlus,
        act: () => openWhatIsNew(run, news),
      },
    ),
    derive: [
      { label: 'Compare with…', icon: GitCompareArrows, act: derive('compare') },
      { label: 'Show as one table…', icon: Rows3, act: derive('collections') },
    ],
    // Includes the runs that its list came from as steps. Stored data can't be a step.
    keep: possible(
      isLive && {
        label: 'Save as recipe…',
        icon: ListOrdered,
        act: () => draftRecipe(run.id).then(showProblem),
      },
      isLive && {
        label: 'Repeat…',
        icon: CalendarClock,
        hint: 'On certain days, or when the program starts.',
        act: () => prepareRepeatOf(run.id).then(showProblem),
      },
    ),
  };
}

/**
 * Returns the ways to run a run's question again: at once, as far as it went, with its cost; then those that show
 * a form first. A period that reached the day of asking can be moved to today. Empty if the service in use can't
 * be asked for it.
 */
export function actionsAgain(run: Run): Sections {
  const { snapshot } = useApp.getState();
  const endpoint = snapshot === null ? undefined : endpointOf(snapshot.catalogue, run.query);
  if (snapshot === null || endpoint === undefined || !canRunAgain(snapshot, run)) return [];
  const now = new Date();
  const { query, list, pageCount } = run;
  const { credential } = snapshot;
  const isClosed = credential?.kind === 'trialKey' && trialLimit(endpoint, query) !== null;
  const pages = Math.max(1, pageCount);
  const isFree = !endpoint.metered || credential?.source === 'sample';
  // There may be fewer pages by now, and each retry is a call.
  const cost = isFree ? 'free' : pages === 1 ? '1 call' : `about ${countOf(pages, 'call')}`;
  const again = (label: string, asked: Query): Action =>
    list !== null || isClosed
      ? {
          label: `${label}…`,
          icon: RotateCcw,
          hint: 'Nothing is sent until you ask.',
          detail: list === null ? null : `list of ${grouping(list.count)}`,
          act: () => askAgain({ ...run, query: asked }),
        }
      : {
          label,
          icon: RotateCcw,
          detail: cost,
          act: () => askInNewTab(asked, { collapsed: true, limit: { pages, rows: null } }),
        };
  const { news, keep } = formsOn(run);
  return [
    againIn(endpoint, run, now).map(({ label, asked }) => again(label, asked)),
    [...news, ...keep],
  ];
}

/** Returns a run's question as it can be asked again: the one that the person most likely wants first. */
function againIn(
  endpoint: Endpoint,
  { query, createdAt }: Run,
  now: Date,
): { label: string; asked: Query }[] {
  const moved = withDaysBack(endpoint, query, createdAt);
  if (moved === null) return [{ label: 'The same question', asked: query }];
  const isOpen = !query.values['until']?.trim();
  const whole = isOpen ? { ...moved, values: { ...moved.values, until: 'today' } } : moved;
  const days = asAsked(endpoint, whole, now);
  const latest = {
    label: `${periodInWords(moved.values, now)} · ${periodInWords(days.values, now)}`,
    asked: moved,
  };
  if (isSameQuestion(endpoint, query, moved, now)) return [latest];
  const words = periodInWords(query.values, now);
  const same = { label: isOpen ? words : `The same days · ${words}`, asked: query };
  // An open end reaches today anyway.
  return isOpen ? [same, latest] : [latest, same];
}

/** Whether the service in use can be asked for the rows of a run again. */
export const canRunAgain = (
  { catalogue, profile }: Pick<Snapshot, 'catalogue' | 'profile'>,
  { derived, profileId, query }: Run,
): boolean =>
  derived === null && profile?.id === profileId && endpointOf(catalogue, query) !== undefined;

/** Everything that can be done with a run in History: with its rows, with its entry, and removing it. */
export function actionsInHistory(run: RunSummary): [main: Action[], Action[], ...Action[][]] {
  const isActive = isWorking({ kind: run.state });
  const isAgain = !isActive && run.derived === null && !isUnreadable(run);
  return [
    possible(
      !isUnreadable(run) && { label: 'Open', icon: null, keys: 'Enter', act: () => openRun(run) },
      isActive && {
        label: 'Stop',
        icon: Square,
        act: () => act('run.stop', { runId: run.id }).then(showProblem),
      },
      isAgain && {
        label: needsRestart(run) ? 'Run again from the start…' : 'Run again…',
        hint: 'Nothing is sent until you ask.',
        icon: RotateCcw,
        act: () => askAgain(run),
      },
    ),
    [
      { label: 'Name and note…', icon: Pencil, keys: 'F2', act: () => nameRun(run.id) },
      {
        label: run.starred ? 'Unstar' : 'Star',
        icon: run.starred ? StarOff : Star,
        keys: 'S',
        act: () => toggleRunStar(run),
      },
    ],
    actionsOnRun(run),
    [{ label: 'Delete', icon: Trash2, keys: 'Delete', act: () => deleteRuns([run]) }],
  ];
}

/** Whether its service is in use, and would have to be asked for all its pages again. */
export function needsRestart(run: RunSummary): boolean {
  const { snapshot } = useApp.getState();
  const hasPages = snapshot !== null && singleItem(snapshot.catalogue, run) === null;
  return hasPages && snapshot.profile?.id === run.profileId && needsNewStart(run);
}

/** Shows the run in a tab. Sends nothing. */
export function openRun({ id, query, name }: RunSummary): void {
  if (query === null) return;
  seeRun(id);
  openRunTab(id, query, name);
}

/** Fills the run's question into a new tab; the person may then ask it. */
export function askAgain({
  id,
  query,
  list,
}: Pick<Run | RunSummary, 'id' | 'list'> & { query: Query | null }): void {
  if (query === null) return;
  if (list !== null) {
    void openListAgain(id, query).then(showProblem);
    return;
  }
  const tabId = openTab(query.endpointId, query);
  showParameter(tabId, null);
  showPage('explore');
}

/** Whether other runs can be derived from it. */
export function isDerivable(run: Run | RunSummary): boolean {
  const [rows, kind] = 'rows' in run ? [run.rows, run.state] : [run.rowCount, run.state.kind];
  const derived = typeof run.derived === 'string' ? run.derived : (run.derived?.from.kind ?? null);
  const isOwn = derived === null || derived === 'file';
  return run.query !== null && isOwn && rows > 0 && !isWorking({ kind });
}

export const toggleRunStar = ({ id, starred }: RunSummary): Promise<void> =>
  describeRun(id, { starred: !starred }).then(showProblem);

/** Whether rows of two runs can be put together: both have ended, with one kind of items of one service; files are of any. */
export const areAlike = (
  { catalogue }: Pick<Snapshot, 'catalogue'>,
  one: Pick<Run | RunSummary, 'id' | 'profileId' | 'query'>,
  other: RunSummary,
): boolean =>
  other.id !== one.id &&
  isDerivable(other) &&
  (other.profileId === one.profileId || other.profileId === '' || one.profileId === '') &&
  itemsOf(catalogue, other.query) === itemsOf(catalogue, one.query);

/** The kind of items that a question answers with. */
function itemsOf(catalogue: Catalogue, query: Query | null): string | null | undefined {
  const ofFile = query?.endpointId.startsWith(fileQuestion) === true;
  return ofFile
    ? query.endpointId.slice(fileQuestion.length)
    : endpointOf(catalogue, query)?.resource;
}

/** Undoes the last removal that wasn't undone. If the runs aren't removed yet, waits for that. */
export async function undoLastDelete(): Promise<void> {
  await removing;
  const last = useHistory.getState().removals.at(-1);
  if (last !== undefined) undo(last);
}

let removing: Promise<unknown> = Promise.resolve();

/** Moves runs to the trash and offers to restore them. */
export async function deleteRuns(runs: readonly RunSummary[]): Promise<void> {
  const result = removeRuns(runs.map(({ id }) => id));
  removing = Promise.all([removing, result]);
  const { removal, problem } = await result;
  showProblem(problem);
  if (removal === null) return;
  const gone = runs.filter(({ id }) => removal.runIds.includes(id));
  if (gone.some(({ id }) => id === useHistoryView.getState().chosen)) chooseRun(null);
  showActions({
    id: noticeOf(removal),
    text: deletedWords(gone, removal.tabs.length),
    actions: { Undo: () => undo(removal) },
    autoClose: longMs,
  });
}

const noticeOf = ({ runIds }: Removal): string => `deleted-${runIds[0] ?? ''}`;

function undo(removal: Removal): void {
  notifications.hide(noticeOf(removal));
  void restoreRuns(removal).then(showProblem);
}

function nameOfRun(run: RunSummary): string {
  const { snapshot } = useApp.getState();
  return snapshot === null ? (run.name ?? run.title) : runName(snapshot, run);
}

/** Returns "Deleted “Search posts: trees” and closed its tab". */
function deletedWords(runs: readonly RunSummary[], tabs: number): string {
  const [run, ...others] = runs;
  if (run !== undefined && others.length === 0) {
    const name = `Deleted ${quoted(nameOfRun(run))}`;
    return tabs === 0 ? name : `${name} and closed its ${tabs === 1 ? 'tab' : 'tabs'}`;
  }
  const many = `Deleted ${countOf(runs.length, 'run')}`;
  return tabs === 0 ? many : `${many} and closed ${countOf(tabs, 'tab')}`;
}
