/**
 * What the form remembers of each tab besides the query: view state only, lost when the window closes.
 * Stored by tab id outside the component, because showing another tab unmounts the form.
 */
import type { Query } from '#shared/query/types.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { type DataFrom, liveId, storedId } from '#shared/catalogue/data-from.ts';
import { chooseQuestion, openTab, updateTab } from '#renderer/state/workspace.ts';
import { kept } from '#renderer/state/kept.ts';
import type { OpenedFrom } from './cost-line.ts';
import { showPage, tabNow, useSnapshot } from '#renderer/state/app.ts';

export interface FormView {
  /** Parameters that were filled in or left, whose messages are shown. */
  touched: readonly string[];
  /** Asking was attempted with errors: every message is shown. */
  tried: boolean;
  /** The person chose *None*. A query can't represent that (see fields/selection.ts). */
  noFields: boolean;
  /** Null: open if one of the options has a value. */
  moreOpen: boolean | null;
  requestOpen: boolean;
  /** The question is being sent, and can't be asked twice. */
  asking: boolean;
  /** The question last asked in this window. */
  asked: Query | null;
  /** The item that the question is about, if it was opened from one. */
  openedFrom: OpenedFrom | null;
  /** The run asked from the open form, whose first rows collapse it; null once that is decided. */
  collapsesFor: string | null;
  /** The parameter to focus as soon as it is rendered. */
  focusOn: string | null;
}

/** By tab. */
const forms = kept<FormView>('form', {
  touched: [],
  tried: false,
  noFields: false,
  moreOpen: null,
  requestOpen: false,
  asking: false,
  asked: null,
  openedFrom: null,
  collapsesFor: null,
  focusOn: null,
});

export const useFormView = (tabId: string): FormView => forms.use(tabId, (form) => form);
export const formViewOf = forms.of;
export const changeFormView = forms.change;

export function touch(tabId: string, key: string): void {
  const { touched } = formViewOf(tabId);
  if (!touched.includes(key)) changeFormView(tabId, { touched: [...touched, key] });
}

/** Whether the form asked for a run, and only its days, counted back from today, are others by now. */
export const hasMoved = (endpoint: Endpoint, run: Run, { query }: Tab): boolean =>
  isSameQuestion(endpoint, run.query, query, new Date(run.createdAt));

/**
 * Shows a parameter's control (remedy `changeParameter`): opens the form and whatever hides the
 * control, and focuses it. `key` null: the first control.
 */
export function showParameter(tabId: string, key: string | null): void {
  updateTab(tabId, { collapsed: false });
  changeFormView(tabId, { focusOn: key ?? '' });
}

/** Whether the service's stored data can be asked an endpoint's question. */
export const useHasStored = (endpointId: string): boolean =>
  useSnapshot(({ catalogue }) => {
    const stored = storedId(endpointId);
    return catalogue.endpoints.some(({ id }) => id === stored);
  });

/**
 * Switches between live and stored data. Values remain in the tab: those that both take are sent to
 * either.
 */
export function chooseDataFrom(tabId: string, from: DataFrom): void {
  const tab = tabNow(tabId);
  if (tab === undefined) return;
  const { endpointId } = tab.query;
  const chosen = from === 'stored' ? storedId(endpointId) : liveId(endpointId);
  updateTab(tabId, { query: { ...tab.query, endpointId: chosen }, collapsed: false });
}

/** Fills in a question for all of its stored rows; the person may then ask it. */
export function chooseEverything(tabId: string, query: Query): void {
  updateTab(tabId, { query: { ...query, values: { ...query.values, responseType: 'paging' } } });
  showParameter(tabId, 'responseType');
}

/** Opens a question with its example filled in and its request shown, to be tried. Sends nothing. */
export function tryQuestion({ id, example }: Endpoint): void {
  const tabId = openTab(id, { values: { ...example } });
  changeFormView(tabId, { requestOpen: true });
  showPage('explore');
  showParameter(tabId, null);
}

/** Chooses a question and focuses its first control. */
export const openQuestion = (endpointId: string): void =>
  showParameter(chooseQuestion(endpointId), null);
