/** Limits of the plan that concern CSV made by the service. Source: specification, Plan record. */
import type { PlanFeatures } from '#shared/service/plan.ts';
import { countOf } from '../../../components/words.ts';

type Limits = Pick<PlanFeatures, 'csvRowExportLimit' | 'maxRowsPerExport'>;

/** Null where the plan says neither. Saving rows here is not limited by it. */
export function planLimitWords({ csvRowExportLimit, maxRowsPerExport }: Limits): string | null {
  const limits = [
    ...(maxRowsPerExport === null ? [] : [`${countOf(maxRowsPerExport, 'row')} in one file`]),
    ...(csvRowExportLimit === null ? [] : [`${countOf(csvRowExportLimit, 'CSV row')} in all`]),
  ];
  return limits.length === 0
    ? null
    : `Your plan lets the service export ${limits.join(', ')}. Saving rows with “Save…” does not count.`;
}
