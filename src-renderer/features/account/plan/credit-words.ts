/** What is left of the credits, in a headline, a share and a few words. */
import type { Credits } from '#shared/service/credits.ts';
import type { Plan } from '#shared/service/plan.ts';
import { grouping } from '../../../components/words.ts';

export interface CreditsHeadline {
  /** "48,199" */
  figure: string;
  /** "of 50,000 credits left" */
  words: string;
  /** From 0 to 1; null without a limit. */
  share: number | null;
}

/** Says no more than the service did: nothing is subtracted. Null when there is no number. */
export function creditsHeadline(
  credits: Credits | null,
  plan: Plan | null,
): CreditsHeadline | null {
  const allowed = plan?.features.credits ?? null;
  const limit = credits?.limit ?? allowed;
  if (typeof credits?.left === 'number') return headline(credits.left, limit, 'left');
  if (typeof credits?.used === 'number') return headline(credits.used, limit, 'used');
  if (allowed === null) return null;
  return { figure: grouping(allowed), words: 'credits in the plan', share: null };
}

/** Bought credits can be more than the plan has: "of" would then be wrong. */
function headline(count: number, limit: number | null, word: string): CreditsHeadline {
  const isShare = limit !== null && limit > 0 && count <= limit;
  return {
    figure: grouping(count),
    words: isShare ? `of ${grouping(limit)} credits ${word}` : `credits ${word}`,
    share: isShare ? count / limit : null,
  };
}

/** "renews 1 Dec", "period ends 30 Nov"; null when neither is known, or it is over. */
export function renewalDay(credits: Credits | null, plan: Plan | null, now: Date): string | null {
  if (credits === null) return null;
  const { renewsOn, periodFrom, periodUntil } = credits;
  const end = renewsOn ?? periodUntil;
  if (end === null || dateOf(end, 23) < now) return null;
  // A month that ends on the day it began on ends with the next one's first day.
  const isMonth = plan?.features.creditResetFrequency?.toLowerCase() === 'monthly';
  const isNextStart = isMonth && periodFrom?.slice(8) === end.slice(8);
  return `${renewsOn !== null || isNextStart ? 'renews' : 'period ends'} ${shortDay(end)}`;
}

/** As the service writes it, whatever the time zone. */
const dateOf = (day: string, hour = 12): Date => new Date(`${day}T${hour}:00:00`);

/** "1 Dec". */
export const shortDay = (day: string): string =>
  dateOf(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

/** "Monday 2 November". */
export const longDay = (day: string): string =>
  dateOf(day).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
