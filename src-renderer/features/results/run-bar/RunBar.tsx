/**
 * The bar of a run: its state, the steps that continue it, and a menu of what else can be made of an
 * idle run. Nothing in the menu makes a call before a form was shown.
 */
import { Flex, Group, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Check, CircleAlert } from 'lucide-react';
import { Fragment, useCallback, useState, useSyncExternalStore } from 'react';
import type { ReactNode, Ref } from 'react';
import type { Endpoint } from '#shared/catalogue/types.ts';
import { isWorking, runStates } from '#shared/contract/run-states.ts';
import type { Run, RunState } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useLasting } from '#renderer/components/hooks.ts';
import { countOf, grouping, upperFirst } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { MoreMenu, useOffer, type Action } from '#renderer/components/actions.tsx';
import { useCallsToday } from '#renderer/state/service-pages.ts';
import type { RunList } from '#shared/contract/list.ts';
import { costWords } from '#shared/contract/problem.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { Dot, type DotProps } from '#renderer/components/page/Page.tsx';
import { QuietButton } from '#renderer/components/buttons.tsx';
import {
  ForSupport,
  ProblemFacts,
  RemedyButtons,
} from '#renderer/components/problems/ProblemCard.tsx';
import { actionsOnRun, isDerivable } from '#renderer/features/history/run-actions.tsx';
import { useByDate, useCovered } from './by-date.ts';
import classes from './RunBar.module.css';
import { StepButtons, StopButton } from './StepButtons.tsx';
import {
  expectedPages,
  expectedRows,
  finishedInputs,
  inputTimeLeft,
  isCollecting,
  paceOf,
  pageTicks,
  plannedPages,
  plannedRows,
  rowsHere,
  steadyTimeLeft,
  timeLeftWords,
} from './progress.ts';
import type { Pace, TickedPages } from './progress.ts';
import { LinkAge } from '../media/LinkAge.tsx';
import { isBelowLimit, runStatus } from './run-sentences.ts';
import { withMore } from './status.ts';
import type { ProblemWords, RunStatus } from './status.ts';

interface RunBarProps {
  run: Run;
  tab: Tab;
  /** Endpoint of the run; null if it is not in the catalogue. */
  endpoint: Endpoint | null;
  /**
   * Whether the form still asks the question that this run answers: then continuing is the next step.
   */
  isAnswered: boolean;
  /** Whether a problem is shown with its remedies elsewhere. */
  hasProblem: boolean;
  /** Receives the element in which facts about the rows have their place. */
  facts: Ref<HTMLDivElement>;
}

/** A shorter wait in the queue between two pages isn't worth mentioning. */
const noticeableMs = 1500;

/** Always at the bottom: the state of the run, and the step that continues it. */
function RunBar({ run, tab, endpoint, isAnswered, hasProblem, facts }: RunBarProps) {
  const { state } = run;
  const working = isWorking(state);
  const now = useNow(working || run.operation?.expiresAt != null);
  const preferences = useSnapshot((snapshot) => snapshot.preferences);
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const waits = useLasting(state.kind === 'queued', noticeableMs);
  const byDate = useByDate(run, tab, endpoint);
  const callsToday = useCallsToday(state.kind === 'limit' && state.reason === 'dayCeiling');
  const base = runStatus(run, now, { ...preferences, callsToday }, catalogue);
  const status = byDate === null ? base : withMore(base, byDate.cost);
  const covered = useCovered(run, endpoint);
  const collecting = working && isCollecting(run);
  const showsFacts = collecting && !waits && (state.kind === 'fetching' || state.kind === 'queued');
  return (
    <Group
      gap={8}
      wrap="nowrap"
      className={classes.bar}
      data-growing={collecting || state.kind === 'polling' || undefined}
    >
      <Mark tone={hasProblem ? 'danger' : status.tone} />
      <Status title={keptWords(run)}>
        {showsFacts ? (
          <CollectFacts run={run} now={now} />
        ) : (
          <Sentence status={status} covered={covered} />
        )}
      </Status>
      {working ? (
        <StopButton run={run} />
      ) : (
        // Beside a problem, the accent is on its remedy.
        <StepButtons
          {...{ run, tab, endpoint, isAnswered, byDate }}
          isBelowLimit={isBelowLimit(run, { ...preferences, callsToday })}
          isBest={isAnswered && !hasProblem}
        />
      )}
      {isDerivable(run) && <RunMenu run={run} />}
      <Group gap={12} wrap="nowrap" flex="none" ms="auto" ps={8} fz={12} hidden={collecting}>
        {/* In a narrow window, *Save* says the same. */}
        <LinkAge run={run} className={classes.age} />
        <Group ref={facts} gap={12} wrap="nowrap" style={{ whiteSpace: 'nowrap' }} />
      </Group>
    </Group>
  );
}

