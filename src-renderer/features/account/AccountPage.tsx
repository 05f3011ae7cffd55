/** The current service and keys, what the plan allows, what was spent. Never shows a key. */
import { quoted } from '#shared/characters.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Box, Button, Flex, Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { FlaskConical, Globe } from 'lucide-react';
import { QuietButton, SmallButton } from '#renderer/components/buttons.tsx';
import { runName, useNameSource } from '#renderer/components/names.ts';
import { Card, CardRow, Footnote, Page, Section, Tag } from '#renderer/components/page/Page.tsx';
import {
  profileNow,
  showPage,
  showSupport,
  useApp,
  useIsSample,
  useProfileId,
  useSnapshot,
} from '#renderer/state/app.ts';
import { useCountedCalls, useServicePage } from '#renderer/state/service-pages.ts';
import { afterFirst, FramedTable } from '#renderer/components/tables.tsx';
import { FoldedSection, TextLink } from '#renderer/components/texts.tsx';
import { countOf, dayAndTime, grouping, moneyInWords } from '#renderer/components/words.ts';
import { useMinute } from '#renderer/state/time.ts';
import { loadHistory, useHistory } from '#renderer/state/history.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { isWorking } from '#shared/contract/run-states.ts';
import type { Run } from '#shared/contract/run.ts';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem, ProblemText } from '#renderer/components/problems/ProblemCard.tsx';
import { chooseService } from '#renderer/state/service.ts';
import {
  Dialog,
  DialogBody,
  DialogButtons,
  DialogForm,
  DialogNote,
  DialogOf,
} from '#renderer/components/dialog/Dialog.tsx';
import { AddressField } from '#renderer/components/credentials/fields.tsx';
import { act } from '#renderer/state/act.ts';
import { KeysSection } from './keys/KeysSection.tsx';
import { isAboutToken, type KeyTask } from './keys/dialogs.tsx';
import { PlanAndUsage } from './PlanAndUsage.tsx';
import dayjs from 'dayjs';
import {
  type CallKind,
  callKinds,
  type CallsByPlatform,
  type CountedCalls,
} from '#shared/contract/calls.ts';
import { BarChart, SeriesMark } from '#renderer/components/chart/BarChart.tsx';
import { saveAndReport } from '#renderer/components/notices/NoticeStrip.tsx';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';
import { saveFile } from '#renderer/state/exports.ts';
import type { Platform } from '#shared/catalogue/types.ts';

export function AccountPage() {
  const profileId = useProfileId();
  // State about one service's key doesn't apply to another's.
  return <AccountOf key={profileId} />;
}

function AccountOf() {
  const [task, setTask] = useState<KeyTask | null>(null);
  const credentials = useSnapshot((snapshot) => snapshot.credentials);
  const token = credentials.find(({ kind }) => kind === 'sessionToken');
  const pages = [useServicePage('plan', false), useServicePage('usage', false)];
  const signIn = () =>
    setTask(
      token === undefined
        ? { kind: 'add', what: 'sessionToken' }
        : { kind: 'replace', credential: token },
    );
  const change = (next: KeyTask | null) => {
    // After another sign-in, the pages that were refused are read again.
    if (next === null && isAboutToken(task)) for (const page of pages) page.again();
    setTask(next);
  };
  return (
    <Page
      title="Account"
      aside={
        <Box ms="auto">
          <TextLink alone onClick={showSupport}>
            Support bundle…
          </TextLink>
        </Box>
      }
    >
      <PlanAndUsage onSignIn={signIn} />
      <ServiceSection />
      <KeysSection task={task} setTask={change} />
      <CallsSection />
      <CallsByRun />
    </Page>
  );
}

/** Number of runs listed. */
const mostRuns = 10;

function CallsByRun() {
  const total = useCountedCalls().value?.total ?? 0;
  if (total === 0) return null;
  return (
    <FoldedSection title="Calls by run">
      <RunTable total={total} />
    </FoldedSection>
  );
}

