/**
 * The state of the service: status, its history, health, metrics. Needs no credential and no credit. The
 * specification shows none of these payloads; these are typical ones.
 */
import { platforms } from '#shared/catalogue/types.ts';
import { createDice } from './data/dice.ts';
import { answerJson } from './answers.ts';
import type { SampleRequest, Service } from './service.ts';

const dayMs = 86_400_000;

/** The sample is always operational: tests of other statuses use their own servers. */
export function answerStatus({ clock, world }: Service): Response {
  return answerJson(200, {
    status: 'operational',
    updatedAt: new Date(clock()).toISOString(),
    platforms: platforms.map((platform) => ({
      name: platform,
      status: 'operational',
      responseMs: createDice(world.seed, 'latency', platform).between(180, 900),
    })),
  });
}

const incidents = [
  [2, 'shortvideo', 'degraded', 'Comments were slower than normal.', 50],
  [9, 'photoshare', 'outage', 'Live data could not be fetched.', 95],
  [9, 'microblog', 'degraded', 'Searches with dates took up to 40 seconds.', 30],
  [23, 'forum', 'maintenance', 'Planned work on stored data.', 120],
] as const;

/** Past incidents, latest first. */
export function answerHistory({ clock }: Service): Response {
  const today = Math.floor(clock() / dayMs) * dayMs;
  return answerJson(
    200,
    incidents.map(([daysAgo, platform, status, message, minutes]) => {
      const startedAt = today - daysAgo * dayMs + 9 * 3_600_000;
      return {
        platform,
        status,
        message,
        startedAt: new Date(startedAt).toISOString(),
        resolvedAt: new Date(startedAt + minutes * 60_000).toISOString(),
      };
    }),
  );
}

export function answerHealth({ clock, startedAt }: Service): Response {
  return answerJson(200, {
    status: 'ok',
    version: '1.0.0',
    uptimeSeconds: Math.max(0, Math.round((clock() - startedAt) / 1000)),
    checks: { database: 'ok', queue: 'ok' },
  });
}

/** Counters in the text format of monitoring programs (Prometheus, version 0.0.4). */
export function answerMetrics(service: Service): Response {
  const { requests, callsCounted, clock, startedAt } = service;
  const lines = [
    '# HELP http_requests_total Requests by method, family of paths and status.',
    '# TYPE http_requests_total counter',
    ...[...countBy(requests)].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
    '# HELP credits_spent_total Metered calls that were counted.',
    '# TYPE credits_spent_total counter',
    `credits_spent_total ${callsCounted}`,
    '# HELP process_uptime_seconds Time since the service started.',
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${Math.max(0, (clock() - startedAt) / 1000)}`,
    '# HELP platform_up Whether a platform can be asked.',
    '# TYPE platform_up gauge',
    ...platforms.map((platform) => `platform_up{platform="${platform}"} 1`),
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

function countBy(requests: readonly SampleRequest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { method, path, status } of requests) {
    const [, first = '', second = ''] = path.split('/');
    const family = first === 'api' ? `/api/${second}` : `/${first}`;
    // Free text in a label would allow injection.
    const name = /^[\w/-]*$/.test(family) ? family : '/other';
    const labels = `method="${method}",family="${name}",status="${status ?? 0}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  }
  return counts;
}
