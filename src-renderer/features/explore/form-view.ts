/**
 * What the form remembers of each tab beside the query: view state only, gone with the window.
 * Kept by tab id and outside the component, because showing another tab unmounts the form.
 */
import { create } from 'zustand';
import type { CheckedList } from '#shared/contract/list.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Query } from '#shared/query/types.ts';
import { type DataFrom, liveId, storedId } from '#shared/catalogue/data-from.ts';
import { chooseQuestion, updateTab } from '../../state/workspace.ts';
import type { OpenedFrom } from './cost-line.ts';
import { tabNow, useSnapshot } from '../../state/app.ts';

/** What the list of a tab comes to, or why it can't be asked. */
export interface ListCheck {
  /** The list and the question that it was checked for (`listKey`). */
  of: string;
  checked: CheckedList | null;
  problem: Problem | null;
}

export interface FormView {
  /** Parameters that were filled in or left: their messages show. */
  touched: readonly string[];
  /** Asking was tried with errors: every message shows. */
  tried: boolean;
  /** The person chose *None*. A query can't say that (see fields/selection.ts). */
  noFields: boolean;
  /** Null: open when an option behind it has a value. */
  moreOpen: boolean | null;
  requestOpen: boolean;
  /** An ask is under way: it can't be asked twice. */
  asking: boolean;
  /** The question asked last in this window. */
  asked: Query | null;
  /** The item that the question is about, when it was opened from one. */
  openedFrom: OpenedFrom | null;
  /** The run asked from the open form, whose first rows fold it; null once that is decided. */
  foldsFor: string | null;
  /** What main said of the tab's list; null before. */
  listCheck: ListCheck | null;
  /** The parameter to focus as soon as it is there. */
  focusOn: string | null;
}

const untouched: FormView = {
  touched: [],
  tried: false,
  noFields: false,
  moreOpen: null,
  requestOpen: false,
  asking: false,
  asked: null,
  openedFrom: null,
  foldsFor: null,
  listCheck: null,
  focusOn: null,
};

const useFormViews = create<Readonly<Record<string, FormView>>>()(() => ({}));

export const useFormView = (tabId: string): FormView =>
  useFormViews((views) => views[tabId] ?? untouched);

export const formViewOf = (tabId: string): FormView => useFormViews.getState()[tabId] ?? untouched;

export function changeFormView(tabId: string, change: Partial<FormView>): void {
  useFormViews.setState((views) => ({
    [tabId]: { ...(views[tabId] ?? untouched), ...change },
  }));
}

export function touch(tabId: string, key: string): void {
  const { touched } = formViewOf(tabId);
  if (!touched.includes(key)) changeFormView(tabId, { touched: [...touched, key] });
}

/**
 * Brings a parameter's control before the person (remedy `changeParameter`): opens the form and
 * what hides the control, and puts the focus there. `key` null: the first control.
 */
export function showParameter(tabId: string, key: string | null): void {
  updateTab(tabId, { collapsed: false });
  changeFormView(tabId, { focusOn: key ?? '' });
}

/** Whether the service's stored data can be asked the question of an endpoint. */
export const useHasStored = (endpointId: string): boolean =>
  useSnapshot(({ catalogue }) => {
    const stored = storedId(endpointId);
    return catalogue.endpoints.some(({ id }) => id === stored);
  });

/** Values stay with the tab: those that both ask for are asked of either. */
export function chooseDataFrom(tabId: string, from: DataFrom): void {
  const tab = tabNow(tabId);
  if (tab === undefined) return;
  const { endpointId } = tab.query;
  const chosen = from === 'stored' ? storedId(endpointId) : liveId(endpointId);
  updateTab(tabId, { query: { ...tab.query, endpointId: chosen }, collapsed: false });
}

/** Fills in a question for all of its stored rows; the person asks it, or does not. */
export function chooseEverything(tabId: string, query: Query): void {
  updateTab(tabId, { query: { ...query, values: { ...query.values, responseType: 'paging' } } });
  showParameter(tabId, 'responseType');
}

/** Chooses a question and puts the focus where the person types next. */
export function openQuestion(endpointId: string): void {
  showParameter(chooseQuestion(endpointId), null);
}