function RunTable({ total }: { total: number }) {
  const profileId = useProfileId();
  // Each further call changes the numbers.
  useEffect(() => {
    if (total > 0) void loadHistory();
  }, [total]);
  const all = useHistory((history) => history.runs);
  const runs = (all ?? []).filter((run) => run.profileId === profileId && run.calls > 0);
  const most = runs.toSorted((a, b) => b.calls - a.calls).slice(0, mostRuns);
  const names = useNameSource();
  const known = runs.reduce((sum, { calls }) => sum + calls, 0);
  const shown = most.reduce((sum, { calls }) => sum + calls, 0);
  const now = new Date(useMinute());
  if (all === null) return null;
  return (
    <>
      <FramedTable
        name="Calls by run, as a table"
        head={['Run', 'Asked', 'Rows', 'Calls']}
        isNamed
        isNumber={afterFirst}
        rows={most.map((run) => [
          <Text key="run" inherit maw={392}>
            {runName(names, run)}
          </Text>,
          dayAndTime(new Date(run.createdAt), now),
          grouping(run.rows),
          grouping(run.calls),
        ])}
      />
      <Text inherit mt={8} c="var(--text-2)">
        {known > shown && `${countOf(known - shown, 'call')} by other runs. `}
        {total > known &&
          `${countOf(total - known, 'call')} by deleted runs, or sent from Request. `}
        <TextLink onClick={() => showPage('history')}>Every run is in History</TextLink>
      </Text>
    </>
  );
}

/** The current service, and switching to another one. */
function ServiceSection() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  const [asking, setAsking] = useState(false);
  const choosing = useAction();
  const leave = useLeaveService();

  return (
    <Section
      title="Service"
      actions={
        !isSample && (
          <SmallButton
            loading={choosing.busy}
            icon={FlaskConical}
            onClick={() =>
              choosing.run(async () =>
                (await leave.before()) ? chooseService({ kind: 'sample' }) : null,
              )
            }
          >
            Use the sample service
          </SmallButton>
        )
      }
    >
      <Card>
        <CardRow
          icon={isSample ? <FlaskConical /> : <Globe />}
          title={
            <>
              {profile?.label}
              <Tag>in use</Tag>
            </>
          }
          detail={
            isSample
              ? 'Runs inside this program with made-up posts. Nothing leaves this computer.'
              : profile?.address
          }
          actions={
            <Button
              size="xs"
              variant={isSample ? 'filled' : 'subtle'}
              color={isSample ? undefined : 'gray'}
              onClick={() => setAsking(true)}
            >
              {isSample ? 'Connect to a service…' : 'Change address…'}
            </Button>
          }
        />
      </Card>
      <ActionProblem action={choosing} />
      <Footnote>
        Each service has its own tabs, keys and counts. They are still there when you come back to
        it.
      </Footnote>
      {leave.dialog}
      <Dialog opened={asking} onClose={() => setAsking(false)} title="Connect to a service">
        <AddressForm />
      </Dialog>
    </Section>
  );
}

/** Asks for the service's address. */
function AddressForm() {
  const inUse = useSnapshot(({ profile }) =>
    profile === null || isSampleProfile(profile) ? null : profile.address,
  );
  const suggested = useSnapshot((snapshot) => snapshot.suggestedAddress);
  const [address, setAddress] = useState(inUse ?? suggested ?? '');
  const choosing = useAction();
  const leave = useLeaveService();
  return (
    <DialogForm
      submit="Connect"
      action={choosing}
      act={async () =>
        (await leave.before()) ? chooseService({ kind: 'address', address }) : undefined
      }
    >
      <AddressField value={address} onChange={setAddress} problem={choosing.problem} />
      <DialogNote>
        A key belongs to its address: one stored for another service is not sent here.
      </DialogNote>
      {leave.dialog}
    </DialogForm>
  );
}

interface Asked {
  runs: readonly Run[];
  /** Whether the runs are stopped; null: the service stays. */
  decide: (stops: boolean | null) => void;
}

