import { describe, expect, it } from 'vitest';
import {
  readMetrics,
  platformTrouble,
  readHistory,
  readStatus,
  statusPhase,
} from '#shared/service/status.ts';
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

describe('status', () => {
  const incident = { name: 'Forum API', status: 'degraded' };
  it.each([
    [{ status: 'operational', services: [{ name: 'forum', status: 'degraded', ms: 812.5 }] }],
    [{ status: { indicator: 'minor', description: 'x' }, components: [incident] }],
    [{ data: { overall: 'up', platforms: { forum: { state: 'degraded' }, microblog: 'ok' } } }],
    [{ platforms: { forum: 'degraded', microblog: 'operational' } }],
  ])('finds the platform in trouble in %j', (value) => {
    expect(Object.keys(platformTrouble(readStatus(value)!))).toEqual(['forum']);
  });

  const none = [[], 7, null, { a: 1 }, { platforms: ['forum'] }, { status: 503 }];
  it.each(none.map((value) => [value]))('finds none in %j', (value) => {
    expect(readStatus(value)).toBeNull();
  });

  it('does not warn of states nobody knows', () => {
    const report = readStatus({ parts: [{ name: 'forum', status: 'purple' }] })!;
    expect(report.parts).toMatchObject([{ phase: 'unknown' }]);
    expect(platformTrouble(report)).toEqual({});
  });
});

describe('history', () => {
  const events = [{ at: '2026-01-15T08:00:00Z', status: 'operational' }];
  it.each([[events], [{ incidents: events }], [{ data: { history: events } }]])(
    'is found in %j',
    (value) => {
      const none = { name: null, message: null, until: null };
      const from = '2026-01-15T08:00:00Z';
      expect(readHistory(value)).toEqual([{ ...none, state: 'operational', phase: 'well', from }]);
    },
  );

  it.each([[{ status: 'ok' }], ['x'], [null]])('is not in %j', (value) => {
    expect(readHistory(value)).toBeNull();
  });
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

describe('a plan', () => {
  it('loses no more than the members that are strange', () => {
    const plan = readPlan({
      name: 'P',
      price: '12',
      currency: 'EUR',
      features: { credits: 5, trackedItems: 'many', creditResetFrequency: 'per_moon' },
    });
    expect(plan).toMatchObject({
      name: 'P',
      price: null,
      features: { credits: 5, trackedItems: null, creditResetFrequency: 'per_moon' },
    });
  });

  it.each([[null], [[]], ['x'], [{}], [{ results: [] }], [{ features: 'all' }]])(
    '%j is none',
    (value) => {
      expect(readPlan(value)).toBeNull();
    },
  );
});
