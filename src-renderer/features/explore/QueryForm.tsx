/**
 * The query form of a tab: the question's parameters, the cost, and asking. Built from the catalogue:
 * an endpoint from the service's own description gets its form without code here.
 */
import { Box, Flex, Text } from '@mantine/core';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Endpoint, Parameter, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { said } from '#shared/counts.ts';
import { isListable, isListableLive } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import { endpointOf } from '#renderer/components/names.ts';
import { tabNow, useApp, useRun, useSnapshot } from '#renderer/state/app.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import { setUsualFields, updateTab } from '#renderer/state/workspace.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Budget, RunLimit } from '#shared/contract/run.ts';
import { asAsked, isSameQuestion, readQuery, utcDay, validateQuery } from '#shared/query/values.ts';
import type { Complaints } from '#shared/query/values.ts';
import { ask } from '#renderer/state/runs.ts';
import type { AskOptions } from '#renderer/state/runs.ts';
import { arrange, firstWrong, hasValue, hiddenOptions } from './arrange.ts';
import { AskRow, useTrialLimit } from './AskRow.tsx';
import type { FormOfQuestion } from './AskRow.tsx';
import { CollapsedQuery, QueryHead } from './QueryHead.tsx';
import { ParameterControl } from './controls/ParameterControl.tsx';
import { FieldPicker } from './fields/FieldPicker.tsx';
import { ListField, UseList } from './list/ListField.tsx';
import classes from './QueryForm.module.css';
import { RequestPanel } from './request/RequestPanel.tsx';
import { changeFormView, formViewOf, touch, useFormView } from './form-view.ts';
import type { FormView } from './form-view.ts';
import { chooseAField, isNone, selectionOf } from './fields/selection.ts';
import type { Selection } from './fields/selection.ts';
import { keysOf, listToAsk, useFormList } from './list/use-list.ts';

export function QueryForm({ tab }: { tab: Tab }) {
  const endpoint = useSnapshot(({ catalogue }) => endpointOf(catalogue, tab.query));
  const resource = useSnapshot(({ catalogue }) =>
    catalogue.resources.find(({ id }) => id === endpoint?.resource),
  );
  const unfold = useFocusOnCollapse(tab.collapsed);
  // The shell explains tabs whose question is no longer known.
  if (endpoint === undefined || !isDataEndpoint(endpoint)) return null;
  const parts = { tab, endpoint, resource: resource ?? null };
  return tab.collapsed ? (
    <CollapsedQuery tab={tab} endpoint={endpoint} unfold={unfold} />
  ) : (
    <OpenForm key={tab.id} {...parts} />
  );
}

interface OpenFormProps {
  tab: Tab;
  endpoint: DataEndpoint;
  resource: Resource | null;
}

function OpenForm({ tab, endpoint, resource }: OpenFormProps) {
  const id = useId();
  const controlId = useCallback((key: string) => `${id}-${key}`, [id]);
  const form = useQueryForm(tab, endpoint, resource);
  const address = useSnapshot(({ profile }) => profile?.address ?? '');
  useFocusOnRequest(tab.id, endpoint.parameters[0]?.key, controlId);
  useCollapseOnRows(tab, endpoint);
  const rememberFocus = useFocusAfterLock(form.locked);
  const limit = useTrialLimit(endpoint, tab.query);

  return (
    <form
      className={classes.form}
      data-endpoint={endpoint.id}
      // Not the title: it contains the words of some labels, whose locators would match two elements.
      aria-label="Question"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Enter submits the form even if it has no ask button.
        if (limit === null && form.list === null && form.submit()) rememberFocus();
      }}
    >
      <QueryHead
        {...{ tab, endpoint }}
        locked={form.locked}
        onCollapse={() => updateTab(tab.id, { collapsed: true })}
      />
      <fieldset className={classes.questions} disabled={form.locked}>
        <Questions {...{ tab, endpoint, resource, form, controlId }} />
      </fieldset>
      <AskRow
        {...{ tab, endpoint, resource, form }}
        requestId={`${id}-request`}
        onAsked={rememberFocus}
      />
      {form.view.requestOpen && (
        <RequestPanel
          {...{ endpoint, resource, address }}
          id={`${id}-request`}
          query={tab.query}
          complaints={form.complaints}
          list={form.list}
        />
      )}
      <Notes endpoint={endpoint} />
    </form>
  );
}