interface LeaveService {
  /** Returns whether to proceed: at once if no run is active; otherwise the person chooses. */
  before: () => Promise<boolean>;
  /** Must be rendered where it is asked. */
  dialog: ReactNode;
}

/** Asks, before another service is chosen, what to do with runs that are still fetching pages. */
function useLeaveService(): LeaveService {
  const [asked, setAsked] = useState<Asked | null>(null);
  const before = async (): Promise<boolean> => {
    const runs = workingRuns();
    if (runs.length === 0) return true;
    const stops = await new Promise<boolean | null>((decide) => setAsked({ runs, decide }));
    setAsked(null);
    // A run that can't be stopped has ended by itself, or is listed in History.
    if (stops === true) await Promise.all(runs.map(({ id }) => act('run.stop', { runId: id })));
    return stops !== null;
  };
  const dialog = (
    <DialogOf of={asked} onClose={() => asked?.decide(null)} title="Runs in progress">
      {(question) => <Question {...question} />}
    </DialogOf>
  );
  return { before, dialog };
}

function workingRuns(): Run[] {
  const here = profileNow();
  const { runs } = useApp.getState();
  return Object.values(runs).filter(
    ({ profileId, state }) => profileId === here && isWorking(state),
  );
}

function Question({ runs, decide }: Asked) {
  const service = useSnapshot(({ profile }) => profile?.label ?? '');
  const isSample = useIsSample();
  const [only] = runs;
  const what =
    runs.length === 1 && only !== undefined
      ? `${quoted(only.title)} is still loading from ${service}.`
      : `${countOf(runs.length, 'run')} are still loading from ${service}.`;
  return (
    <DialogBody>
      <p dir="auto">{what}</p>
      <DialogNote>
        If you don’t stop {runs.length === 1 ? 'it, it keeps' : 'them, they keep'} loading
        {isSample ? '' : ', and the calls count'}. What you have is kept either way, and is in
        History.
      </DialogNote>
      <DialogButtons
        onCancel={() => decide(null)}
        before={
          <Button variant="default" onClick={() => decide(false)}>
            Change without stopping
          </Button>
        }
      >
        <Button onClick={() => decide(true)}>Stop and change</Button>
      </DialogButtons>
    </DialogBody>
  );
}

// Requests sent to the current service, as counted by this program.

const rangeNames: Record<Range, string> = { week: '7 days', month: '30 days', year: '12 months' };
const rangeWords: Record<Range, string> = {
  week: 'in the last 7 days',
  month: 'in the last 30 days',
  year: 'in the last 12 months',
};

const nameOf = (kind: CallKind): string => nameOfPlatform(kind === 'other' ? null : kind);

/** Every platform, and the others if there are any. */
const shownKinds = (bars: readonly CallBar[]): readonly CallKind[] =>
  callKinds.filter((kind) => kind !== 'other' || bars.some(({ calls }) => calls.other));

export function CallsSection() {
  const isSample = useIsSample();
  const { value: counted, problem } = useCountedCalls();
  const [range, setRange] = useState<Range>('month');
  const saving = useAction();
  return (
    <Section
      title={isSample ? 'Sample calls counted' : 'Calls counted'}
      actions={
        counted?.total !== 0 && (
          <>
            <SmallButton onClick={() => saving.run(() => saveAndReport(saveFile({ of: 'calls' })))}>
              Save as CSV…
            </SmallButton>
            <SegmentedControl
              aria-label="Calls of the last"
              data={ranges.map((value) => ({ value, label: rangeNames[value] }))}
              value={range}
              onChange={setRange}
            />
          </>
        )
      }
    >
      {problem !== null && <ProblemText problem={problem} />}
      {/* Its height is reserved, so that nothing moves when the counts arrive. */}
      {counted?.total === 0 ? (
        <Text inherit p={24} bd="1px solid var(--line)" bdrs="lg" c="var(--text-2)" ta="center">
          No calls yet. Each one is counted here, by day and by platform.
        </Text>
      ) : (
        <Box mih={196}>{counted !== null && <Counted counted={counted} range={range} />}</Box>
      )}
      <Footnote>
        {isSample
          ? 'Calls to the sample service cost nothing and are counted separately.'
          : 'Every request sent for data, including retries. The service may count differently: your account there shows what it bills.'}
      </Footnote>
    </Section>
  );
}