const Status = (props: { title?: string; children: ReactNode }) => (
  <Group
    component="output"
    aria-label="Run status"
    gap="0 12px"
    miw={0}
    m="0 12px 0 4px"
    className={classes.status}
    {...props}
  />
);

const Lead = ({ children }: { children: ReactNode }) => (
  <Text span inherit lineClamp={2} fw={500} lh="18px" className={classes.lead}>
    {children}
  </Text>
);

/** What it cost, and that it is safe. */
const keptWords = (run: Run): string =>
  [
    ...(run.derived === null ? [countOf(run.calls, 'call')] : []),
    ...(run.pageCount > 0 ? ['saved on this computer'] : []),
  ].join(', ');

const Sentence = ({ status, covered }: { status: RunStatus; covered: string | null }) => (
  <>
    <Stack component="span" gap={0} miw={0} maw="100%" className={classes.held}>
      <Lead>
        {status.lead.map(({ text, ticking }) => (
          <span key={ticking ? 'ticking' : text} aria-hidden={ticking}>
            {text}
          </span>
        ))}
      </Lead>{' '}
      {/* Its room is kept free until it is known, so that neither rows nor buttons move. */}
      {covered !== null && (
        <Text span size="xs" c="var(--text-2)" className={classes.covered}>
          {covered}
        </Text>
      )}
    </Stack>
    {/* A space, for screen readers. */}{' '}
    {status.detail !== null && (
      <Text span size="xs" c="var(--text-2)" className={classes.detail}>
        {status.detail}
      </Text>
    )}
  </>
);

const marks: Record<Exclude<RunStatus['tone'], 'done'>, DotProps> = {
  more: { isWorking: true },
  quiet: { isWorking: true, bd: '2px solid var(--text-3)' },
  working: { bg: 'var(--accent-text)', pulses: true },
  warn: { tone: 'warn' },
  danger: { tone: 'danger', bdrs: 2 },
};

const Mark = ({ tone }: { tone: RunStatus['tone'] }) =>
  tone === 'done' ? (
    <Check style={{ marginInline: -4, color: 'var(--ok)' }} />
  ) : (
    <Dot aria-hidden {...marks[tone]} />
  );

const secondNow = (): number => Math.floor(Date.now() / 1000) * 1000;

/** Returns the time in ms, to the second; updates each second while `ticking`. */
function useNow(ticking: boolean): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = ticking ? setInterval(tick, 1000) : undefined;
      return () => clearInterval(timer);
    },
    [ticking],
  );
  return useSyncExternalStore(subscribe, secondNow);
}

function RunMenu({ run }: { run: Run }) {
  useOffer('rows', () => actionsOnRun(run));
  return (
    <MoreMenu
      label="More with this run"
      position="top-start"
      sections={() => [[{ label: upperFirst(keptWords(run)) }, ...actionsOnRun(run)]]}
    />
  );
}

// Pages, rows, pace, calls and time left while pages arrive, each at a fixed position.

