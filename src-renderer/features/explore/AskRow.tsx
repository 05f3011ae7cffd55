/** The buttons that ask, the cost, and access to the request itself. */
import { Button, Group, Text } from '@mantine/core';
import { CodeXml, CornerDownLeft, Database, Lock, type LucideIcon, Ticket } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { answersWithOne } from '#shared/catalogue/types.ts';
import type { DataEndpoint, Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import type { Complaints } from '#shared/query/values.ts';
import type { Query } from '#shared/query/types.ts';
import { GetButton } from '#renderer/components/collect/GetButton.tsx';
import { TextLink } from '#renderer/components/texts.tsx';
import { useLasting } from '#renderer/components/hooks.ts';
import { showPage, useIsSample, useRun, useSnapshot } from '#renderer/state/app.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import { asksAgainSince, stopsAt } from '#renderer/state/what-is-new.ts';
import { openTab } from '#renderer/state/workspace.ts';
import classes from './QueryForm.module.css';
import {
  canPage,
  costLine,
  type CostLine,
  trialLimit,
  type TrialLimit,
  typicalRows,
  knownRows,
} from './cost-line.ts';
import { ListAsk } from './list/ListField.tsx';
import { changeFormView, chooseDataFrom, useHasStored } from './form-view.ts';
import type { Budget, RunLimit } from '#shared/contract/run.ts';
import type { Selection } from './fields/selection.ts';
import type { FormView } from './form-view.ts';
import type { FormList } from './list/use-list.ts';

export interface FormOfQuestion {
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
  submitList: (limit: Partial<Budget>) => void;
}

interface AskRowProps {
  tab: Tab;
  endpoint: DataEndpoint;
  resource: Resource | null;
  form: FormOfQuestion;
  requestId: string;
  /** Several pages were requested with the panel of a button that is now locked. */
  onAsked: (button: HTMLElement | null) => void;
}

/** A quick answer arrives before a note about waiting could be read. */
const noticeableMs = 400;

export function AskRow(props: AskRowProps) {
  const { tab, endpoint, form, requestId } = props;
  const { requestOpen } = form.view;
  const limit = useTrialLimit(endpoint, tab.query);
  return (
    <Group gap={16} wrap="nowrap" className={classes.ask} data-wraps>
      {/* A page in progress is still awaited. */}
      {limit !== null && !form.locked ? (
        <TrialClosed
          {...{ tab, limit }}
          onFirstPage={() => form.setValues({ responseType: 'fast' })}
        />
      ) : (
        <Asking {...props} />
      )}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<CodeXml />}
        aria-expanded={requestOpen}
        aria-controls={requestOpen ? requestId : undefined}
        onClick={() => changeFormView(tab.id, { requestOpen: !requestOpen })}
      >
        Request
      </Button>
    </Group>
  );
}

function Asking(props: AskRowProps) {
  const { tab, endpoint, form } = props;
  const saysLocked = useLasting(form.locked, noticeableMs);
  const run = useRun(tab.runId);
  const { list } = form;
  if (list !== null) {
    return (
      <>
        <ListAsk
          // The entered values belong to one list.
          key={list.choice.table.tableId}
          {...{ endpoint, list }}
          before={run?.list ?? null}
          pagesBefore={list.choice.perInput ?? tab.recipeList?.perInput}
          disabled={form.locked}
          onAsk={form.submitList}
        />
        <AgainNote tab={tab} />
      </>
    );
  }
  return (
    <>
      <Get {...props} />
      {saysLocked ? <LockNote {...props} /> : <Cost {...props} />}
      {stopsAt(tab) !== null && (
        <Text span fz={12} c="var(--text-2)">
          Stops at rows you already have.
        </Text>
      )}
      <AgainNote tab={tab} />
    </>
  );
}

/** Beside a question for what is new: from when it is asked, and why rows are sent again. */
function AgainNote({ tab }: { tab: Tab }) {
  const since = asksAgainSince(tab);
  if (since === null) return null;
  return (
    <Text span fz={12} c="var(--text-2)">
      Starts on {since}, so that nothing is missed: some rows you already have are sent again.
    </Text>
  );
}

