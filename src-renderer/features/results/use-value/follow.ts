/** From a row to the next question: what it costs, and asking it in a new tab. */
import type { Endpoint } from '#shared/catalogue/types.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import type { Query } from '#shared/query/types.ts';
import type { Use } from '#shared/query/use-value.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { showActions } from '#renderer/components/notices/NoticeStrip.tsx';
import { momentInWords } from '#renderer/components/words.ts';
import { trialLimit } from '#renderer/features/explore/cost-line.ts';
import { changeFormView, showParameter } from '#renderer/features/explore/form-view.ts';
import { profileNow, showPage, tabsNow, useApp, useSnapshot } from '#renderer/state/app.ts';
import { loadHistory, useHistory } from '#renderer/state/history.ts';
import { askInTab } from '#renderer/state/runs.ts';
import { emptyQuery, openRunTab, openTab, updateTab } from '#renderer/state/workspace.ts';
import type { RowSource } from './row-source.ts';

/** What a click on a question does. */
type Cost =
  /** The first page is fetched at once. */
  | { asks: true; words: '1 call' | 'free' }
  /** The form is filled in: a value is missing, or the current key can't ask it. */
  | { asks: false; words: 'needs a full key' | null };

export function costOf(
  { endpoint, values, missing, count }: Use,
  credential: Pick<CredentialStatus, 'kind' | 'source'> | null,
): Cost {
  const query = { endpointId: endpoint.id, values, fields: [] };
  if (credential?.kind === 'trialKey' && trialLimit(endpoint, query) !== null) {
    return { asks: false, words: 'needs a full key' };
  }
  // A page of nothing costs as much as any other; the number may be old, so it can still be asked.
  if (missing !== null || count === '0') return { asks: false, words: null };
  const isMetered = endpoint.metered && credential?.source !== 'sample';
  return { asks: true, words: isMetered ? '1 call' : 'free' };
}

/** Returns the cost of asking a question with the current key. */
export function useCost(): (use: Use) => Cost {
  const credential = useSnapshot((snapshot) => snapshot.credential);
  return (use) => costOf(use, credential);
}

/** The keys held during a click. */
type Held = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>;

/**
 * Opens the question in a new tab that names its origin, and gets the first page, unless its rows are
 * here: they are shown, and asking again is offered. With Ctrl or ⌘, or if it can’t be asked yet, only
 * fills in the form.
 */
export async function follow(use: Use, source: RowSource, held: Held): Promise<void> {
  const { asks, words } = costOf(use, useApp.getState().snapshot?.credential ?? null);
  if (!asks || held.ctrlKey || held.metaKey) return openAndAsk(use, source, true);
  const query = { ...emptyQuery(use.endpoint.id), values: { ...use.values } };
  // A second click while it is looked for would be a second call.
  const looked = JSON.stringify(query);
  if (looking.has(looked)) return;
  looking.add(looked);
  const before = await answered(use.endpoint, query).finally(() => looking.delete(looked));
  if (before === null) return openAndAsk(use, source, false);
  openRunTab(before.id, before.query);
  showActions({
    id: 'asked-before',
    text: `You asked this ${momentInWords(new Date(before.createdAt), new Date())}. No call was made.`,
    actions: { [`Run again · ${words}`]: () => openAndAsk(use, source, false) },
  });
}

/** Questions that runs are looked for of. */
const looking = new Set<string>();

interface Answered {
  id: string;
  query: Query;
  createdAt: string;
}

/** Returns a run that has the answer to a question, or is getting it: in a tab, or one of today's. */
async function answered(endpoint: Endpoint, query: Query): Promise<Answered | null> {
  const { runs } = useApp.getState();
  const isSame = (asked: Query): boolean => isSameQuestion(endpoint, asked, query, new Date());
  for (const { runId } of tabsNow()) {
    const run = runId === null ? undefined : runs[runId];
    const isThere = run && run.list === null && (run.pageCount > 0 || isWorking(run.state));
    if (isThere && isSame(run.query)) return run;
  }
  // After a reload, or once its tab is closed, the window may not know the run.
  await loadHistory();
  const today = new Date().toDateString();
  for (const { id, query: asked, list, pages, state, profileId, createdAt } of useHistory.getState()
    .runs ?? []) {
    const isThere = list === null && (pages > 0 || isWorking({ kind: state }));
    const isOwn = asked !== null && isThere && profileId === profileNow();
    const isOfToday = new Date(createdAt).toDateString() === today;
    if (isOwn && isOfToday && isSame(asked)) return { id, query: asked, createdAt };
  }
  return null;
}

function openAndAsk(use: Use, source: RowSource, fills: boolean): void {
  const { endpoint, values, key, missing } = use;
  const tabId = openTab(endpoint.id, { values: { ...values } });
  const { run, texts } = source;
  updateTab(tabId, { from: { runId: run.id, query: run.query } });
  changeFormView(tabId, { openedFrom: { values, texts } });
  showPage('explore');
  if (fills) return showParameter(tabId, missing ?? key);
  updateTab(tabId, { collapsed: true });
  void askInTab(tabId);
}