function CollectFacts({ run, now }: { run: Run; now: number }) {
  const pace = paceOf(run, now);
  const guess = run.list === null ? (pace?.timeLeft ?? null) : inputTimeLeft(run, run.list, now);
  const left = useSteady(guess, now);
  const facts = run.list === null ? pageFacts(run, pace) : inputFacts(run, run.list);
  return (
    <>
      <VisuallyHidden>{run.list === null ? pageWords(run) : inputWords(run.list)}</VisuallyHidden>{' '}
      <Flex component="span" aria-hidden miw={0} style={{ whiteSpace: 'nowrap' }}>
        {facts.map((fact) => (
          <Fragment key={fact.one}>
            <Fact {...fact} />{' '}
          </Fragment>
        ))}
        {left !== null && (
          <span className={classes.fact}>
            <strong>{timeLeftWords(left)}</strong> left
          </span>
        )}
      </Flex>
    </>
  );
}

/** Inputs instead of pages, and how many of them failed. */
function inputFacts(run: Run, list: RunList): FactProps[] {
  const { failed } = list.statuses;
  return [
    { count: finishedInputs(list), of: list.until ?? list.count, one: 'input' },
    ...(failed > 0 ? [{ count: failed, one: 'failed', many: 'failed' }] : []),
    { count: run.rowCount, most: expectedRows(run), one: 'row' },
    { count: run.calls, most: list.maxCalls, one: 'call' },
  ];
}

function pageFacts(run: Run, pace: Pace | null): FactProps[] {
  const pages = plannedPages(run);
  const most = pages === null ? null : expectedRows(run);
  return [
    { count: run.pageCount, of: pages, one: 'page' },
    { count: rowsHere(run), of: plannedRows(run), most, one: 'row' },
    ...(pace === null
      ? []
      : [{ count: pace.rowsPerMinute, one: 'row a minute', many: 'rows a minute' }]),
    { count: run.calls, most: pages, one: 'call' },
  ];
}

interface FactProps {
  count: number;
  of?: number | null;
  /** The expected total, if it is known and `of` is not. */
  most?: number | null;
  one: string;
  many?: string;
}

/** Wide enough for the number it will grow to, so that the following facts don't move. */
function Fact({ count, of = null, most = null, one, many = `${one}s` }: FactProps) {
  const number = of === null ? grouping(count) : `${grouping(count)} of ${grouping(of)}`;
  const unit = (of ?? count) === 1 ? one : many;
  const last = grouping(of ?? most ?? count);
  const widest = `${of === null ? last : `${last} of ${last}`} ${unit}`;
  return (
    <span className={classes.fact} data-widest={widest}>
      <strong>{number}</strong> {unit}
    </span>
  );
}

// Screen readers get ten announcements in total, or one every ten pages, not one for each page or
// input.

function inputWords(list: RunList): string {
  const step = Math.max(1, Math.ceil(list.count / 10));
  return `Asking inputs, ${Math.floor(finishedInputs(list) / step) * step} of ${list.count}.`;
}

function pageWords(run: Run): string {
  const planned = plannedPages(run);
  const step = Math.max(1, planned === null ? 10 : Math.ceil(planned / 10));
  const reached = Math.floor(run.pageCount / step) * step;
  return planned === null
    ? `Getting pages, ${countOf(reached, 'page')} so far.`
    : `Getting pages, ${reached} of ${planned}.`;
}