function Get({ tab, endpoint, resource, form, onAsked }: AskRowProps) {
  const run = useRun(tab.runId);
  const container = useRef<HTMLDivElement>(null);
  const { price } = useCostLine(endpoint, resource, tab.query);
  const nouns = resource ?? { one: 'rows', many: 'rows' };
  // Answers to another question say little about this one.
  const today = new Date(useUtcDay());
  const isSeen = run !== null && isSameQuestion(endpoint, run.query, tab.query, today);
  return (
    <div ref={container} className={classes.get}>
      <GetButton
        label={`Get ${answersWithOne(endpoint) ? nouns.one : nouns.many}`}
        price={price}
        icon={CornerDownLeft}
        size="sm"
        // Only one accent button at a time: once answered, the next step is below.
        variant={form.answered || form.locked ? 'default' : 'filled'}
        position="bottom-start"
        disabled={form.locked}
        about={
          canPage(endpoint, tab.query)
            ? {
                endpoint,
                typicalRows: typicalRows(endpoint, tab.query),
                knownRows: knownRows(form.view.openedFrom, endpoint, tab.query),
                seen: isSeen ? run : null,
                isContinuing: false,
              }
            : null
        }
        {...(tab.limit === undefined ? {} : { limit: tab.limit })}
        mayAsk={form.check}
        onStart={(limit) => {
          if (form.submit(limit)) onAsked(container.current?.querySelector('button') ?? null);
        }}
      />
    </div>
  );
}

function Cost({ tab, endpoint, resource }: AskRowProps) {
  const { price, amount } = useCostLine(endpoint, resource, tab.query);
  return (
    <AskNote icon={Database}>
      <p>
        {price}{' '}
        {amount !== null && (
          <Text span inherit c="dimmed">
            {amount}
          </Text>
        )}
      </p>
    </AskNote>
  );
}

function LockNote({ tab, endpoint, resource }: AskRowProps) {
  const { endpointId, ...question } = tab.query;
  return (
    <AskNote icon={Lock}>
      <p className={classes.lockWords}>
        <span className={classes.long}>The question is </span>locked{' '}
        {resource !== null && answersWithOne(endpoint)
          ? `until the ${resource.one} arrives.`
          : 'while pages are loading.'}
      </p>
      <TextLink alone onClick={() => openTab(endpointId, question)}>
        Ask another in a new tab
      </TextLink>
    </AskNote>
  );
}

interface AskNoteProps {
  icon: LucideIcon;
  /** Announced where it explains what is missing. */
  role?: 'note';
  children: ReactNode;
}

/** A note beside the buttons: the cost, or why the question can't be asked now. */
const AskNote = ({ icon: Icon, role, children }: AskNoteProps) => (
  <Group gap="0 16px" miw={0} className={classes.note} role={role}>
    <Icon />
    {children}
  </Group>
);

/** Returns why the question can't be asked with the current key; null if it can. */
export function useTrialLimit(endpoint: Endpoint, query: Query): TrialLimit | null {
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  return isTrial ? trialLimit(endpoint, query) : null;
}

const words: Record<TrialLimit, string> = {
  live: 'A trial key can’t get live data.',
  paging: 'A trial key gets one page only.',
  csv: 'A trial key can’t get a CSV made by the service.',
};

interface TrialClosedProps {
  tab: Tab;
  limit: TrialLimit;
  /** Asks for the first page immediately instead. */
  onFirstPage: () => void;
}

/** Replaces the ask buttons: why a trial key can't ask this, and the alternatives. */
function TrialClosed({ tab, limit, onFirstPage }: TrialClosedProps) {
  const hasStored = useHasStored(tab.query.endpointId);
  const others: [words: string, act: () => void][] =
    limit !== 'live'
      ? [['Get the first page right away', onFirstPage]]
      : hasStored
        ? [['Use stored data', () => chooseDataFrom(tab.id, 'stored')]]
        : [];
  const alternatives = [...others, ['Add an access key…', () => showPage('account')] as const];
  return (
    <>
      {alternatives.map(([label, act], index) => (
        // Enter presses the accent button in any field of the form. It doesn't ask.
        <Button
          key={label}
          type={index === 0 ? 'submit' : 'button'}
          variant={index === 0 ? 'filled' : 'default'}
          onClick={(event) => {
            event.preventDefault();
            act();
          }}
        >
          {label}
        </Button>
      ))}
      <AskNote icon={Ticket} role="note">
        <p>
          {words[limit]} {others.length > 0 ? '' : 'This needs an access key.'}
        </p>
      </AskNote>
    </>
  );
}

/** Returns the cost and the expected amount with the current service and key. */
function useCostLine(endpoint: Endpoint, resource: Resource | null, query: Query): CostLine {
  const isSample = useIsSample();
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  return costLine(endpoint, resource, query, { isSample, isTrial });
}
