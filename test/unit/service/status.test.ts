import { describe, expect, it } from 'vitest';
import {
  platformStatus,
  readHistory,
  readStatus,
  statusPhase,
  type StatusReport,
} from '#shared/service/status.ts';
import { readMetrics } from '#renderer/features/status/metrics.ts';
import { platforms as all } from '#shared/catalogue/types.ts';
import { readPlan } from '#shared/service/plan.ts';

it.each([
  ['operational', 'well'],
  ['OK', 'well'],
  ['degraded_performance', 'trouble'],
  ['partial_outage', 'trouble'],
  ['Under maintenance', 'trouble'],
  ['major outage', 'down'],
  ['unhealthy', 'down'],
  ['UNAVAILABLE', 'down'],
  ['not available', 'unknown'],
  ['purple', 'unknown'],
  ['upgraded', 'unknown'],
])('the state %s is %s', (state, phase) => {
  expect(statusPhase(state)).toBe(phase);
});

const incident = { name: 'Forum API', status: 'degraded' };
const none = [[], 7, null, { a: 1 }, { platforms: ['forum'] }, { status: 503 }];
it.each<[value: unknown, platforms: string[] | null]>([
  [
    { status: 'operational', services: [{ name: 'forum', status: 'degraded', ms: 812.5 }] },
    ['forum'],
  ],
  [{ status: { indicator: 'minor', description: 'x' }, components: [incident] }, ['forum']],
  [
    { data: { overall: 'up', platforms: { forum: { state: 'degraded' }, microblog: 'ok' } } },
    ['forum'],
  ],
  [{ platforms: { forum: 'degraded', microblog: 'operational' } }, ['forum']],
  [[{ platform: 'forum', status: 'down' }], ['forum']],
  [
    { status: 'ok', forum: 'degraded', microblog: { status: 'down', message: 'up soon' } },
    ['microblog', 'forum'],
  ],
  // Nobody knows this state, so nobody is warned of it.
  [{ parts: [{ name: 'forum', status: 'purple' }] }, []],
  ...none.map((value): [unknown, null] => [value, null]),
])('the status %j tells which platforms are in trouble: %j', (value, platforms) => {
  const report = readStatus(value);
  const trouble = (of: StatusReport) =>
    all.filter((one) => /trouble|down/.test(platformStatus(of, one)?.phase ?? ''));
  expect(report && trouble(report)).toEqual(platforms);
});

const from = '2026-01-15T08:00:00Z';
const events = [{ at: from, status: 'operational' }];
it.each([
  [events, true],
  [{ incidents: events }, true],
  [{ data: { history: events } }, true],
  [{ status: 'ok' }, false],
  ['x', false],
  [null, false],
])('%j is a history: %j', (value, isHistory) => {
  const event = { name: null, message: null, until: null, state: 'operational', phase: 'well' };
  expect(readHistory(value)).toEqual(isHistory ? [{ ...event, from }] : null);
});

describe('metrics', () => {
  it('are read with help, type and labels, and every digit', () => {
    const text = `# HELP http_requests_total Requests.
# TYPE http_requests_total counter
http_requests_total{route="/a b",q="x{}"} 12345678901234567890
# TYPE took_seconds histogram
took_seconds_bucket{le="+Inf"} 3
took_seconds_sum 1.5e-3 1700000000
temperature NaN

# EOF
not a metric at all`;
    const { metrics, unread } = readMetrics(text);
    const labels = 'route="/a b",q="x{}"';
    expect(metrics.map((one) => [one.name, one.labels, one.value, one.help, one.type])).toEqual([
      ['http_requests_total', labels, '12345678901234567890', 'Requests.', 'counter'],
      ['took_seconds_bucket', 'le="+Inf"', '3', null, 'histogram'],
      ['took_seconds_sum', '', '1.5e-3', null, 'histogram'],
      ['temperature', '', 'NaN', null, null],
    ]);
    expect(unread).toBe(1);
  });

  it.each([
    ['{"requests": 3}', 1],
    ['', 0],
    // A pattern that tries every way to part the blanks would not end before the test does.
    [`a${' '.repeat(300_000)}x`, 1],
  ])('of something else are none', (text, unread) => {
    expect(readMetrics(text)).toEqual({ metrics: [], unread });
  });
});

it('a plan loses no more than the members that are strange', () => {
  const features = { credits: 5, creditResetFrequency: 'per_moon' };
  const strange = { ...features, trackedItems: 'many' };
  expect(readPlan({ name: 'P', price: '12', currency: 'EUR', features: strange })).toMatchObject({
    name: 'P',
    price: null,
    features: { ...features, trackedItems: null },
  });
});

it.each([[null], [[]], ['x'], [{}], [{ results: [] }], [{ features: 'all' }]])(
  '%j is no plan',
  (value) => expect(readPlan(value)).toBeNull(),
);
