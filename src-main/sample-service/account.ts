/**
 * What is not about data: the account (plan, usage, trial keys) for a session, and the state of the service
 * (status, history, health, metrics) without a credential. The plan record follows the specification, which
 * shows none of the other payloads: these are typical ones.
 */
import type { Context, Hono } from 'hono';
import { platforms } from '#shared/catalogue/types.ts';
import { answerJson, answerText, refuse } from './answers.ts';
import type { Json } from './answers.ts';
import account from './data/account.json' with { type: 'json' };
import { createDice, seed } from './data/dice.ts';
import type { Environment, Service } from './service.ts';

const dayMs = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();

export function addAccountRoutes(app: Hono<Environment>, service: Service): void {
  // Specification, Account: a 401 with a body of `message` only.
  app.get('/api/plan', (c) =>
    hasSession(c)
      ? answerJson(200, account.plan)
      : answerJson(401, { message: 'Sign in to the dashboard to see your plan.' }),
  );
  app.get('/api/usage', (c) =>
    hasSession(c)
      ? answerJson(200, usageOf(service))
      : refuse(401, 'Sign in to the dashboard to see your usage.'),
  );
  // Specification, Trial token: the key is in `data.accessKey`.
  app.post('/api/trial/token', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const source =
      typeof body === 'object' && body !== null && 'source' in body ? body.source : null;
    return typeof source === 'string' && source.trim() !== ''
      ? answerJson(200, { success: true, data: { accessKey: service.keys.createTrialKey() } })
      : refuse(400, '`source` is required: say where you heard about the service.');
  });
  app.get('/api/status', () => answerJson(200, statusOf(service)));
  app.get('/api/status/history', () => answerJson(200, historyOf(service)));
  app.get('/health', () => answerJson(200, healthOf(service)));
  app.get('/metrics', () => answerText(metricsOf(service), 'text/plain; version=0.0.4'));
}

const hasSession = (c: Context<Environment>): boolean => c.get('credential').kind === 'session';

/** The month so far: made up for the days before today, counted since the start for today. */
function usageOf({ callsCounted, clock }: Service): Json {
  const now = new Date(clock());
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const today = Math.floor((clock() - first) / dayMs);
  const byDay = Array.from({ length: today + 1 }, (_, index) => {
    const at = first + index * dayMs;
    const isWeekend = new Date(at).getUTCDay() % 6 === 0;
    const calls = createDice(seed, 'usage', first, index).count(isWeekend ? 8 : 90, 0.5);
    return { day: iso(at).slice(0, 10), credits: index === today ? calls + callsCounted : calls };
  });
  const used = byDay.reduce((sum, { credits }) => sum + credits, 0);
  const { credits: limit, csvRowExportLimit, trackedItems } = account.plan.features;
  let left = used;
  const byPlatform = platforms.map((platform, index) => {
    const credits = index === platforms.length - 1 ? left : Math.floor(used * 0.6 * 0.3 ** index);
    left -= credits;
    return { platform, credits };
  });
  return {
    period: { from: iso(first).slice(0, 10), until: iso(next).slice(0, 10) },
    credits: { used, remaining: Math.max(limit - used, 0), limit },
    trackedItems: { used: 7, limit: trackedItems },
    csvRows: { used: 412_090, limit: csvRowExportLimit },
    byPlatform,
    byDay,
  };
}

/** The sample is always operational: tests of other statuses use their own servers. */
const statusOf = ({ clock }: Service): Json => ({
  status: 'operational',
  updatedAt: iso(clock()),
  platforms: platforms.map((name) => ({
    name,
    status: 'operational',
    responseMs: createDice(seed, 'latency', name).between(180, 900),
  })),
});

/** Past incidents, latest first. */
const historyOf = ({ clock }: Service): Json =>
  account.incidents.map(({ daysAgo, message, minutes, platform, status }) => {
    const startedAt = Math.floor(clock() / dayMs) * dayMs - daysAgo * dayMs + 9 * 3_600_000;
    const resolvedAt = iso(startedAt + minutes * 60_000);
    return { platform, status, message, startedAt: iso(startedAt), resolvedAt };
  });

const uptimeOf = ({ clock, startedAt }: Service): number =>
  Math.max(0, (clock() - startedAt) / 1000);

const healthOf = (service: Service): Json => ({
  status: 'ok',
  version: '1.0.0',
  uptimeSeconds: Math.round(uptimeOf(service)),
  checks: { database: 'ok', queue: 'ok' },
});

/** Counters in the text format of monitoring programs (Prometheus, version 0.0.4). */
function metricsOf(service: Service): string {
  const write = (name: string, type: string, help: string, values: readonly string[]): string =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...values.map((value) => name + value)]
      .map((line) => `${line}\n`)
      .join('');
  const counts = [...service.requests].map(([labels, count]) => `{${labels}} ${count}`);
  const ups = platforms.map((platform) => `{platform="${platform}"} 1`);
  const requests = 'Requests by method, family of paths and status.';
  return (
    write('http_requests_total', 'counter', requests, counts) +
    write('credits_spent_total', 'counter', 'Metered calls.', [` ${service.callsCounted}`]) +
    write('process_uptime_seconds', 'gauge', 'Since the start.', [` ${uptimeOf(service)}`]) +
    write('platform_up', 'gauge', 'Whether a platform can be asked.', ups)
  );
}

/** Counts an answered request by the labels of its metric. */
export function countRequest({ requests }: Service, c: Context): void {
  const [, first = '', second = ''] = c.req.path.split('/');
  const family = first === 'api' ? `/api/${second}` : `/${first}`;
  // Free text in a label would allow injection.
  const name = /^[\w/-]*$/.test(family) ? family : '/other';
  const labels = `method="${c.req.method}",family="${name}",status="${c.res.status}"`;
  requests.set(labels, (requests.get(labels) ?? 0) + 1);
}
