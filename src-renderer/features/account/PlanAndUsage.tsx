/**
 * The plan, whose members are documented, and the usage, as the service reports it. Read only: nothing
 * here changes billing.
 */
import { quoted } from '#shared/characters.ts';
import { timeOfText } from '#renderer/components/dates.ts';
import { Text } from '@mantine/core';
import { IdCard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '#shared/contract/service.ts';
import { readPlan } from '#shared/service/plan.ts';
import type { Plan } from '#shared/service/plan.ts';
import { Card, CardRow, Footnote, Section } from '#renderer/components/page/Page.tsx';
import { clockTime, dayInWords, grouping } from '#renderer/components/words.ts';
import { useIsSample, useSnapshot } from '#renderer/state/app.ts';
import { useMinute } from '#renderer/state/time.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import { AnswerSection } from '#renderer/features/status/AnswerSection.tsx';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { Fact, Facts } from '#renderer/components/tables.tsx';

interface PlanAndUsageProps {
  /** Opens the dialog for a session token. */
  onSignIn: () => void;
}

export function PlanAndUsage(props: PlanAndUsageProps) {
  const isSignedIn = useSnapshot(({ credentials }) =>
    credentials.some(({ kind, inUse }) => kind === 'sessionToken' && inUse),
  );
  return isSignedIn ? <SignedIn {...props} /> : <SignedOut {...props} />;
}

const SignedOut = ({ onSignIn }: PlanAndUsageProps) => (
  <Section title="Plan and usage">
    <Card>
      <CardRow
        icon={<IdCard />}
        title="To see your plan and usage, add your dashboard sign-in"
        detail="The service shows them to people who are signed in to its dashboard, not to keys. Copy the sign-in token there and add it here. It is read on this computer and sent only for pages about the account."
        actions={<SmallButton onClick={onSignIn}>Add dashboard sign-in…</SmallButton>}
      />
    </Card>
  </Section>
);

/** Heights in px, of a plan with all members and of a few lines of usage. */
const heights = { plan: 242, usage: 216 };

function SignedIn({ onSignIn }: PlanAndUsageProps) {
  const isSample = useIsSample();
  const { problem } = useServicePage('plan');
  const usage = useServicePage('usage');
  const renewing = { onCredential: onSignIn, credentialLabel: 'Renew the sign-in…' };
  return (
    <>
      <AnswerSection
        {...renewing}
        page="plan"
        title={isSample ? 'Sample plan: invented, nothing is charged' : 'Plan'}
        readable={showPlan}
        againLabel="Read the plan again"
        height={heights.plan}
        below={usage}
      />
      <div>
        <AnswerSection
          {...renewing}
          page="usage"
          title={isSample ? 'Sample usage: invented' : 'Usage'}
          againLabel="Read the usage again"
          height={heights.usage}
          shownAbove={problem}
        />
        <Footnote>
          Shown as the service reports it, because its format isn’t documented.
          {usage.value !== null && ` Read at ${clockTime(new Date(usage.value.at))}.`}
        </Footnote>
      </div>
    </>
  );
}

const showPlan = ({ value }: ServiceAnswer): ReactNode | null => {
  const plan = readPlan(value);
  return plan === null ? null : <PlanInFull plan={plan} />;
};

function PlanInFull({ plan }: { plan: Plan }) {
  const price = planPrice(plan);
  return (
    <div>
      <Card>
        <CardRow
          title={
            <Text span fz={15} fw={600}>
              {plan.name ?? 'Unnamed plan'}
            </Text>
          }
          detail={<span dir="auto">{plan.description}</span>}
          actions={
            price !== null && (
              <Text fz={15} fw={600}>
                {price}
              </Text>
            )
          }
        />
        <PlanFacts facts={planLimits(plan)} label="What the plan allows" />
        <PlanFacts facts={extraPrices(plan)} label="What extra use costs" />
      </Card>
      <Footnote>
        {planDates(plan, new Date(useMinute()))} Nothing here changes what you pay: the plan is
        changed in the service’s dashboard.
      </Footnote>
    </div>
  );
}

const PlanFacts = ({ facts, label }: { facts: readonly PlanFact[]; label: string }) =>
  facts.length > 0 && (
    <Facts look="tiles" label={label}>
      {facts.map(({ label: name, value, note }) => (
        <Fact key={name} name={name}>
          {value}
          {note !== undefined && (
            <Text span size="xs" display="block" c="dimmed" fw={400}>
              {note}
            </Text>
          )}
        </Fact>
      ))}
    </Facts>
  );

// The plan in words.

interface PlanFact {
  label: string;
  value: string;
  /** Below the value: how often it is renewed, or an example calculation with this price. */
  note?: string;
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
function renewal(frequency: string | null): string | null {
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
  const [value, note] = [
    credits === null ? null : grouping(credits),
    renewal(features.creditResetFrequency),
  ].filter((part) => part !== null);
  return [
    ...(value === undefined ? [] : [{ label: 'Credits', value, ...(note && { note }) }]),
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
  const note = `${grouping(many)} more ${things}: ${asPrice(round(each * many), currency)}`;
  return [{ label, value: asPrice(each, currency), note }];
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
