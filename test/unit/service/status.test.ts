import { describe, expect, it } from 'vitest';
import { readMetrics } from '#shared/service/metrics.ts';
import { readPlan } from '#shared/service/plan.ts';
import { platformTrouble, readHistory, readStatus, statusPhase } from '#shared/service/status.ts';

describe('states', () => {
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
  ])('%s is %s', (state, phase) => {
    expect(statusPhase(state)).toBe(phase);
  });
});

describe('status', () => {
  it.each([
    [{ status: 'operational', services: [{ name: 'forum', status: 'degraded', ms: 812.5 }] }],
    [
      {
        status: { indicator: 'minor', description: 'x' },
        components: [{ name: 'Forum API', status: 'degraded' }],
      },
    ],
    [{ data: { overall: 'up', platforms: { forum: { state: 'degraded' }, microblog: 'ok' } } }],
    [{ platforms: { forum: 'degraded', microblog: 'operational' } }],
  ])('finds the platform in trouble in %j', (value) => {
    const report = readStatus(value);
    if (report === null) throw new Error('There is no status.');
    expect(Object.keys(platformTrouble(report))).toEqual(['forum']);
  });

  it.each([[[]], [7], [null], [{ a: 1 }], [{ platforms: ['forum'] }], [{ status: 503 }]])(
    'finds none in %j',
    (value) => {
      expect(readStatus(value)).toBeNull();
    },
  );

  it('does not warn of states nobody knows', () => {
    const report = readStatus({ parts: [{ name: 'forum', status: 'purple' }] });
    expect(report?.parts).toMatchObject([{ phase: 'unknown' }]);
    if (report !== null) expect(platformTrouble(report)).toEqual({});
  });
});

describe('history', () => {
  it.each([
    [[{ at: '2026-01-15T08:00:00Z', status: 'operational' }]],
    [{ incidents: [{ at: '2026-01-15T08:00:00Z', status: 'operational' }] }],
    [{ data: { history: [{ at: '2026-01-15T08:00:00Z', status: 'operational' }] } }],
  ])('is found in %j', (value) => {
    expect(readHistory(value)).toEqual([
      {
        name: null,
        state: 'operational',
        phase: 'well',
        message: null,
        from: '2026-01-15T08:00:00Z',
        until: null,
      },
    ]);
  });

  it.each([[{ status: 'ok' }], ['x'], [null]])('is not in %j', (value) => {
    expect(readHistory(value)).toBeNull();
  });
});

describe('metrics', () => {
  it('are read with help, type and labels, and every digit', () => {
    const text = [
      '# HELP http_requests_total Requests.',
      '# TYPE http_requests_total counter',
      'http_requests_total{route="/a b",q="x{}"} 12345678901234567890',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{le="+Inf"} 3',
      'took_seconds_sum 1.5e-3 1700000000',
      'temperature NaN',
      '',
      '# EOF',
      'not a metric at all',
    ].join('\n');
    expect(readMetrics(text)).toEqual({
      metrics: [
        {
          name: 'http_requests_total',
          labels: 'route="/a b",q="x{}"',
          value: '12345678901234567890',
          help: 'Requests.',
          type: 'counter',
        },
        {
          name: 'took_seconds_bucket',
          labels: 'le="+Inf"',
          value: '3',
          help: null,
          type: 'histogram',
        },
        { name: 'took_seconds_sum', labels: '', value: '1.5e-3', help: null, type: 'histogram' },
        { name: 'temperature', labels: '', value: 'NaN', help: null, type: null },
      ],
      unread: 1,
    });
  });

  it('of something else are none', () => {
    expect(readMetrics('{"requests": 3}')).toEqual({ metrics: [], unread: 1 });
    expect(readMetrics('')).toEqual({ metrics: [], unread: 0 });
    // A pattern that tries every way to part the blanks would not end before the test does.
    expect(readMetrics(`a${' '.repeat(300_000)}x`)).toEqual({ metrics: [], unread: 1 });
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