function Counted({ counted, range }: { counted: CountedCalls; range: Range }) {
  const [asTable, setAsTable] = useState(false);
  const bars = useMemo(() => callBars(counted, range), [counted, range]);
  const calls = sumCalls(bars.map((bar) => bar.calls));
  const kinds = shownKinds(bars);
  return (
    <>
      <Flex rowGap={4} columnGap={18} align="center" wrap="wrap" mb={8}>
        <Text fz={26} fw={600} lh="32px" lts="-0.01em">
          {grouping(totalOf(calls))}
          <Text span fz={14} c="var(--text-2)">
            {totalOf(calls) === 1 ? ' call' : ' calls'}
          </Text>
          <VisuallyHidden> {rangeWords[range]}</VisuallyHidden>
        </Text>
        <Flex component="dl" rowGap={4} columnGap={14} wrap="wrap" flex={1}>
          {kinds.map((kind, part) => (
            <Group key={kind} gap={6} fz={12} lh="16px">
              <SeriesMark part={part} />
              <Text component="dt" inherit c="var(--text-2)">
                {nameOf(kind)}
              </Text>
              <Text component="dd" inherit fw={500}>
                {grouping(calls[kind] ?? 0)}
              </Text>
            </Group>
          ))}
        </Flex>
        <QuietButton aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as bars' : 'Show as a table'}
        </QuietButton>
      </Flex>
      {asTable ? (
        <CallsTable bars={bars} isYear={range === 'year'} />
      ) : (
        <BarChart
          bars={bars.map(toBar)}
          series={kinds.map(nameOf)}
          summary={summaryOf(bars, range)}
        />
      )}
      {counted.total > totalOf(calls) && (
        <Text inherit mt={8} c="var(--text-2)">
          {countOf(counted.total, 'call')} in all.
        </Text>
      )}
      <EstimateLine calls={calls} words={rangeWords[range]} />
    </>
  );
}

const toBar = ({ key, label, tick, calls }: CallBar) => ({
  key,
  label,
  tick,
  parts: callKinds.map((kind) => calls[kind] ?? 0),
});

/** Returns "2,163 calls in the last 30 days; most on Thursday 19 November: 162." */
function summaryOf(bars: readonly CallBar[], range: Range): string {
  const sum = `${countOf(totalOf(sumCalls(bars.map(({ calls }) => calls))), 'call')} ${rangeWords[range]}`;
  const most = bars.toSorted((a, b) => totalOf(b.calls) - totalOf(a.calls))[0];
  if (most === undefined || totalOf(most.calls) === 0) return `${sum}.`;
  return `${sum}; most ${range === 'year' ? 'in' : 'on'} ${most.label}: ${grouping(totalOf(most.calls))}.`;
}

/** The numbers behind the bars, latest first, without days that have no calls. */
function CallsTable({ bars, isYear }: { bars: readonly CallBar[]; isYear: boolean }) {
  const shown = bars.filter(({ calls }) => totalOf(calls) > 0).toReversed();
  if (shown.length === 0) {
    return (
      <Flex component="p" align="center" justify="center" mih={96} c="var(--text-2)">
        No calls in this period.
      </Flex>
    );
  }
  const kinds = shownKinds(bars);
  return (
    <FramedTable
      name="Calls as a table"
      head={[isYear ? 'Month' : 'Day', ...kinds.map(nameOf), 'All']}
      isNamed
      isNumber={afterFirst}
      rows={shown.map(({ label, calls }) =>
        Array.of<ReactNode>(label).concat(
          kinds.map((kind) => grouping(calls[kind] ?? 0)),
          <Text key="all" span inherit fw={500}>
            {grouping(totalOf(calls))}
          </Text>,
        ),
      )}
    />
  );
}

