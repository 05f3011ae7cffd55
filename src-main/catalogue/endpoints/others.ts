/** Operations, account, trial token, system status and platform: every endpoint without rows. */
import { inBody, inPath } from '../parameters.ts';
import { plainEndpoint } from '../define.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';

type OtherDescription = Pick<
  Endpoint,
  'id' | 'kind' | 'path' | 'title' | 'description' | 'noun' | 'envelope' | 'credential'
> &
  Partial<Endpoint>;

const other = (given: OtherDescription): Endpoint => ({
  ...plainEndpoint,
  platform: null,
  resource: null,
  example: {},
  ...given,
});

export const otherEndpoints: Endpoint[] = [
  other({
    id: 'operations.get',
    kind: 'operation',
    path: '/api/data/operations/{id}',
    title: 'State of an operation',
    description: 'How far along a background job at the service is.',
    noun: 'Operation',
    envelope: 'operation',
    credential: 'accessKey',
    trialAllowed: true,
    parameters: [
      inPath({
        key: 'id',
        label: 'Operation ID',
        type: {
          kind: 'text',
          pattern: { source: '^op_', message: 'An operation ID begins with op_.' },
        },
      }),
    ],
    notes: ['A finished operation expires after 15 minutes.'],
  }),
  other({
    id: 'account.plan',
    kind: 'account',
    path: '/api/plan',
    title: 'Plan',
    description: 'The account’s plan, its credits and limits.',
    noun: 'Plan',
    envelope: 'plan',
    credential: 'sessionToken',
  }),
  other({
    id: 'account.usage',
    kind: 'account',
    path: '/api/usage',
    title: 'Usage',
    description: 'What the account has used, as the service reports it.',
    noun: 'Usage',
    envelope: 'open',
    credential: 'sessionToken',
  }),
  other({
    id: 'trial.token',
    kind: 'trial',
    method: 'POST',
    path: '/api/trial/token',
    title: 'Trial key',
    description: 'A key for stored data, valid for 5 days.',
    noun: 'Trial key',
    envelope: 'trial',
    credential: 'none',
    parameters: [
      inBody({
        key: 'source',
        label: 'How did you hear about the service?',
        type: { kind: 'text' },
      }),
    ],
  }),
  other({
    id: 'system.status',
    kind: 'system',
    path: '/api/status',
    title: 'Service status',
    description: 'How the service is doing now.',
    noun: 'Status',
    envelope: 'open',
    credential: 'none',
  }),
  other({
    id: 'system.history',
    kind: 'system',
    path: '/api/status/history',
    title: 'Status history',
    description: 'How the service has been doing.',
    noun: 'History',
    envelope: 'open',
    credential: 'none',
  }),
  other({
    id: 'platform.health',
    kind: 'platform',
    path: '/health',
    title: 'Health',
    description: 'Whether the service answers.',
    noun: 'Health',
    envelope: 'open',
    credential: 'none',
  }),
  other({
    id: 'platform.metrics',
    kind: 'platform',
    path: '/metrics',
    title: 'Metrics',
    description: 'Counters of the service.',
    noun: 'Metrics',
    envelope: 'open',
    credential: 'none',
  }),
  other({
    id: 'platform.openapi',
    kind: 'platform',
    path: '/openapi.json',
    title: 'Machine-readable description',
    description: 'The service’s own description, for programs.',
    noun: 'Description',
    envelope: 'open',
    credential: 'none',
  }),
];
