/** The form of a tab: the query, its messages, whether it is locked, and the actions. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { ListPlan } from '#shared/contract/list.ts';
import type { RunLimit } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isSameQuestion, readQuery } from '#shared/query/values.ts';
import type { Query } from '#shared/query/types.ts';
import { type Complaints, validateQuery } from '#shared/query/validate.ts';
import { tabNow, useApp, useRun } from '#renderer/state/app.ts';
import { ask, type AskOptions } from '#renderer/state/runs.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { firstWrong } from './arrange.ts';
import { chosenNames, type Selection, selectionOf } from './fields/selection.ts';
import { type FormList, keysOf, listToAsk, useFormList } from './list/use-list.ts';
import { changeFormView, type FormView, formViewOf, touch, useFormView } from './form-view.ts';

const chooseAField = 'Choose at least one field, or all of them.';

export interface QueryForm {
  view: FormView;
  selection: Selection;
  /** Everything that is wrong; empty if the question can be asked. */
  complaints: Complaints;
  /** Returns the message to show for a parameter, if any. */
  message: (key: string) => string | null;
  /** Pages are being fetched, during which the question must not change. */
  locked: boolean;
  /** The current question has been answered or has failed: the next step is elsewhere. */
  answered: boolean;
  setValue: (key: string, value: string) => void;
  setValues: (values: Readonly<Record<string, string>>) => void;
  setSelection: (selection: Selection) => void;
  onTouched: (key: string) => void;
  /** Returns whether the question can be asked; if not, shows every message. */
  check: () => boolean;
  /**
   * Asks, for one page unless a limit is given. If something is wrong, sends nothing and shows every
   * message. Returns whether it asked.
   */
  submit: (limit?: RunLimit) => boolean;
  /** The list to ask; null: a single question. */
  list: FormList | null;
  /** The same for the list's inputs. */
  submitList: (plan: Omit<ListPlan, 'listId'>) => void;
}

export function useQueryForm(tab: Tab, endpoint: Endpoint, resource: Resource | null): QueryForm {
  const tabId = tab.id;
  const view = useFormView(tabId);
  const run = useRun(tab.runId);
  const failed = useApp((state) => state.askProblems[tabId] !== undefined);
  const { query } = tab;
  const list = useFormList(tab);

  const complaints = useMemo(
    () => problemOf(endpoint, resource, readQuery(endpoint, query), { ...view, list: tab.list }),
    [endpoint, resource, query, view, tab.list],
  );

  const locked = view.asking || (run !== null && isWorking(run.state));
  const selection = selectionOf(query.fields, view.noFields);
  const isThis = (asked: Query | null) => asked !== null && isSameQuestion(endpoint, asked, query);
  const idleQuery = run !== null && !isWorking(run.state) ? run.query : null;
  const answered =
    selection.kind !== 'none' && (isThis(idleQuery) || (failed && isThis(view.asked)));

  const setValues = useCallback(
    (values: Readonly<Record<string, string>>) => {
      const now = tabNow(tabId);
      if (now === undefined) return;
      updateTab(tabId, { query: { ...now.query, values: { ...now.query.values, ...values } } });
    },
    [tabId],
  );
  const setValue = useCallback(
    (key: string, value: string) => setValues({ [key]: value }),
    [setValues],
  );
  const onTouched = useCallback((key: string) => touch(tabId, key), [tabId]);

  const setSelection = (next: Selection) => {
    const now = tabNow(tabId);
    if (now === undefined || resource === null) return;
    changeFormView(tabId, { noFields: next.kind === 'none' });
    touch(tabId, 'fields');
    const fields = next.kind === 'some' ? [...chosenNames(resource, next)] : [];
    updateTab(tabId, { query: { ...now.query, fields } });
  };

  const checked = () => {
    const now = tabNow(tabId);
    // Reads the current state, not the rendered one: a second click can precede the next render.
    if (now === undefined || locked || formViewOf(tabId).asking) return null;
    const meant = readQuery(endpoint, now.query);
    if (meant !== now.query) updateTab(tabId, { query: meant });
    const found = problemOf(endpoint, resource, meant, {
      ...formViewOf(tabId),
      list: now.list,
    });
    const wrong = firstWrong(endpoint, found);
    changeFormView(tabId, { tried: true, focusOn: wrong ?? null });
    return wrong === undefined ? { ...now, query: meant } : null;
  };

  const send = (now: Tab, options: AskOptions) => {
    changeFormView(tabId, { asking: true, asked: now.query });
    void ask(now, options).finally(() => changeFormView(tabId, { asking: false }));
    changeFormView(tabId, { collapsesFor: tabNow(tabId)?.runId ?? null });
  };

  const submit = (limit?: RunLimit) => {
    const now = checked();
    if (now !== null) send(now, limit === undefined ? {} : { limit });
    return now !== null;
  };

  const submitList = async (plan: Omit<ListPlan, 'listId'>) => {
    const now = checked();
    if (now?.list == null || list?.checked == null) return;
    changeFormView(tabId, { asking: true });
    const listId = await listToAsk(now, now.list, list.checked);
    if (listId === null) changeFormView(tabId, { asking: false });
    else send(now, { list: { ...plan, listId } });
  };

  return {
    view,
    selection,
    complaints,
    message: (key) => (view.tried || view.touched.includes(key) ? (complaints[key] ?? null) : null),
    locked,
    answered,
    setValue,
    setValues,
    setSelection,
    onTouched,
    check: () => checked() !== null,
    submit,
    list,
    submitList: (plan) => void submitList(plan),
  };
}

