/** What is documented of the service's pages: metrics in their standard format, and the plan record. */
import { describe, expect, it } from 'vitest';
import { readMetrics } from '#renderer/features/status/metrics.ts';
import { readPlan } from '#shared/service/plan.ts';

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
