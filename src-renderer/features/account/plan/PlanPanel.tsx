/**
 * How much is left, plan and credits, and usage as reported by the service. Read only: nothing here
 * changes billing.
 */
import { quoted } from '#shared/characters.ts';
import { timeOfText } from '#renderer/components/dates.ts';
import { Box, Flex, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '#shared/contract/service.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { readPlan } from '#shared/service/plan.ts';
import { readCredits } from './credits.ts';
import type { Plan } from '#shared/service/plan.ts';
import type { Credits, DailyUsage } from './credits.ts';
import { Card, CardRow, Section } from '#renderer/components/page/Page.tsx';
import { clockTime, dayInWords, grouping, upperFirst } from '#renderer/components/words.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useMinute } from '#renderer/state/time.ts';
import { isRead, useServicePage } from '#renderer/state/service-pages.ts';
import { AnswerSection, TechnicalDetails } from '#renderer/features/status/AnswerSection.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { BarChart } from '#renderer/components/chart/BarChart.tsx';
import { Fact, Facts } from '#renderer/components/tables.tsx';
import { Fold } from '#renderer/components/texts.tsx';

const showPlan = ({ value }: ServiceAnswer): ReactNode | null => {
  const plan = readPlan(value);
  return plan === null ? null : <PlanInFull plan={plan} />;
};

interface PlanPanelProps {
  /** Opens the dialog for a session token. */
  onSignIn: () => void;
}

/** Returns the sign-in with which plan and usage are read; undefined if there is none. */
const useSessionToken = (): CredentialStatus | undefined =>
  useSnapshot(({ credentials }) =>
    credentials.find(({ kind, inUse }) => kind === 'sessionToken' && inUse),
  );

export function PlanPanel({ onSignIn }: PlanPanelProps) {
  const token = useSessionToken();
  const isSample = useIsSample();
  if (token === undefined) return <NotSignedIn />;
  return (
    <AnswerSection
      page="plan"
      title={isSample ? 'Sample plan: invented, nothing is charged' : 'Plan'}
      readable={showPlan}
      againLabel="Read the plan again"
      onCredential={onSignIn}
      credentialLabel="Renew the sign-in…"
    />
  );
}

/** The service's own reports on plan and usage. */
export function ReportedUsage({ onSignIn }: PlanPanelProps) {
  const hasToken = useSessionToken() !== undefined;
  const isPlanRead = isRead(useServicePage('plan', hasToken));
  // Once what is above has its final height, so that nothing is pressed while it moves.
  if (!hasToken || !isPlanRead) return null;
  const shared = {
    isTechnical: true,
    onCredential: onSignIn,
    credentialLabel: 'Renew the sign-in…',
  };
  return (
    <TechnicalDetails>
      <div>
        <AnswerSection {...shared} page="usage" title="Usage" againLabel="Read the usage again" />
        <Text size="xs" pt={10} c="dimmed">
          As the service reports it. The format isn’t documented, so everything is shown.
        </Text>
      </div>
      <AnswerSection {...shared} page="plan" title="Plan as reported" />
    </TechnicalDetails>
  );
}

const NotSignedIn = () => (
  <Section title="Plan">
    <Text size="xs" c="dimmed">
      The service shows plan and usage to people who are signed in to its dashboard, not to keys.
      Copy the sign-in token there and add it here. It is read on this computer and sent only for
      pages about the account.
    </Text>
  </Section>
);

function PlanInFull({ plan }: { plan: Plan }) {
  const { name, description, features } = plan;
  const price = planPrice(plan);
  const dates = planDates(plan, new Date(useMinute()));
  return (
    <Card>
      <CardRow
        title={name ?? 'Unnamed plan'}
        detail={
          <span dir="auto">
            {[renewal(features.creditResetFrequency), description].filter(Boolean).join(' · ')}
          </span>
        }
        actions={price !== null && <Text fw={500}>{price}</Text>}
      />
      <div>
        <Fold line="What it allows, and what extra use costs" px={14} py={9} c="var(--text-2)">
          <Stack gap={14} px={14} pb={14}>
            <PlanFacts facts={planLimits(plan)} label="What the plan allows" />
            <PlanFacts facts={extraPrices(plan)} label="What extra use costs" />
            <Text size="xs" c="dimmed">
              {dates} Nothing here changes what you pay: the plan is changed in the service’s
              dashboard.
            </Text>
          </Stack>
        </Fold>
      </div>
    </Card>
  );
}

const PlanFacts = ({ facts, label }: { facts: readonly PlanFact[]; label: string }) => (
  <Facts look="ends" label={label}>
    {facts.map(({ label: name, value, example }) => (
      <Fact key={name} name={name}>
        {value}
        {example !== undefined && (
          <Text span size="xs" display="block" c="dimmed" fw={400}>
            {example}
          </Text>
        )}
      </Fact>
    ))}
  </Facts>
);

/** Height in px of the credits left beside the chart of the month. */
const creditsHeight = 109;

/** @param onSignIn opens the dialog for a session token. */
export function CreditsCard({ onSignIn }: { onSignIn: () => void }) {
  const token = useSessionToken();
  const isSample = useIsSample();
  return (
    <Section title={isSample ? 'Sample credits left' : 'Credits left'}>
      <Card>
        {token === undefined ? (
          <Line onSignIn={onSignIn} label="Add dashboard sign-in…">
            To see the credits left, add your dashboard sign-in.
          </Line>
        ) : (
          // Its height is reserved, so that nothing below moves when the numbers arrive.
          <Flex mih={creditsHeight} direction="column" justify="center">
            <SignedIn onSignIn={onSignIn} />
          </Flex>
        )}
      </Card>
    </Section>
  );
}

function SignedIn({ onSignIn }: { onSignIn: () => void }) {
  const planPage = useServicePage('plan');
  const usagePage = useServicePage('usage');
  const now = new Date(useMinute());
  const plan = readPlan(planPage.value?.value);
  const credits = readCredits(usagePage.value?.value);
  const headline = creditsHeadline(credits, plan);
  // A plan alone would say that nobody knows what is left.
  const isAsking = credits === null && usagePage.isPending;
  if (isAsking || (headline === null && planPage.isPending))
    return <Line>Asking the service…</Line>;
  if (headline === null) {
    const problem = usagePage.problem ?? planPage.problem;
    if (problem?.remedies.some(({ kind }) => kind === 'openAccount') === true) {
      return (
        <Line onSignIn={onSignIn} label="Renew sign-in…">
          To see the credits left, renew your dashboard sign-in.
        </Line>
      );
    }
    return problem === null ? (
      <Line>The service didn’t report credits. See its full answer under Technical details.</Line>
    ) : (
      <Line>Credits could not be read. The reason is under Plan.</Line>
    );
  }
  const at = (usagePage.value ?? planPage.value)?.at;
  const renewed = renewalDay(credits, plan, now);
  return (
    <Flex wrap="wrap" align="flex-end" gap="16px 28px" px={16} py={14}>
      <Box flex="1 1 300px" miw={0}>
        <Text fz={14} lh="32px" c="var(--text-2)">
          <Text span fz={26} lh="32px" fw={600} lts="-0.01em" c="var(--text-1)">
            {headline.figure}
          </Text>{' '}
          {headline.words}
          {renewed !== null && <span style={{ whiteSpace: 'nowrap' }}> · {renewed}</span>}
        </Text>
        {headline.share !== null && (
          <Progress
            aria-label={upperFirst(headline.words)}
            value={headline.share * 100}
            size={8}
            my={10}
          />
        )}
        <Text size="xs" c="dimmed">
          {[
            ...furtherFacts(credits),
            ...(at === undefined ? [] : [`reported at ${clockTime(new Date(at))}`]),
          ].join(' · ')}
        </Text>
      </Box>
      {credits?.daily != null && <Month daily={credits.daily} />}
    </Flex>
  );
}

/** Returns what the headline doesn't already say. */
function furtherFacts(credits: Credits | null): string[] {
  if (credits === null || (credits.left === null && credits.used === null)) {
    return ['The service didn’t say how many are left'];
  }
  return credits.left !== null && credits.used !== null ? [`${grouping(credits.used)} used`] : [];
}

/** Maximum number of days in a month. */
const mostDays = 31;

/** A small chart of the days so far; the numbers are in the service's report. */
function Month({ daily }: { daily: DailyUsage }) {
  const days = daily.days.slice(-mostDays);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = days.reduce((highest, one) => (one.count > highest.count ? one : highest), first);
  const title = `${upperFirst(daily.measure)} by day, ${shortDay(first.day)} to ${shortDay(last.day)}`;
  return (
    <Box component="figure" flex="0 1 236px" miw={160}>
      <BarChart
        isSmall
        bars={days.map(({ day, count }) => ({
          key: day,
          label: longDay(day),
          tick: null,
          parts: [count],
        }))}
        series={[daily.measure]}
        summary={`${title}; most on ${longDay(most.day)}: ${grouping(most.count)}.`}
      />
      <Text component="figcaption" size="xs" c="dimmed" mt={4}>
        {title}
      </Text>
    </Box>
  );
}

interface LineProps {
  children: string;
  label?: string;
  onSignIn?: () => void;
}

/** A line shown instead of a number: what to do, and its button. */
const Line = ({ children, label, onSignIn }: LineProps) => (
  <Flex gap={16} align="center" justify="space-between" px={14} py={9} mih={58}>
    <Text inherit c="var(--text-2)">
      {children}
    </Text>
    {onSignIn !== undefined && (
      <SmallButton flex="none" onClick={onSignIn}>
        {label}
      </SmallButton>
    )}
  </Flex>
);

// The plan and the credits of the account in words.

export interface PlanFact {
  label: string;
  value: string;
  /** An example calculation with this price. */
  example?: string;
}

/** Formats a price. A unit price can be a thousandth of a cent, so it has as many digits as needed. */
function asPrice(amount: number, currency: string | null): string {
  const number = amount.toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(amount) < 1 ? 8 : 2,
  });
  return currency === null ? number : `${number} ${currency.toUpperCase()}`;
}

