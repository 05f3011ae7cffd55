/** Which requests are counted. Specification: data endpoints are metered against credits. */
import type { Context } from 'hono';
import { refusesWork } from './faults.ts';
import { answerJson, refuse } from './refusals.ts';
import type { Environment, Service } from './service.ts';

/** Data costs a credit; asking how far an operation is does not. */
export const isMetered = (path: string): boolean =>
  path.startsWith('/api/data/') && !path.startsWith('/api/data/operations/');

/**
 * Takes a credit and counts the call: null when that went well, otherwise the answer. Whatever
 * is refused before or here is not counted; whatever goes wrong afterwards is.
 */
export function takeCredit(service: Service, c: Context<Environment>): Response | null {
  // The answer is replaced anyway, and such a refusal costs nothing.
  if (refusesWork(c.get('fault')?.fault)) return answerJson(200, {});
  const { key } = c.get('credential');
  if (key === null || !service.keys.spend(key)) return refuse(402);
  service.callsCounted += 1;
  return null;
}
