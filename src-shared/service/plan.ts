/**
 * The plan record. Source: specification, Plan record. A member that isn't as specified counts as
 * missing, so that an unexpected one affects only itself; the raw answer still shows it.
 */

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const featuresIn = (value: unknown) => {
  const from = isMembers(value) ? value : {};
  return {
    credits: number(from['credits']),
    trackedItems: number(from['trackedItems']),
    csvRowExportLimit: number(from['csvRowExportLimit']),
    extraCreditPrice: number(from['extraCreditPrice']),
    extraCsvRowPrice: number(from['extraCsvRowPrice']),
    extraTrackedItemPrice: number(from['extraTrackedItemPrice']),
    maxRowsPerExport: number(from['maxRowsPerExport']),
    /** `monthly` is a known value; others are not shown. */
    creditResetFrequency: text(from['creditResetFrequency']),
  };
};
export type PlanFeatures = ReturnType<typeof featuresIn>;

const planIn = (from: Members) => ({
  id: text(from['id']),
  name: text(from['name']),
  description: text(from['description']),
  price: number(from['price']),
  currency: text(from['currency']),
  createdAt: text(from['createdAt']),
  updatedAt: text(from['updatedAt']),
  features: featuresIn(from['features']),
});
export type Plan = ReturnType<typeof planIn>;

/** Returns null if it isn't a plan: not an object, or one without any member of a plan. */
export function readPlan(value: unknown): Plan | null {
  if (!isMembers(value)) return null;
  const plan = planIn(value);
  const hasFeature = Object.values(plan.features).some((feature) => feature !== null);
  return plan.name === null && plan.price === null && !hasFeature ? null : plan;
}
