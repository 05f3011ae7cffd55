/**
 * The account: plan, usage, trial keys. The plan record follows the specification, which does not show the
 * usage record: this is one possible form.
 */
import type { Context } from 'hono';
import { platforms } from '#shared/catalogue/types.ts';
import { createDice } from './data/dice.ts';
import type { Json } from './answers.ts';
import { answerJson, refuse } from './answers.ts';
import type { Environment, Service } from './service.ts';

const dayMs = 86_400_000;

const features = {
  credits: 50_000,
  trackedItems: 25,
  csvRowExportLimit: 2_000_000,
  extraCreditPrice: 0.004,
  extraCsvRowPrice: 0.00002,
  extraTrackedItemPrice: 2,
  maxRowsPerExport: 500_000,
  creditResetFrequency: 'monthly',
} as const;

const plan = {
  id: 'plan_sample_research',
  name: 'Research',
  features,
  price: 89,
  currency: 'EUR',
  paymentProductId: 'prod_sample_research',
  extraTrackedItemPriceId: 'price_sample_tracked_item',
  description: 'For a team that collects public posts every week.',
  createdAt: '2026-02-03T09:00:00.000Z',
  updatedAt: '2026-09-14T13:30:00.000Z',
} as const;

type Answer = (c: Context<Environment>) => Response | Promise<Response>;

/** Specification, Account: a 401 with a body of `message` only. */
export const answerPlan: Answer = (c) =>
  hasSession(c)
    ? answerJson(200, plan)
    : answerJson(401, { message: 'Sign in to the dashboard to see your plan.' });

export function answerUsage(service: Service): Answer {
  return (c) =>
    hasSession(c)
      ? answerJson(200, usageOf(service))
      : refuse(401, 'Sign in to the dashboard to see your usage.');
}

const hasSession = (c: Context<Environment>): boolean => c.get('credential').kind === 'session';

/** The month so far: made up for the days before today, counted since the start for today. */
function usageOf({ clock, world, callsCounted }: Service): Json {
  const now = new Date(clock());
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const today = Math.floor((clock() - first) / dayMs);
  const byDay = Array.from({ length: today + 1 }, (_, index) => {
    const day = new Date(first + index * dayMs);
    const isWeekend = day.getUTCDay() % 6 === 0;
    const calls = createDice(world.seed, 'usage', first, index).count(isWeekend ? 8 : 90, 0.5);
    return { day: dateOf(day), credits: index === today ? calls + callsCounted : calls };
  });
  const used = byDay.reduce((sum, { credits }) => sum + credits, 0);
  const shares = [0.62, 0.2, 0.07];
  const byPlatform = platforms.map((platform, index) => ({
    platform,
    credits: Math.floor(used * (shares[index] ?? 0)),
  }));
  const last = byPlatform.at(-1);
  if (last !== undefined) {
    last.credits = used - byPlatform.reduce((sum, { credits }) => sum + credits, 0);
  }
  return {
    period: { from: dateOf(new Date(first)), until: dateOf(new Date(next)) },
    credits: { used, remaining: Math.max(features.credits - used, 0), limit: features.credits },
    trackedItems: { used: 7, limit: features.trackedItems },
    csvRows: { used: 412_090, limit: features.csvRowExportLimit },
    byPlatform,
    byDay,
  };
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Specification, Trial token: the key is in `data.accessKey`. */
export function answerTrialToken({ keys }: Service): Answer {
  return async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const source =
      typeof body === 'object' && body !== null && 'source' in body ? body.source : null;
    if (typeof source !== 'string' || source.trim() === '') {
      return refuse(400, '`source` is required: say where you heard about the service.');
    }
    return answerJson(200, { success: true, data: { accessKey: keys.createTrialKey() } });
  };
}