function useSteady(guess: number | null, now: number): number | null {
  const [shown, setShown] = useState<ReturnType<typeof steadyTimeLeft> | null>(null);
  const next = guess === null ? null : steadyTimeLeft(shown, guess, now);
  if (next !== shown) setShown(next);
  return next === null ? null : Math.max(0, next.ms - (now - next.at));
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements, not with a picture file
/** The foot of the results: a tick for each requested page, a problem beside rows, the run bar. */

interface RunFootProps extends RunBarProps {
  /** The problem's strip; null if there is none or if it is shown as a card. */
  strip: ReactNode;
}

/**
 * The height is the same while pages arrive and afterwards: the plan remains visible until the person's
 * next request.
 */
export function RunFoot({ strip, ...bar }: RunFootProps) {
  const { run, hasProblem } = bar;
  const collecting = isCollecting(run);
  const tone = hasProblem ? 'danger' : collecting && isWorking(run.state) ? 'working' : 'plain';
  return (
    <div className={classes.foot} data-tone={tone}>
      {collecting && <PageTicks run={run} />}
      {strip}
      <RunBar {...bar} />
    </div>
  );
}

/** The run bar before main has reported the run. */
export const PendingBar = () => (
  <div className={classes.foot}>
    <Group gap={8} wrap="nowrap" className={classes.bar}>
      <Mark tone="working" />
      <Status>
        <Lead>Starting…</Lead>
      </Status>
    </Group>
  </div>
);

interface ProblemStripProps {
  problem: Problem;
  words: ProblemWords;
  actions: Action[];
}

/** A problem of a run with rows: the rows stay, and the strip is above the run bar. */
export const ProblemStrip = ({ problem, words, actions }: ProblemStripProps) => (
  <Flex gap={12} align="flex-start" p="8px var(--edge) 0">
    <CircleAlert color="var(--danger)" style={{ marginTop: 6 }} />
    <Text
      component="div"
      role="alert"
      data-error-code={problem.code}
      data-breaks
      flex={1}
      miw={0}
      maw={900}
      py={4}
      c="var(--text-2)"
    >
      <Text component="strong" inherit fw={600} c="var(--text-1)">
        {words.title}
      </Text>{' '}
      {words.advice} <span style={{ whiteSpace: 'nowrap' }}>{costWords(problem)}</span>
    </Text>
    <Group gap={8} flex="none" wrap="nowrap" ms="auto">
      {problem.details !== null && (
        <Popover position="top-end" width={480} trapFocus>
          <Popover.Target>
            <QuietButton>Error details</QuietButton>
          </Popover.Target>
          <Popover.Dropdown p="4px 8px 8px 0">
            <ProblemFacts problem={problem} />
            <Flex justify="flex-end">
              <ForSupport problem={problem} />
            </Flex>
          </Popover.Dropdown>
        </Popover>
      )}
      <RemedyButtons actions={actions} size="xs" />
    </Group>
  </Flex>
);

/**
 * One tick per page, which is one metered call, or per input of a list; a plain bar if there are too
 * many.
 */
function PageTicks({ run }: { run: Run }) {
  const { ticks, slots } = pageTicks(tickedPages(run, expectedPages(run)));
  return (
    <div
      role="img"
      aria-label={tickWords(run)}
      className={classes.ticks}
      style={{ gridTemplateColumns: `repeat(${slots}, minmax(0, 1fr))` }}
    >
      {ticks.map(({ kind, share }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a tick is identified by its index
          key={index}
          data-kind={kind}
          className={classes.tick}
        >
          {share > 0 && share < 1 && (
            <span className={classes.share} style={{ width: `${share * 100}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}

function tickedPages({ list, state, pageCount }: Run, total: number | null): TickedPages {
  if (list === null) return { done: pageCount, total, current: currentPage(state) };
  const done = finishedInputs(list);
  // An input that is asked again has its tick already.
  const isNew = isWorking(state) && done < (list.until ?? list.count);
  const current = isNew ? ({ page: done + 1, kind: 'now' } as const) : null;
  return { done, total: list.count, current };
}

function tickWords(run: Run): string {
  if (run.list !== null) {
    return `${finishedInputs(run.list)} of ${countOf(run.list.count, 'input')} finished`;
  }
  const planned = plannedPages(run);
  const fetched =
    planned === null
      ? `${countOf(run.pageCount, 'page')} here`
      : `${run.pageCount} of ${countOf(planned, 'page')} here`;
  const current = currentPage(run.state);
  return current?.kind === 'failed' ? `${fetched}, page ${current.page} failed` : fetched;
}

/** Returns the page that the state is about, from 1; null if there is none. */
function currentPage(state: RunState): { page: number; kind: 'now' | 'again' | 'failed' } | null {
  const { tick } = runStates[state.kind];
  return tick === undefined || !('page' in state) ? null : { page: state.page, kind: tick };
}