/** `monthly` is the only value that the specification shows; similar words are treated alike. */
const plainWord = /^(daily|weekly|monthly|quarterly|yearly|annually)$/i;

/** Returns "renewed monthly"; null if not given. Other values are quoted. */
export function renewal(frequency: string | null): string | null {
  if (frequency === null) return null;
  return plainWord.test(frequency)
    ? `renewed ${frequency.toLowerCase()}`
    : `renewed: ${quoted(frequency)}, as the service says`;
}

export const planPrice = ({ price: amount, currency }: Plan): string | null =>
  amount === null ? null : asPrice(amount, currency);

/** Returns what the plan allows, without what the service doesn't give. */
export function planLimits({ features }: Plan): PlanFact[] {
  const { credits, trackedItems, csvRowExportLimit, maxRowsPerExport } = features;
  return [
    ...countFact('Credits', credits),
    ...countFact('Tracked items', trackedItems),
    ...countFact('CSV rows', csvRowExportLimit),
    ...countFact('Rows in one export', maxRowsPerExport),
  ];
}

const countFact = (label: string, value: number | null): PlanFact[] =>
  value === null ? [] : [{ label, value: grouping(value) }];

/** Returns the prices of extra use, with an example of a typical amount. */
export function extraPrices({ features, currency }: Plan): PlanFact[] {
  const { extraCreditPrice, extraCsvRowPrice, extraTrackedItemPrice } = features;
  return [
    ...extra('Extra credit', extraCreditPrice, currency, 1000, 'credits'),
    ...extra('Extra CSV row', extraCsvRowPrice, currency, 100_000, 'rows'),
    ...extra('Extra tracked item', extraTrackedItemPrice, currency, 5, 'items'),
  ];
}

