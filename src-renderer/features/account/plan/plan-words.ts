/** The plan and the credits of the account in words. */
import type { Plan, Credits } from '#shared/service/plan.ts';
import { dayInWords, grouping } from '#renderer/components/words.ts';

export interface PlanFact {
  label: string;
  value: string;
  /** An example calculation with this price. */
  example?: string;
}

/** Formats a price. A unit price can be a thousandth of a cent, so it has as many digits as needed. */
function price(amount: number, currency: string | null): string {
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
    : `renewed: “${frequency}”, as the service says`;
}

export function planPrice({ price: amount, currency }: Plan): string | null {
  return amount === null ? null : price(amount, currency);
}

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
  const example = `${grouping(many)} more ${things}: ${price(round(each * many), currency)}`;
  return [{ label, value: price(each, currency), example }];
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

/** Returns null for dates that can't be read; they are in the raw answer. */
function dayOf(text: string | null, now: Date): string | null {
  const at = new Date(text ?? '');
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
  if (typeof credits?.left === 'number') return headline(credits.left, limit, 'left');
  if (typeof credits?.used === 'number') return headline(credits.used, limit, 'used');
  if (allowed === null) return null;
  return { figure: grouping(allowed), words: 'credits in the plan', share: null };
}

/** Purchased credits can exceed those of the plan, which would make "of" wrong. */
function headline(count: number, limit: number | null, word: string): CreditsHeadline {
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
export const shortDay = (day: string): string =>
  dateOf(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

/** Returns "Monday 2 November". */
export const longDay = (day: string): string =>
  dateOf(day).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
