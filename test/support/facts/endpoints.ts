/**
 * Every endpoint as a fact. What is typed out here comes from the specification's "Endpoints";
 * the ids are the project's own names for them.
 */
import { forumEndpoints } from './endpoints-forum.ts';
import { microblogEndpoints } from './endpoints-microblog.ts';
import { photoshareEndpoints } from './endpoints-photoshare.ts';
import { shortvideoEndpoints } from './endpoints-shortvideo.ts';
import { fields, responseType, since, until } from './parameters.ts';
import type { LiveEndpointFact, OtherEndpointFact, StoredEndpointFact } from './types.ts';

/** 26: microblog 9, photoshare 10, forum 2, shortvideo 5. All GET, access key, metered, no trial keys. */
export const liveEndpoints: readonly LiveEndpointFact[] = [
  ...microblogEndpoints,
  ...photoshareEndpoints,
  ...forumEndpoints,
  ...shortvideoEndpoints,
];

function storedFrom(live: LiveEndpointFact): StoredEndpointFact {
  const { pages: _, ...rest } = live;
  const kept = live.query.filter((parameter) => parameter.name !== 'cursor');
  const names = new Set(kept.map((parameter) => parameter.name));
  const added = [fields, since, until, responseType].filter((one) => !names.has(one.name));
  return {
    ...rest,
    id: `${live.id}.stored`,
    liveId: live.id,
    path: live.path.replace(/\/live$/, ''),
    pathEvidence: 'assumed',
    query: [...kept, ...added],
  };
}

/**
 * 19, all assumed: the specification documents the four options of stored data, not its paths.
 * Access key, metered; trial keys get at most 5 results.
 */
export const storedEndpoints: readonly StoredEndpointFact[] = liveEndpoints
  .filter((endpoint) => endpoint.pages)
  .map(storedFrom);

export const otherEndpoints: readonly OtherEndpointFact[] = [
  {
    id: 'operations.get',
    method: 'GET',
    path: '/api/data/operations/{id}',
    pathParameters: ['id'],
    credential: 'accessKey',
    metered: false,
  },
  {
    id: 'account.plan',
    method: 'GET',
    path: '/api/plan',
    pathParameters: [],
    credential: 'session',
    metered: false,
  },
  {
    id: 'account.usage',
    method: 'GET',
    path: '/api/usage',
    pathParameters: [],
    credential: 'session',
    metered: false,
  },
  {
    id: 'trial.token',
    method: 'POST',
    path: '/api/trial/token',
    pathParameters: [],
    credential: 'none',
    metered: false,
    body: ['source'],
  },
  {
    id: 'system.status',
    method: 'GET',
    path: '/api/status',
    pathParameters: [],
    credential: 'none',
    metered: false,
  },
  {
    id: 'system.history',
    method: 'GET',
    path: '/api/status/history',
    pathParameters: [],
    credential: 'none',
    metered: false,
  },
  {
    id: 'platform.health',
    method: 'GET',
    path: '/health',
    pathParameters: [],
    credential: 'none',
    metered: false,
  },
  {
    id: 'platform.metrics',
    method: 'GET',
    path: '/metrics',
    pathParameters: [],
    credential: 'none',
    metered: false,
  },
  {
    id: 'platform.openapi',
    method: 'GET',
    path: '/openapi.json',
    pathParameters: [],
    credential: 'none',
    metered: false,
  },
];