function extra(
  label: string,
  each: number | null,
  currency: string | null,
  many: number,
  things: string,
): PlanFact[] {
  if (each === null) return [];
  const example = `${grouping(many)} more ${things}: ${asPrice(round(each * many), currency)}`;
  return [{ label, value: asPrice(each, currency), example }];
}

/** 0.00007 × 100,000 is 7.000000000000001. */
const round = (amount: number): number => Number(amount.toPrecision(12));

/**
 * Returns "This plan was made on 3 February 2026, changed on 14 September 2026."; empty without dates.
 */
export function planDates({ createdAt, updatedAt }: Plan, now: Date): string {
  const made = dayOf(createdAt, now);
  const changed = dayOf(updatedAt, now);
  const parts = [
    ...(made === null ? [] : [`made on ${made}`]),
    ...(changed === null || changed === made ? [] : [`changed on ${changed}`]),
  ].join(', ');
  return parts === '' ? '' : `This plan was ${parts}.`;
}

/**
 * Other notations than ISO 8601 are read as the browser does. Returns null for dates that can't be read; they
 * are in the raw answer.
 */
function dayOf(text: string | null, now: Date): string | null {
  const at = timeOfText(text ?? '') ?? new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? null : dayInWords(at, now);
}

interface CreditsHeadline {
  /** "48,199" */
  figure: string;
  /** "of 50,000 credits left" */
  words: string;
  /** From 0 to 1; null without a limit. */
  share: number | null;
}

