/**
 * The results of a tab's run: rows as they arrive, what is known about them, and how to continue. Fills
 * the height below the form. Only the run bar and the remedies make calls.
 */
import { Box, Button, Flex, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { singleItem } from '#shared/catalogue/types.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { NoticeSlot, saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { Card, CardRow } from '#renderer/components/page/Page.tsx';
import {
  ActionProblem,
  ProblemCard,
  ProblemText,
} from '#renderer/components/problems/ProblemCard.tsx';
import { useRun, useSnapshot } from '#renderer/state/app.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Problem, Remedy } from '#shared/contract/problem.ts';
import { inputsOf } from '#shared/contract/run.ts';
import type { Run } from '#shared/contract/run.ts';
import { isSameQuestion } from '#shared/query/values.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { readPlan } from '#shared/service/plan.ts';
import type { PlanFeatures } from '#shared/service/plan.ts';
import type { Action } from '#renderer/components/actions.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import { useIdentity } from '#renderer/components/names.ts';
import { hasMoved } from '#renderer/features/explore/form-view.ts';
import { bytesInWords, countOf, momentInWords } from '#renderer/components/words.ts';
import { saveFile } from '#renderer/state/exports.ts';
import { kept } from '#renderer/state/kept.ts';
import { useMediaColumns } from '#renderer/state/media.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import type { ShownView } from '#renderer/state/views.ts';
import { lookAt, showView } from '#renderer/state/workspace.ts';
import classes from './Results.module.css';
import { actionsAgain, canRunAgain } from '../history/run-actions.tsx';
import { askToOpen, LinkDialog } from './LinkDialog.tsx';
import { EmptyArea, NotAsked, SkeletonArea } from './RowsArea.tsx';
import { remedyActions, tryAgainLabel, useShownProblem } from './run-actions.ts';
import type { ShownProblem } from './run-actions.ts';
import { PendingBar, ProblemStrip, RunFoot } from './run-bar/RunBar.tsx';
import { OwnColumns } from './codes/own-columns.tsx';
import { OtherRuns } from './OtherRuns.tsx';
import { emptyWords } from './empty-words.ts';
import { GoToRow } from './grid/GoToRow.tsx';
import { ExtraCard } from './record/ExtraCard.tsx';
import { finishedInputs } from './run-bar/progress.ts';
import { problemWords } from './run-bar/status.ts';
import { offerNetworks } from './save/NetworkPart.tsx';
import { SaveDialog } from './save/SaveDialog.tsx';
import { DisplayMenu } from './toolbar/DisplayMenu.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { looksOf } from './looks.tsx';
import { RowsContext, useRows, useRowsScope, type Look } from './rows-scope.ts';
import { useResultsView } from './view-state.ts';
import { ViewBar } from './view/ViewBar.tsx';
import { clearView, focusFilterButton, ViewTools } from './view/ViewTools.tsx';
import { emptyViewWords, withoutFilters } from './view/view-words.ts';
import { ValuesDialog } from './ColumnValues.tsx';
import { addressHost } from './values/cell-view.ts';

export function Results({ tab }: { tab: Tab }) {
  const run = useRun(tab.runId);
  // Results use the words of the question they answer, even if the form now asks another one.
  const { endpointId } = run?.query ?? tab.query;
  const endpoint = useSnapshot(
    ({ catalogue }) => catalogue.endpoints.find(({ id }) => id === endpointId) ?? null,
  );
  const resourceId = run?.resource ?? endpoint?.resource;
  const resource = useSnapshot(
    ({ catalogue }) => catalogue.resources.find(({ id }) => id === resourceId) ?? null,
  );
  return (
    <Flex
      component="section"
      aria-label="Results of the question"
      direction="column"
      flex={1}
      mih={0}
    >
      {run === null ? (
        <WithoutRun tab={tab} endpoint={endpoint} resource={resource} />
      ) : (
        // State that belongs to one run.
        <RunResults key={run.id} run={run} tab={tab} endpoint={endpoint} resource={resource} />
      )}
      <LinkDialog />
      <Announcement />
    </Flex>
  );
}

/** Outlasts views, looks and runs: a screen reader misses what a new element says. */
function Announcement() {
  const words = useResultsView((state) => state.announcement);
  return <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>;
}

interface WithoutRunProps {
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

/** Nothing was asked yet, asking failed, or main hasn't reported the run yet. */
function WithoutRun({ tab, endpoint, resource }: WithoutRunProps) {
  const shown = useShownProblem(tab, null);
  if (shown !== null) {
    const { problem, again: tryAgain } = shown;
    const actions = remedyActions(problem, { tab, endpoint, run: null, tryAgain });
    return (
      <Box data-scrolls p="24px var(--edge)">
        <ProblemCard problem={problem} actions={actions} />
      </Box>
    );
  }
  if (tab.runId === null) {
    return <NotAsked {...{ tab, endpoint, resource }} />;
  }
  return (
    <>
      <SkeletonArea {...{ tab, endpoint, resource, looksOf }} />
      <NoticeSlot isInner />
      <PendingBar />
    </>
  );
}

interface RunResultsProps {
  run: Run;
  tab: Tab;
  endpoint: Endpoint | null;
  resource: Resource | null;
}

/** A run that main knows: its rows or why there are none, its problem, its bar. */
function RunResults({ run, tab, endpoint, resource }: RunResultsProps) {
  const chosen = useLook(run, tab.look, endpoint, resource);
  const rowsId = chosen?.look.ofInputs === true ? inputsOf(run.id) : run.id;
  const shown = useShownProblem(tab, run.id, rowsId);
  const actions =
    shown === null
      ? []
      : remedyActions(shown.problem, { tab, endpoint, run, tryAgain: shown.again });
  // Reading costs nothing, so it can always be retried.
  if (shown?.of === 'rows' && !actions.some(({ label }) => label === tryAgainLabel)) {
    actions.unshift({ label: tryAgainLabel, act: shown.again });
  }
  if (shown?.of === 'run' && isStuck(run, shown.problem)) {
    actions.push({ label: tryAgainLabel, act: shown.again });
  }
  const [foot, setFoot] = useState<Foot>(null);
  const hasRows = run.rowCount > 0;
  const today = new Date(useUtcDay());
  const isAnswered = endpoint !== null && isSameQuestion(endpoint, run.query, tab.query, today);
  return (
    <>
      {hasRows && endpoint !== null && !isAnswered && (
        <p role="note" className={classes.notice}>
          {hasMoved(endpoint, run, tab) ? (
            `You asked for these rows ${momentInWords(new Date(run.createdAt), today)}. The days in the form have moved on since.`
          ) : (
            <>
              These rows answer “<bdi>{run.title}</bdi>”, not what the form asks now.
            </>
          )}
        </p>
      )}
      {hasFiles(run) && <ServiceFiles run={run} isBest={!hasRows && shown === null} />}
      <RowsOrReason {...{ run, tab, endpoint, resource, shown, actions, chosen, foot }} />
      <NoticeSlot isInner />
      <RunFoot
        {...{ run, tab, endpoint, isAnswered, facts: setFoot }}
        hasProblem={shown !== null}
        strip={
          hasRows && shown !== null ? (
            <ProblemStrip
              problem={shown.problem}
              words={problemWords(shown.problem, run)}
              actions={actions}
            />
          ) : null
        }
      />
    </>
  );
}

/**
 * Returns whether a failed run has a cursor that nothing offers to continue from, such as after a
 * redirect: a new run would pay for its pages again. Without pages, the form asks at the same cost.
 */
function isStuck({ state, pageCount, operation }: Run, { remedies }: Problem): boolean {
  const hasCursor = state.kind === 'failed' && (pageCount > 0 || operation !== null);
  const continues: readonly Remedy['kind'][] = ['tryAgain', 'trySavingAgain', 'runAgain'];
  return hasCursor && !remedies.some(({ kind }) => continues.includes(kind));
}

interface ChosenLook {
  look: Look;
  /** Those that fit. */
  looks: readonly Look[];
}

/** Returns how a run is looked at; null: there is nothing to look at. */
function useLook(
  run: Run,
  chosen: Tab['look'],
  endpoint: Endpoint | null,
  resource: Resource | null,
): ChosenLook | null {
  const isOne = useSnapshot(({ catalogue }) => singleItem(catalogue, run) !== null);
  const { rowCount, list, state } = run;
  const hasRows = rowCount > 0;
  // Without rows, the status of each input says why.
  const hasList = list !== null && (hasRows || !isWorking(state) || finishedInputs(list) > 0);
  const hasMedia = useMediaColumns(run).some(({ kind }) => kind !== 'subtitles');
  const answers = resource?.conversation?.answers;
  const hasNetwork = offerNetworks(run.columns, resource, endpoint).presets.length > 0;
  const hasAnswers = run.columns.some(
    ({ field, type }) => type !== 'empty' && answers?.includes(field) === true,
  );
  const of = { isOne: isOne && rowCount === 1, hasList, hasRows, hasMedia, hasAnswers, hasNetwork };
  const looks = looksOf({ ...of, resource: run.resource });
  const look = looks.find(({ id }) => id === chosen) ?? looks[0];
  return look === undefined ? null : { look, looks };
}

interface RowsOrReasonProps extends RunResultsProps {
  shown: ShownProblem | null;
  actions: Action[];
  chosen: ChosenLook | null;
  foot: Foot;
}

/** Where the foot has room for facts about the rows; null until it is drawn. */
type Foot = HTMLElement | null;

function RowsOrReason(props: RowsOrReasonProps) {
  const { run, tab, endpoint, resource, shown, actions, chosen } = props;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  if (chosen !== null && (run.rowCount > 0 || shown === null)) {
    return <Rows {...{ run, tab, endpoint, resource, foot: props.foot, ...chosen }} />;
  }
  if (shown !== null) {
    return (
      <Box data-scrolls p="24px var(--edge)">
        <ProblemCard problem={shown.problem} actions={actions} />
      </Box>
    );
  }
  if (isWorking(run.state)) return <SkeletonArea {...{ tab, endpoint, resource, looksOf }} />;
  // A file is a result too, and is shown above.
  if (hasFiles(run)) return <Box data-scrolls p="24px var(--edge)" />;
  return (
    <>
      <Extras {...{ run, resource }} />
      <EmptyArea {...emptyWords(run, catalogue)} />
    </>
  );
}

/** Shows the objects that came beside the rows. Those of a list are about one input of many. */
const Extras = ({ run, resource }: Pick<RunResultsProps, 'run' | 'resource'>) =>
  Object.entries(run.list === null ? run.extras : {}).map(([name, value]) => (
    <ExtraCard key={name} {...{ name, value, resource }} />
  ));

/** Shown instead of the grid if a view has no rows. */
function NoRows({ view, opened }: ShownView) {
  const { run, setView, hasDates } = useRows();
  const works = isWorking(run.state);
  return (
    <EmptyArea {...emptyViewWords(view, opened, { ...run, works, hasDates })}>
      {(view.filters.length > 0 || view.search !== '') && (
        <SmallButton
          mt={12}
          onClick={() => {
            focusFilterButton();
            clearView({ view, setView }, withoutFilters(view));
          }}
        >
          {view.filters.length === 0 ? 'Clear the search' : 'Clear filters'}
        </SmallButton>
      )}
    </EmptyArea>
  );
}

/** Hides rows that came again, once in a tab: the person may show them. */
function useHiddenRepeats({ run, tab }: Pick<RunResultsProps, 'run' | 'tab'>): void {
  const identity = useIdentity(run);
  const hasRepeats = run.hasRepeats && identity !== null;
  useEffect(() => {
    if (!hasRepeats || repeats.of(tab.id).hiddenOf === run.id) return;
    repeats.change(tab.id, { hiddenOf: run.id });
    const { view } = tab;
    if (view.hideDuplicatesBy === null)
      showView(tab.id, run.id, { ...view, hideDuplicatesBy: identity });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the tab changes with each view
  }, [run.id, tab.id, hasRepeats]);
}

/** The run of a tab of which repeated rows were hidden. */
const repeats = kept<{ hiddenOf: string | null }>('repeats', { hiddenOf: null });

/** Rows and everything above them. */
function Rows({ look, looks, foot, ...given }: RunResultsProps & ChosenLook & { foot: Foot }) {
  const { run, resource } = given;
  const { tools = [], facts = [], Body, uses } = look;
  /** What is saved in the dialog, which is open: a preset's id, or nothing in particular. */
  const [wanted, setWanted] = useState<{ preset: string | null } | null>(null);
  const save = (preset: string | null = null): void => setWanted({ preset });
  const scope = { ...useRowsScope(given, look), save };
  const { onScreen, hasDates } = scope;
  useHiddenRepeats(given);
  const canAsk = useSnapshot((snapshot) => canRunAgain(snapshot, run));
  const saving = useAction();
  const saveInputs = (): Promise<Problem | null> =>
    saveAndReport(saveFile({ of: 'inputs', runId: run.id }));
  const display = (goToRow: Action | null): ReactNode => (
    <DisplayMenu grid={uses.grid} hasDates={hasDates} goToRow={goToRow} />
  );
  return (
    <RowsContext value={scope}>
      <Toolbar
        {...{ look, looks }}
        onLook={(next) => lookAt(run.id, next)}
        onSave={() => (look.ofInputs === true ? saving.run(saveInputs) : save())}
        hasRows
        again={canAsk ? () => actionsAgain(run) : null}
        isWorking={isWorking(run.state)}
        tools={uses.grid !== undefined ? <GoToRow>{display}</GoToRow> : hasDates && display(null)}
      >
        {uses.view === true && <ViewTools />}
        {inOrder(tools)}
      </Toolbar>
      {uses.view === true && <ViewBar />}
      {foot !== null && createPortal(inOrder(facts), foot)}
      {saving.problem !== null && <ProblemText problem={saving.problem} />}
      {run.fetchedAs.differs.length > 0 && (
        <p role="note" className={classes.notice}>
          These rows were requested under names that have changed since.{' '}
          {run.fetchedAs.differs.join(' ')}
        </p>
      )}
      {noticesOf(run).map(({ code, message }) => (
        <p key={`${code} ${message}`} role="note" className={classes.notice}>
          {message}
        </p>
      ))}
      <Extras {...{ run, resource }} />
      {uses.view === true && onScreen.shown?.opened.count === 0 ? (
        <NoRows {...onScreen.shown} />
      ) : (
        <Body key={look.id} />
      )}
      {look.ofInputs !== true && <OwnColumns />}
      {look.ofInputs !== true && <OtherRuns />}
      <ValuesDialog />
      {look.ofInputs !== true && <SaveDialog of={wanted} onClose={() => setWanted(null)} />}
    </RowsContext>
  );
}

/** Parts of a look beside each other; they never change places. */
const inOrder = (parts: readonly ComponentType[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key
  parts.map((Part, at) => <Part key={at} />);

/**
 * Returns main's notices on the run, except the one that the run bar shows together with the next step.
 */
const noticesOf = (run: Run): Run['notices'] =>
  run.state.kind === 'notAll'
    ? run.notices.filter(({ code }) => code !== 'stored_more')
    : run.notices;

// Files that the service made of an answer: stored here byte for byte, or offered as a link.

const hasFiles = ({ files, operation }: Run): boolean =>
  files.length > 0 || operation?.downloadUrl != null;

/** `isBest`: there is nothing else to show. */
function ServiceFiles({ run, isBest }: { run: Run; isBest: boolean }) {
  const address = run.operation?.downloadUrl ?? null;
  const variant = isBest ? 'filled' : 'default';
  return (
    <Stack
      component="section"
      aria-label="Files of the service"
      maw={720}
      gap={12}
      flex="none"
      px="var(--edge)"
      // Without rows, it takes their position.
      pt={isBest ? 24 : 12}
      pb={isBest ? 0 : 12}
    >
      {run.files.map((file) => (
        <StoredFile key={file.page} runId={run.id} file={file} variant={variant} />
      ))}
      {address !== null && <OfferedFile address={address} variant={variant} />}
      <PlanLimit />
    </Stack>
  );
}

type Variant = Pick<ButtonProps, 'variant'>;

function StoredFile({
  runId,
  file,
  variant,
}: Variant & { runId: string; file: Run['files'][number] }) {
  const saving = useAction();
  const save = (): Promise<Problem | null> =>
    saveAndReport(saveFile({ of: 'page', runId, page: file.page }), { what: 'the service’s CSV' });
  return (
    <>
      <Card>
        <CardRow
          icon={<FileText />}
          title={<h2>CSV made by the service</h2>}
          detail={
            <>
              {bytesInWords(file.bytes)}, kept on this computer exactly as it arrived
              {file.partial && (
                <Text role="note" inherit mt={4} c="var(--warn)">
                  The answer was cut off: this is the part that arrived, not the whole file.
                </Text>
              )}
            </>
          }
          actions={
            <Button
              variant={variant}
              leftSection={<Download />}
              disabled={saving.busy}
              onClick={() => saving.run(save)}
            >
              Save the service’s CSV…
            </Button>
          }
        />
      </Card>
      <ActionProblem action={saving} />
    </>
  );
}

const OfferedFile = ({ address, variant }: Variant & { address: string }) => (
  <Card>
    <CardRow
      icon={<FileText />}
      title={<h2>The service offers its answer as a file</h2>}
      detail={
        <>
          At <span dir="ltr">{addressHost(address)}</span>; not on this computer
        </>
      }
      actions={
        <Button variant={variant} leftSection={<ExternalLink />} onClick={() => askToOpen(address)}>
          Open the service’s file
        </Button>
      }
    />
  </Card>
);

/** What the plan allows the service to put into its own CSV; empty if the plan hasn't been read. */
function PlanLimit() {
  const { value } = useServicePage('plan', false);
  const plan = value === null ? null : readPlan(value.value);
  const words = plan === null ? null : planLimitWords(plan.features);
  if (words === null) return null;
  return (
    <Text size="xs" c="var(--text-2)">
      {words}
    </Text>
  );
}

/**
 * Returns null if the plan has no limit. It doesn't limit saving rows here. Source: specification, Plan
 * record.
 */
export function planLimitWords({
  csvRowExportLimit,
  maxRowsPerExport,
}: Pick<PlanFeatures, 'csvRowExportLimit' | 'maxRowsPerExport'>): string | null {
  const limits = [
    ...(maxRowsPerExport === null ? [] : [`${countOf(maxRowsPerExport, 'row')} in one file`]),
    ...(csvRowExportLimit === null ? [] : [countOf(csvRowExportLimit, 'CSV row')]),
  ];
  return limits.length === 0
    ? null
    : `Your plan lets the service export ${limits.join(' and ')}. Saving rows with “Save…” does not count.`;
}