function problemOf(
  endpoint: Endpoint,
  resource: Resource | null,
  query: Query,
  { noFields, list }: Pick<FormView, 'noFields'> & Pick<Tab, 'list'>,
): Complaints {
  // The values from a list were checked line by line.
  const listed = new Set(list == null ? [] : keysOf(list));
  const found = Object.fromEntries(
    Object.entries(validateQuery(endpoint, query, resource)).filter(([key]) => !listed.has(key)),
  );
  const isNone = selectionOf(query.fields, noFields).kind === 'none';
  return isNone ? { ...found, fields: chooseAField } : found;
}

/** Focus in the form: moving it to an invalid field, and restoring it. */
interface FocusOptions {
  tabId: string;
  /** The first control of the form. */
  firstKey: string | undefined;
  controlId: (key: string) => string;
}

/**
 * Focuses the parameter in `focusOn` of the form's view; opens *More options* if it contains the
 * control.
 */
export function useFocusOnRequest({ tabId, firstKey, controlId }: FocusOptions): void {
  const { focusOn, moreOpen } = useFormView(tabId);

  useEffect(() => {
    if (focusOn === null) return;
    const key = focusOn === '' ? firstKey : focusOn;
    const control = key === undefined ? null : document.getElementById(controlId(key));
    if (control === null && moreOpen !== true) {
      changeFormView(tabId, { moreOpen: true });
      return;
    }
    control?.focus();
    changeFormView(tabId, { focusOn: null });
  }, [tabId, focusOn, moreOpen, firstKey, controlId]);
}

/**
 * Collapses the form into one line as soon as there are rows of the question asked from it. It remains
 * open if the person is writing another question or reading the request, and if the first page failed
 * or was empty.
 */
export function useCollapseOnRows(tab: Tab, endpoint: Endpoint): void {
  const { id, query, runId } = tab;
  const { collapsesFor, requestOpen } = useFormView(id);
  const run = useRun(runId);
  useLayoutEffect(() => {
    if (run === null || run.id !== collapsesFor) return;
    const hasRows = run.rowCount > 0;
    if (!hasRows && isWorking(run.state)) return;
    changeFormView(id, { collapsesFor: null });
    if (hasRows && !requestOpen && isSameQuestion(endpoint, run.query, query)) {
      updateTab(id, { collapsed: true });
    }
  }, [id, endpoint, query, run, collapsesFor, requestOpen]);
}

/** Moves the focus of a collapsed form to the button that expands it, unless it is elsewhere. */
export function useFocusOnCollapse(isCollapsed: boolean): RefObject<HTMLButtonElement | null> {
  const unfold = useRef<HTMLButtonElement>(null);
  const before = useRef(isCollapsed);
  useLayoutEffect(() => {
    const wasOpen = !before.current;
    before.current = isCollapsed;
    if (isCollapsed && wasOpen && isFocusFree()) unfold.current?.focus({ preventScroll: true });
  }, [isCollapsed]);
  return unfold;
}

const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * A locked control loses the focus; this restores it unless something else has taken it in the
 * meantime. Returns a function to call when the question is asked, because the browser may have moved
 * the focus by the time the lock is rendered. Pass the element if the focus is elsewhere.
 */
export function useFocusAfterLock(locked: boolean): (element?: Element | null) => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (locked) return;
    if (isFocusFree() && before.current instanceof HTMLElement) {
      before.current.focus({ preventScroll: true });
    }
    before.current = null;
  }, [locked]);
  return (element = document.activeElement) => {
    before.current = element;
  };
}
