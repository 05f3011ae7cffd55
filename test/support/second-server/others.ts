/** Account, trial, status and platform endpoints: small fixed answers. */
import { planFeatureMembers } from '../facts/records.ts';
import { jsonAnswer, refusal } from './answers.ts';
import type { Answer, JsonValue } from './types.ts';

const created = '2026-01-15T08:00:00.000Z';

const features: Record<keyof typeof planFeatureMembers, number | string> = {
  credits: 25_000,
  trackedItems: 10,
  csvRowExportLimit: 100_000,
  extraCreditPrice: 0.005,
  extraCsvRowPrice: 0.0001,
  extraTrackedItemPrice: 4.5,
  maxRowsPerExport: 50_000,
  creditResetFrequency: 'monthly',
};

const fixedAnswers: Readonly<Record<string, Answer>> = {
  'account.plan': jsonAnswer(200, {
    id: 'plan_second',
    name: 'Second plan',
    features,
    price: 49.9,
    currency: 'EUR',
    paymentProductId: 'prod_second',
    extraTrackedItemPriceId: 'price_second',
    description: 'A plan with "quotes", and commas',
    createdAt: created,
    updatedAt: created,
  }),
  'account.usage': jsonAnswer(200, {
    credits: { used: 1234, remaining: 23_766 },
    byDay: [{ day: '2026-05-31', calls: 12 }],
  }),
  'system.status': jsonAnswer(200, {
    status: 'operational',
    services: [{ name: 'forum', status: 'degraded', latencyMs: 812.5 }],
  }),
  'system.history': jsonAnswer(200, [{ at: created, status: 'operational' }]),
  'platform.health': jsonAnswer(200, { status: 'ok', uptime: 86_400 }),
  'platform.metrics': {
    kind: 'text',
    status: 200,
    type: 'text/plain; version=0.0.4',
    body: '# HELP http_requests_total Requests.\n# TYPE http_requests_total counter\nhttp_requests_total{route="/health"} 3\n',
  },
};

/** An account, status or platform answer by endpoint id. */
export function answerFixed(id: string, selfDescription: JsonValue | undefined): Answer {
  if (id === 'platform.openapi' && selfDescription !== undefined) {
    return jsonAnswer(200, selfDescription, 'indented');
  }
  return fixedAnswers[id] ?? refusal(404, 'Not found');
}

/** `POST /api/trial/token` with the JSON body `{source}`; the key is in `data.accessKey`. */
export function answerTrialToken(body: string, trialKey: string): Answer {
  return /^\{"source":"[^"]*\S[^"]*"\}$/.test(body)
    ? jsonAnswer(200, { success: true, data: { accessKey: trialKey } })
    : refusal(400, "The body must be JSON with a text member 'source'");
}
