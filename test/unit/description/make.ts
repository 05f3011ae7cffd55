/** Small descriptions, as the thread that reads them would give them. */
import { catalogue } from '#shared/catalogue/index.ts';
import { catalogueInForce } from '#shared/description/in-force.ts';
import type { InForce } from '#shared/description/in-force.ts';
import type {
  DescribedOperation,
  DescribedParameter,
  DescribedService,
} from '#shared/description/described.ts';

export const parameter = (
  name: string,
  change: Partial<DescribedParameter> = {},
): DescribedParameter => ({
  name,
  required: false,
  description: '',
  type: 'string',
  format: null,
  values: null,
  default: null,
  example: null,
  min: null,
  max: null,
  maxItems: null,
  repeated: false,
  ...change,
});

export const required = (
  name: string,
  change: Partial<DescribedParameter> = {},
): DescribedParameter => parameter(name, { required: true, ...change });

export function operation(
  path: string,
  query: DescribedParameter[] = [],
  change: Partial<DescribedOperation> = {},
): DescribedOperation {
  return {
    path,
    title: '',
    description: '',
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => required(name ?? '')),
    query,
    needs: null,
    fields: null,
    envelope: null,
    ...change,
  };
}

export const service = (...operations: DescribedOperation[]): DescribedService => ({
  title: 'A service',
  version: '1',
  paths: operations.length,
  operations,
});

export const inForceWith = (
  described: DescribedService | null,
  corrections: Record<string, string> = {},
): InForce => catalogueInForce(catalogue, { described, corrections, gone: [] });
