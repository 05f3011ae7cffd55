/** Which facts are shown, and what is said of them. */
import type { Assumption, ServiceProfile } from '#shared/contract/description.ts';
import { countOf } from '../../components/words.ts';

export const sayers: Record<Assumption['inForce']['by'], string> = {
  assumption: 'assumed',
  service: 'from the service',
  person: 'yours',
};

export const shows = ['all', 'assumed', 'service', 'person'] as const;
/** Which part of the table is shown, by who has the last word. */
export type Show = (typeof shows)[number];

export const showLabels: Record<Show, string> = {
  all: 'All',
  assumed: 'Assumed',
  service: 'From the service',
  person: 'Yours',
};

const byOf: Record<Exclude<Show, 'all'>, Assumption['inForce']['by']> = {
  assumed: 'assumption',
  service: 'service',
  person: 'person',
};

/** Those that fit every word typed. */
export function findFacts(
  assumptions: readonly Assumption[],
  show: Show,
  typed: string,
): Assumption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return assumptions.filter((fact) => {
    if (show !== 'all' && fact.inForce.by !== byOf[show]) return false;
    const { question, about, assumed, inForce, service, platform } = fact;
    const text = [platform, question, about, assumed, inForce.value, service?.value]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether only a person can settle it: what the service says of it is not clear. */
export const needsDecision = ({ inForce, notTaken, candidates }: Assumption): boolean =>
  inForce.by === 'assumption' && (notTaken !== null || candidates.length > 0);

/** "31 assumptions: 12 settled by the service, 2 by you." */
export function summaryOf({ assumptions }: ServiceProfile): string {
  const settled = (by: Assumption['inForce']['by']): number =>
    assumptions.filter(({ inForce }) => inForce.by === by).length;
  return `${countOf(assumptions.length, 'assumption')}: ${settled('service')} settled by the service, ${settled('person')} by you.`;
}

/** What the service says, where it says nothing that could be taken. */
export function silence({ notTaken, candidates }: Assumption, wasRead: boolean): string {
  if (notTaken !== null) return notTaken;
  if (candidates.length > 0) return 'Several names would match.';
  return wasRead ? 'Nothing.' : 'Not asked yet.';
}