/** Says no more than the service did: nothing is subtracted. Returns null if there is no number. */
export function creditsHeadline(
  credits: Credits | null,
  plan: Plan | null,
): CreditsHeadline | null {
  const allowed = plan?.features.credits ?? null;
  const limit = credits?.limit ?? allowed;
  if (typeof credits?.left === 'number') return headlineOf(credits.left, limit, 'left');
  if (typeof credits?.used === 'number') return headlineOf(credits.used, limit, 'used');
  if (allowed === null) return null;
  return { figure: grouping(allowed), words: 'credits in the plan', share: null };
}

/** Purchased credits can exceed those of the plan, which would make "of" wrong. */
function headlineOf(count: number, limit: number | null, word: string): CreditsHeadline {
  const isShare = limit !== null && limit > 0 && count <= limit;
  return {
    figure: grouping(count),
    words: isShare ? `of ${grouping(limit)} credits ${word}` : `credits ${word}`,
    share: isShare ? count / limit : null,
  };
}

/** Returns "renews 1 Dec", "period ends 30 Nov"; null if neither is known, or the day has passed. */
export function renewalDay(credits: Credits | null, plan: Plan | null, now: Date): string | null {
  if (credits === null) return null;
  const { renewsOn, periodFrom, periodUntil } = credits;
  const end = renewsOn ?? periodUntil;
  if (end === null || dateOf(end, 23) < now) return null;
  // A month that ends on the day of the month it began on ends as the next one starts.
  const isMonth = plan?.features.creditResetFrequency?.toLowerCase() === 'monthly';
  const isNextStart = isMonth && periodFrom?.slice(8) === end.slice(8);
  return `${renewsOn !== null || isNextStart ? 'renews' : 'period ends'} ${shortDay(end)}`;
}

/** The day as the service writes it, regardless of time zone. */
const dateOf = (day: string, hour = 12): Date => new Date(`${day}T${hour}:00:00`);

/** Returns "1 Dec". */
const shortDay = (day: string): string => dayInWords(dateOf(day), dateOf(day), { month: 'short' });

/** Returns "Monday 2 November". */
const longDay = (day: string): string => dayInWords(dateOf(day), dateOf(day), { weekday: 'long' });
