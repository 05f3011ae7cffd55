/**
 * The plan record. Source: specification, Plan record. A member that isn't as specified counts as
 * missing, so that an unexpected one affects only itself; the raw answer still shows it.
 */
import { z } from 'zod';

const text = z.string().min(1).nullable().catch(null).default(null);
const number = z.number().nullable().catch(null).default(null);

const featuresSchema = z.object({
  credits: number,
  trackedItems: number,
  csvRowExportLimit: number,
  extraCreditPrice: number,
  extraCsvRowPrice: number,
  extraTrackedItemPrice: number,
  maxRowsPerExport: number,
  /** `monthly` is a known value; others are not shown. */
  creditResetFrequency: text,
});
export type PlanFeatures = z.infer<typeof featuresSchema>;

const noFeatures = featuresSchema.parse({});

const planSchema = z.object({
  id: text,
  name: text,
  description: text,
  price: number,
  currency: text,
  createdAt: text,
  updatedAt: text,
  features: featuresSchema.catch(noFeatures).default(noFeatures),
});
export type Plan = z.infer<typeof planSchema>;

/** Returns null if it isn't a plan: not an object, or one without any member of a plan. */
export function readPlan(value: unknown): Plan | null {
  const parsed = planSchema.safeParse(value);
  if (!parsed.success) return null;
  const { name, price, features } = parsed.data;
  const hasFeature = Object.values(features).some((feature) => feature !== null);
  return name === null && price === null && !hasFeature ? null : parsed.data;
}