interface QuestionsProps extends OpenFormProps {
  form: FormOfQuestion;
  controlId: (key: string) => string;
}

function Questions({ tab, endpoint, resource, form, controlId }: QuestionsProps) {
  const { required, dates, more } = arrange(endpoint);
  const defaultFields = useSnapshot(({ workspace }) => workspace.usualFields[endpoint.resource]);
  const { list, view } = form;
  const isOpen = more.length > 0 && (view.moreOpen ?? more.some((one) => hasValue(one, tab.query)));
  const renderControl = (parameter: Endpoint['parameters'][number]) => {
    const of = { tab, endpoint, parameter };
    if (list?.keys.includes(parameter.key) === true) {
      return <ListField key={parameter.key} id={controlId(parameter.key)} {...of} list={list} />;
    }
    return (
      <ParameterControl
        key={parameter.key}
        beside={list === null && isListable(endpoint, parameter) ? <UseList {...of} /> : null}
        id={controlId(parameter.key)}
        parameter={parameter}
        query={tab.query}
        message={form.message(parameter.key)}
        onFill={form.setValues}
        onTouched={form.onTouched}
      />
    );
  };
  return (
    <>
      <Flex rowGap={8} columnGap="var(--gap)" align="flex-start" wrap="wrap">
        <Flex gap="var(--gap)" miw={0} className={classes.required}>
          {required.map(renderControl)}
        </Flex>
        <div className={classes.side}>
          <Flex justify="flex-end" gap="var(--gap)" className={classes.sideControls} data-wraps>
            {dates.map(renderControl)}
            {resource !== null && endpoint.optionNames.fields !== null && (
              <FieldPicker
                id={controlId('fields')}
                resource={resource}
                selection={form.selection}
                defaultNames={defaultFields ?? []}
                message={form.message('fields')}
                locked={form.locked}
                onChange={form.setSelection}
                onSaveDefault={(names) => setUsualFields(resource.id, [...names])}
              />
            )}
          </Flex>
          {more.length > 0 && (
            <Box mt={4} fz={12} lh="16px" ta="end" className={classes.more}>
              <TextLink
                alone
                aria-expanded={isOpen}
                aria-controls={isOpen ? controlId('more') : undefined}
                onClick={() => changeFormView(tab.id, { moreOpen: !isOpen })}
              >
                {isOpen ? 'Fewer options' : 'More options'}
              </TextLink>
              {!isOpen && <HiddenNames parameters={more} query={tab.query} />}
            </Box>
          )}
        </div>
      </Flex>
      {isOpen && (
        <Flex
          id={controlId('more')}
          wrap="wrap"
          gap="8px var(--gap)"
          mt={10}
          className={classes.options}
        >
          {more.map(renderControl)}
        </Flex>
      )}
    </>
  );
}

const assumedPath =
  'The documentation doesn’t give this question’s address, so it is assumed. The service may not recognise it.';

const listsAreLive = 'To use a list, choose Live: stored data answers one question at a time.';

const ofService: Record<NonNullable<Endpoint['discovered']>, string> = {
  described:
    'Discovered: only the service’s own description has this question. Its names are used as they are.',
  gone: 'The service’s description no longer has this question. The service may refuse it; what you have is kept.',
};

function Notes({ endpoint }: { endpoint: Endpoint }) {
  const notes = said(
    ...endpoint.notes,
    isListableLive(endpoint) && listsAreLive,
    endpoint.pathEvidence === 'assumed' && assumedPath,
    endpoint.discovered && ofService[endpoint.discovered],
  );
  return notes.length === 0 ? null : (
    <Text size="xs" mt={8} c="dimmed">
      {notes.join(' ')}
    </Text>
  );
}

interface HiddenNamesProps {
  parameters: readonly Parameter[];
  query: Query;
}

function HiddenNames({ parameters, query }: HiddenNamesProps) {
  const names = hiddenOptions(parameters, query);
  return (
    <span className={classes.hidden} data-given={names.some(({ given }) => given)}>
      {names.map(({ text, given }, index) => (
        <span key={parameters[index]?.key} data-given={given}>
          {text}
          {index < names.length - 1 ? ', ' : ''}
        </span>
      ))}
    </span>
  );
}

// The form of a tab: the query, its messages, whether it is locked, and the actions.