/** The estimated cost of the calls, by the person's own prices; the sample service costs nothing. */
function EstimateLine({ calls, words }: { calls: CallsByPlatform; words: string }) {
  const isSample = useIsSample();
  const { currency, perCall } = useSnapshot(({ preferences }) => preferences.prices);
  if (isSample) return null;
  const estimate = estimateOf(calls, perCall);
  const hasPrices = Object.keys(perCall).length > 0;
  return (
    <Text inherit mt={8} c="var(--text-2)">
      {estimate !== null && (
        <>
          <Tag me={6}>Estimate</Tag>
          <Text span inherit fw={600} c="var(--text-1)">
            {moneyInWords(estimate.amount, currency)}
          </Text>{' '}
          {words}, by your prices
          {estimate.unpriced.length > 0 &&
            ` (none is set for ${estimate.unpriced.map(nameOf).join(', ')})`}
          .{' '}
        </>
      )}
      {estimate === null && !hasPrices && 'With prices per call, estimates appear here. '}
      <TextLink onClick={() => showPage('settings')}>
        {hasPrices ? 'Change prices' : 'Set prices'}
      </TextLink>
    </Text>
  );
}

const ranges = ['week', 'month', 'year'] as const;
type Range = (typeof ranges)[number];

interface CallBar {
  /** `2026-11-20`, or `2026-11` for a month. */
  key: string;
  label: string;
  tick: string | null;
  calls: CallsByPlatform;
}

const spans = {
  week: { count: 7, unit: 'day' },
  month: { count: 30, unit: 'day' },
  year: { count: 12, unit: 'month' },
} as const;

/** Returns the bars, by day, or by month for a year; the last one is today's, by main's day. */
export function callBars({ days, today }: CountedCalls, range: Range): readonly CallBar[] {
  const { count, unit } = spans[range];
  const isYear = unit === 'month';
  return Array.from({ length: count }, (_, index) => {
    const before = count - 1 - index;
    const date = dayjs(today).subtract(before, unit);
    const key = date.format(isYear ? 'YYYY-MM' : 'YYYY-MM-DD');
    const words = (options: Intl.DateTimeFormatOptions): string =>
      date.toDate().toLocaleDateString('en-GB', options);
    return {
      key,
      label: isYear
        ? words({ month: 'long', year: 'numeric' })
        : words({ weekday: 'long', day: 'numeric', month: 'long' }),
      tick: isYear
        ? words({ month: 'short' })
        : // Every seventh, counted back from today.
          range === 'week' || before % 7 === 0
          ? words({ day: 'numeric', month: 'short' })
          : null,
      calls: sumCalls(days.filter(({ day }) => day.startsWith(key)).map(({ calls }) => calls)),
    };
  });
}

function sumCalls(calls: readonly CallsByPlatform[]): CallsByPlatform {
  const sum: CallsByPlatform = {};
  for (const kind of callKinds) {
    const count = calls.reduce((total, one) => total + (one[kind] ?? 0), 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

export const totalOf = (calls: CallsByPlatform): number =>
  callKinds.reduce((sum, kind) => sum + (calls[kind] ?? 0), 0);

interface Estimate {
  amount: number;
  /** Those with calls but without a price. */
  unpriced: readonly CallKind[];
}

/** Returns the cost of calls by the person's prices; null if no price applies. */
export function estimateOf(
  calls: CallsByPlatform,
  perCall: Partial<Record<Platform, number>>,
): Estimate | null {
  const priceOf = (kind: CallKind): number | undefined =>
    kind === 'other' ? undefined : perCall[kind];
  const asked = callKinds.filter((kind) => (calls[kind] ?? 0) > 0);
  const priced = asked.filter((kind) => priceOf(kind) !== undefined);
  if (priced.length === 0) return null;
  return {
    amount: priced.reduce((sum, one) => sum + (calls[one] ?? 0) * (priceOf(one) ?? 0), 0),
    unpriced: asked.filter((kind) => priceOf(kind) === undefined),
  };
}
