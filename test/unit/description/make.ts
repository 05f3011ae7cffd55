/** Small descriptions, as the thread that reads them would give them, and what follows from them. */
import { catalogue } from '#main/catalogue/index.ts';
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import type { Fact } from '#shared/contract/description.ts';
import { effectiveCatalogue } from '#main/core/description/effective-catalogue.ts';
import type { EffectiveCatalogue } from '#main/core/description/effective-catalogue.ts';
import type {
  DescribedOperation,
  DescribedParameter,
  DescribedService,
} from '#main/core/description/described.ts';

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

/** What follows from a description of these operations. */
export const inForceOf = (...operations: DescribedOperation[]): EffectiveCatalogue =>
  inForceWith(service(...operations));

export const inForceWith = (
  described: DescribedService | null,
  corrections: Record<string, string> = {},
): EffectiveCatalogue => effectiveCatalogue(catalogue, { described, corrections, gone: [] });

export const endpointOf = (
  { catalogue: { endpoints } }: EffectiveCatalogue,
  id: string,
): Endpoint => {
  const found = endpoints.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
export const parameterOf = (
  inForce: EffectiveCatalogue,
  id: string,
  key: string,
): Parameter | undefined => endpointOf(inForce, id).parameters.find((one) => one.key === key);
export const factOf = ({ facts }: EffectiveCatalogue, id: string): Fact | undefined =>
  facts.find((one) => one.id === id);

export const cursor = parameter('cursor');
export const fields = parameter('fields', { type: 'array' });
