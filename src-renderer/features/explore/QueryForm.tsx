/**
 * The query form of a tab: the question's parameters, the cost, and asking. Built from the catalogue:
 * an endpoint from the service's own description gets its form without code here.
 */
import { Text, Flex } from '@mantine/core';
import { useCallback, useId, type ReactNode } from 'react';
import {
  type DataEndpoint,
  type Endpoint,
  type Resource,
  isDataEndpoint,
  type Parameter,
} from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isListable, isListableLive } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import { endpointOf } from '#renderer/components/names.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { setUsualFields, updateTab } from '#renderer/state/workspace.ts';
import { arrange, hasValue, hiddenOptions } from './arrange.ts';
import { AskRow, useTrialLimit } from './AskRow.tsx';
import { CollapsedQuery, QueryHead } from './QueryHead.tsx';
import { ParameterControl } from './controls/ParameterControl.tsx';
import { FieldPicker } from './fields/FieldPicker.tsx';
import { ListField, UseList } from './list/ListField.tsx';
import classes from './QueryForm.module.css';
import { RequestPanel } from './request/RequestPanel.tsx';
import {
  type QueryForm as Form,
  useFocusAfterLock,
  useFocusOnCollapse,
  useFocusOnRequest,
  useCollapseOnRows,
  useQueryForm,
} from './use-query-form.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { changeFormView, useFormView } from './form-view.ts';

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
  useFocusOnRequest({
    tabId: tab.id,
    firstKey: endpoint.parameters[0]?.key,
    controlId,
  });
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
        tab={tab}
        endpoint={endpoint}
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
  form: Form;
  controlId: (key: string) => string;
}

function Questions({ tab, endpoint, resource, form, controlId }: QuestionsProps) {
  const { required, dates, more } = arrange(endpoint);
  const defaultFields = useSnapshot(({ workspace }) => workspace.usualFields[endpoint.resource]);
  const { list } = form;
  const renderControl = (parameter: Endpoint['parameters'][number]) => {
    const of = { tab, endpoint, parameter };
    if (list?.keys.includes(parameter.key) === true) {
      return <ListField key={parameter.key} {...of} list={list} />;
    }
    return (
      <ParameterControl
        key={parameter.key}
        beside={list === null && isListable(endpoint, parameter) ? <UseList {...of} /> : null}
        id={controlId(parameter.key)}
        parameter={parameter}
        query={tab.query}
        message={form.message(parameter.key)}
        onChange={form.setValue}
        onFill={form.setValues}
        onTouched={form.onTouched}
      />
    );
  };
  return (
    <MoreOptions
      tabId={tab.id}
      parameters={more}
      query={tab.query}
      id={controlId('more')}
      required={required.map(renderControl)}
      options={more.map(renderControl)}
    >
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
    </MoreOptions>
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
  const notes = [
    ...endpoint.notes,
    ...(isListableLive(endpoint) ? [listsAreLive] : []),
    ...(endpoint.pathEvidence === 'assumed' ? [assumedPath] : []),
    ...(endpoint.discovered === null ? [] : [ofService[endpoint.discovered]]),
  ];
  return notes.length === 0 ? null : (
    <Text size="xs" mt={8} c="dimmed">
      {notes.join(' ')}
    </Text>
  );
}

interface MoreOptionsProps {
  id: string;
  tabId: string;
  parameters: readonly Parameter[];
  query: Query;
  required: ReactNode;
  /** The controls of `parameters`. */
  options: ReactNode;
  /** Dates and Fields. */
  children: ReactNode;
}

function MoreOptions(props: MoreOptionsProps) {
  const { id, tabId, parameters, query, required, options, children } = props;
  const { moreOpen } = useFormView(tabId);
  const open =
    parameters.length > 0 &&
    (moreOpen ?? parameters.some((parameter) => hasValue(parameter, query)));
  return (
    <>
      <Flex rowGap={8} columnGap="var(--gap)" align="flex-start" wrap="wrap">
        <div className={classes.required}>{required}</div>
        <div className={classes.side}>
          <div className={classes.sideControls}>{children}</div>
          {parameters.length > 0 && (
            <div className={classes.more}>
              <TextLink
                alone
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                onClick={() => changeFormView(tabId, { moreOpen: !open })}
              >
                {open ? 'Fewer options' : 'More options'}
              </TextLink>
              {!open && <HiddenNames parameters={parameters} query={query} />}
            </div>
          )}
        </div>
      </Flex>
      {open && (
        <div id={id} className={classes.options}>
          {options}
        </div>
      )}
    </>
  );
}

function HiddenNames({ parameters, query }: Pick<MoreOptionsProps, 'parameters' | 'query'>) {
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
