/**
 * The plan record. Source: specification, Plan record. A member that isn't as specified counts as
 * missing, so that an unexpected one affects only itself; the raw answer still shows it.
 */
import { isMembers } from './status.ts';

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const features = {
  credits: number,
  trackedItems: number,
  csvRowExportLimit: number,
  extraCreditPrice: number,
  extraCsvRowPrice: number,
  extraTrackedItemPrice: number,
  maxRowsPerExport: number,
  /** `monthly` is a known value; others are not shown. */
  creditResetFrequency: text,
};
export type PlanFeatures = Read<typeof features>;

const members = {
  id: text,
  name: text,
  description: text,
  price: number,
  currency: text,
  createdAt: text,
  updatedAt: text,
  features: (value: unknown): PlanFeatures => read(features, isMembers(value) ? value : {}),
};
export type Plan = Read<typeof members>;

type Readers = Readonly<Record<string, (value: unknown) => unknown>>;
type Read<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> };

const read = <R extends Readers>(readers: R, from: Readonly<Record<string, unknown>>): Read<R> =>
  Object.fromEntries(
    Object.entries(readers).map(([key, reader]) => [key, reader(from[key])]),
  ) as Read<R>;

/** Returns null if it isn't a plan: not an object, or one without any member of a plan. */
export function readPlan(value: unknown): Plan | null {
  if (!isMembers(value)) return null;
  const plan = read(members, value);
  const hasFeature = Object.values(plan.features).some((feature) => feature !== null);
  return plan.name === null && plan.price === null && !hasFeature ? null : plan;
}