function useQueryForm(tab: Tab, endpoint: Endpoint, resource: Resource | null): FormOfQuestion {
  const tabId = tab.id;
  const view = useFormView(tabId);
  const run = useRun(tab.runId);
  const failed = useApp((state) => state.askProblems[tabId] !== undefined);
  const { query } = tab;
  const list = useFormList(tab);
  const today = useUtcDay();

  const complaints = useMemo(
    () => problemOf(endpoint, resource, query, today, { ...view, list: tab.list }),
    [endpoint, resource, query, today, view, tab.list],
  );

  const locked = view.asking || (run !== null && isWorking(run.state));
  const selection = selectionOf(query.fields, view.noFields);
  const isThis = (asked: Query | null) =>
    asked !== null && isSameQuestion(endpoint, asked, query, new Date(today));
  const idleQuery = run !== null && !isWorking(run.state) ? run.query : null;
  const answered = !isNone(selection) && (isThis(idleQuery) || (failed && isThis(view.asked)));

  const setValues = useCallback(
    (values: Readonly<Record<string, string>>) => {
      const now = tabNow(tabId);
      if (now === undefined) return;
      updateTab(tabId, { query: { ...now.query, values: { ...now.query.values, ...values } } });
    },
    [tabId],
  );
  const onTouched = useCallback((key: string) => touch(tabId, key), [tabId]);

  const setSelection = (next: Selection) => {
    const now = tabNow(tabId);
    if (now === undefined) return;
    changeFormView(tabId, { noFields: isNone(next) });
    touch(tabId, 'fields');
    updateTab(tabId, { query: { ...now.query, fields: next === 'all' ? [] : [...next] } });
  };

  const checked = () => {
    const now = tabNow(tabId);
    // Reads the current state, not the rendered one: a second click can precede the next render.
    if (now === undefined || locked || formViewOf(tabId).asking) return null;
    const meant = readQuery(endpoint, now.query);
    if (meant !== now.query) updateTab(tabId, { query: meant });
    const found = problemOf(endpoint, resource, meant, utcDay(new Date()), {
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

  const submitList = async (limit: Partial<Budget>) => {
    const now = checked();
    if (now?.list == null || list?.checked == null) return;
    changeFormView(tabId, { asking: true });
    const listId = await listToAsk(now, now.list, list);
    if (listId === null) changeFormView(tabId, { asking: false });
    else send(now, { limit, list: { listId, onlyNew: now.list.onlyNew } });
  };

  return {
    view,
    selection,
    complaints,
    message: (key) => (view.tried || view.touched.includes(key) ? (complaints[key] ?? null) : null),
    locked,
    answered,
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
  typed: Query,
  today: string,
  { noFields, list }: Pick<FormView, 'noFields'> & Pick<Tab, 'list'>,
): Complaints {
  const query = asAsked(endpoint, readQuery(endpoint, typed), new Date(today));
  // The values from a list were checked line by line.
  const listed = new Set(list == null ? [] : keysOf(list));
  const found = Object.fromEntries(
    Object.entries(validateQuery(endpoint, query, resource)).filter(([key]) => !listed.has(key)),
  );
  return isNone(selectionOf(query.fields, noFields)) ? { ...found, fields: chooseAField } : found;
}

// Focus in the form: moving it to an invalid field, and restoring it.

/**
 * Focuses the parameter in `focusOn` of the form's view; opens *More options* if it contains the
 * control.
 * @param firstKey of the first control of the form.
 */
function useFocusOnRequest(
  tabId: string,
  firstKey: string | undefined,
  controlId: (key: string) => string,
): void {
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
function useCollapseOnRows(tab: Tab, endpoint: Endpoint): void {
  const { id, query, runId } = tab;
  const { collapsesFor, requestOpen } = useFormView(id);
  const run = useRun(runId);
  useLayoutEffect(() => {
    if (run === null || run.id !== collapsesFor) return;
    const hasRows = run.rowCount > 0;
    if (!hasRows && isWorking(run.state)) return;
    changeFormView(id, { collapsesFor: null });
    if (hasRows && !requestOpen && isSameQuestion(endpoint, run.query, query, new Date())) {
      updateTab(id, { collapsed: true });
    }
  }, [id, endpoint, query, run, collapsesFor, requestOpen]);
}

/** Moves the focus of a collapsed form to the button that expands it, unless it is elsewhere. */
function useFocusOnCollapse(isCollapsed: boolean): RefObject<HTMLButtonElement | null> {
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
function useFocusAfterLock(locked: boolean): (element?: Element | null) => void {
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
