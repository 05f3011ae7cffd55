/** The plan record in words. Source: specification, Plan record. */
import type { Plan } from '#shared/service/plan.ts';
import { dayInWords, grouping } from '../../../components/words.ts';

export interface PlanFact {
  label: string;
  value: string;
  /** A price worked out in an example. */
  example?: string;
}

/** A price of one thing can be a thousandth of a cent: as many digits as it takes. */
function price(amount: number, currency: string | null): string {
  const number = amount.toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(amount) < 1 ? 8 : 2,
  });
  return currency === null ? number : `${number} ${currency.toUpperCase()}`;
}

/** `monthly` is the one value that the specification shows; plain words like it read the same. */
const plainWord = /^(daily|weekly|monthly|quarterly|yearly|annually)$/i;

/** "renewed monthly"; null when nothing is said. Other values are shown as they come. */
export function renewal(frequency: string | null): string | null {
  if (frequency === null) return null;
  return plainWord.test(frequency)
    ? `renewed ${frequency.toLowerCase()}`
    : `renewed: “${frequency}”, as the service says`;
}

export function planPrice({ price: amount, currency }: Plan): string | null {
  return amount === null ? null : price(amount, currency);
}

/** What the plan allows; what the service doesn't say is left out. */
export function planLimits({ features }: Plan): PlanFact[] {
  const { credits, trackedItems, csvRowExportLimit, maxRowsPerExport } = features;
  return [
    ...count('Credits', credits),
    ...count('Tracked items', trackedItems),
    ...count('CSV rows in total', csvRowExportLimit),
    ...count('Rows in one export', maxRowsPerExport),
  ];
}

const count = (label: string, value: number | null): PlanFact[] =>
  value === null ? [] : [{ label, value: grouping(value) }];

/** What extra use costs, with an example of an everyday size. */
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

/** "Made on 3 February 2026, changed on 14 September 2026."; empty without dates. */
export function planDates({ createdAt, updatedAt }: Plan, now: Date): string {
  const made = day(createdAt, now);
  const changed = day(updatedAt, now);
  const parts = [
    ...(made === null ? [] : [`made on ${made}`]),
    ...(changed === null || changed === made ? [] : [`changed on ${changed}`]),
  ].join(', ');
  return parts === '' ? '' : `This plan was ${parts}.`;
}

/** Dates that can't be read are in the raw answer. */
function day(text: string | null, now: Date): string | null {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? null : dayInWords(at, now);
}
