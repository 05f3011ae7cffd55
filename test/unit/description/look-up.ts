/** What is in force of one endpoint, parameter or fact. */
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import type { Assumption, Difference } from '#shared/contract/description.ts';
import type { InForce } from '#shared/description/in-force.ts';
import { parameter } from './make.ts';

export const endpointOf = ({ catalogue: { endpoints } }: InForce, id: string): Endpoint => {
  const found = endpoints.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
export const parameterOf = (inForce: InForce, id: string, key: string): Parameter | undefined =>
  endpointOf(inForce, id).parameters.find((one) => one.key === key);
export const assumption = ({ assumptions }: InForce, id: string): Assumption | undefined =>
  assumptions.find((one) => one.id === id);
export const difference = ({ differences }: InForce, id: string): Difference | undefined =>
  differences.find((one) => one.id === id);

export const cursor = parameter('cursor');
export const fields = parameter('fields', { type: 'array' });
