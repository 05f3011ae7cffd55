/** From a row to the next question: what it costs, and asking it in a new tab. */
import type { CredentialKind } from '#shared/contract/snapshot.ts';
import type { Use } from '#shared/query/use-value.ts';
import { trialLimit } from '#renderer/features/explore/cost-line.ts';
import { changeFormView, showParameter } from '#renderer/features/explore/form-view.ts';
import { showPage, useApp, useSnapshot } from '#renderer/state/app.ts';
import { askInTab } from '#renderer/state/runs.ts';
import { openTab, updateTab } from '#renderer/state/workspace.ts';
import type { RowSource } from './row-source.ts';

/** What a click on a question does. */
type Cost =
  /** The first page is fetched at once. */
  | { asks: true; words: '1 call' | 'free' }
  /** The form is filled in: a value is missing, or the current key can't ask it. */
  | { asks: false; words: 'needs a full key' | null };

export function costOf(
  { endpoint, values, missing, count }: Use,
  credential: CredentialKind | undefined,
): Cost {
  const query = { endpointId: endpoint.id, values, fields: [] };
  if (credential === 'trialKey' && trialLimit(endpoint, query) !== null) {
    return { asks: false, words: 'needs a full key' };
  }
  // A page of nothing costs as much as any other; the number may be old, so it can still be asked.
  if (missing !== null || count === '0') return { asks: false, words: null };
  return { asks: true, words: endpoint.metered ? '1 call' : 'free' };
}

/** Returns the cost of asking a question with the current key. */
export function useCost(): (use: Use) => Cost {
  const kind = useSnapshot(({ credential }) => credential?.kind);
  return (use) => costOf(use, kind);
}

/** The keys held during a click. */
type Held = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>;

/**
 * Opens the question in a new tab that names its origin, and gets the first page. With Ctrl or ⌘, or if
 * it can’t be asked yet, only fills in the form.
 */
export function follow(use: Use, source: RowSource, { ctrlKey, metaKey }: Held): void {
  const { endpoint, values, key, missing } = use;
  const tabId = openTab(endpoint.id, { values: { ...values } });
  const { run, texts } = source;
  updateTab(tabId, { from: { runId: run.id, query: run.query } });
  changeFormView(tabId, { openedFrom: { values, texts } });
  showPage('explore');
  const { asks } = costOf(use, useApp.getState().snapshot?.credential?.kind);
  if (!asks || ctrlKey || metaKey) return showParameter(tabId, missing ?? key);
  updateTab(tabId, { collapsed: true });
  void askInTab(tabId);
}
