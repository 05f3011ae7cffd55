import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { Query } from '#shared/query/types.ts';
import { useIsSample, useSnapshot } from '../../state/app.ts';
import { costLine, type CostLine } from './cost-line.ts';

/** What asking costs and brings with the service and the key in use. */
export function useCostLine(endpoint: Endpoint, resource: Resource | null, query: Query): CostLine {
  const isSample = useIsSample();
  const isTrial = useSnapshot(({ credential }) => credential?.kind === 'trialKey');
  return costLine(endpoint, resource, query, { isSample, isTrial });
}
