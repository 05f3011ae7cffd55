/**
 * Every endpoint as a fact. What is typed out here comes from the specification's "Questions";
 * the ids are the project's own names for them.
 */
import { fieldLists } from './fields.ts';
import { cursor, fields, parameters, responseType, since, until } from './parameters.ts';
import type {
  LiveEndpointFact,
  OtherEndpointFact,
  PathRule,
  Platform,
  QueryParameterFact,
  ResourceName,
  StoredEndpointFact,
} from './types.ts';

/**
 * Id, path (without the platform and its `/live`), what it answers with, and its query parameters,
 * a line each, to be laid beside the specification's.
 */
const tables: Readonly<Record<Platform, string>> = {
  microblog: `
    posts.search            posts                         microblogPost q since until lang countryCode sortBy fields cursor
    posts.by-user           posts/users/{username}        microblogPost since until fields cursor
    posts.get               posts/{id}                    microblogPost fields
    posts.comments          posts/{id}/comments           microblogPost fields cursor
    posts.quotes            posts/{id}/quotes             microblogPost fields cursor
    posts.interacting-users posts/{id}/interacting-users  microblogUser postInteraction fields cursor
    users.search            users                         microblogUser userWords fields cursor
    users.get               users/{username}              microblogUser fields
    users.connections       users/{username}/connections  microblogUser connectionType fields cursor
  `,
  photoshare: `
    posts.search            posts                                   photosharePost q fields cursor
    posts.by-user           posts/users/{identifier}                photosharePost fields cursor
    posts.get               posts/{id}                              photosharePost fields
    posts.comments          posts/{id}/comments                     photoshareComment fields cursor
    comments.get            posts/{id}/comments/{commentId}         photoshareComment fields
    comments.replies        posts/{id}/comments/{commentId}/replies photoshareComment fields cursor
    posts.interacting-users posts/{id}/interacting-users            photoshareUser mediaInteraction fields cursor
    users.search            users                                   photoshareUser name fields cursor
    users.get               users/{identifier}                      photoshareUser fields
    users.connections       users/{identifier}/connections          photoshareUser connectionType fields cursor
  `,
  forum: `
    posts.by-ids            posts/ids                  forumPost ids fields
    comments.by-user        comments/users/{username}  forumComment sort time fields limit cursor
  `,
  shortvideo: `
    posts.by-user           posts/users/{identifier}         shortvideoPost fields cursor
    posts.by-sound          posts/sounds/{sound}             shortvideoPost fields cursor
    comments.get            posts/{id}/comments/{commentId}  shortvideoComment fields
    sounds.search           sounds                           shortvideoSound keyword fields cursor
    users.connections       users/{identifier}/connections   shortvideoUser connectionType fields cursor
  `,
};

/** Where the specification shows another form of the path than for the other platforms. */
const assumedPaths = new Set(['forum.comments.by-user', 'shortvideo.users.connections']);

/** The forum's ids stand in the query. */
const idRules: Readonly<Record<Platform, PathRule>> = {
  microblog: 'microblogPostId',
  photoshare: 'photosharePostId',
  forum: 'any',
  shortvideo: 'shortvideoPostId',
};

function ruleOf(platform: Platform, parameter: string): PathRule {
  if (parameter === 'id') return idRules[platform];
  return parameter === 'username' || parameter === 'identifier' ? 'username' : 'any';
}

const isResource = (name: string): name is ResourceName => name in fieldLists;

function parameterCalled(name: string): QueryParameterFact {
  const found = parameters.get(name);
  if (found === undefined) throw new Error(`no parameter ${name}`);
  return found;
}

function liveEndpoint(platform: Platform, line: string): LiveEndpointFact {
  const [shortId = '', path = '', resource = '', ...names] = line.trim().split(/\s+/);
  if (!isResource(resource)) throw new Error(`no resource ${resource}`);
  const id = `${platform}.${shortId}`;
  const query = names.map(parameterCalled);
  return {
    id,
    platform,
    path: `/api/data/${platform}/${path}/live`,
    pathEvidence: assumedPaths.has(id) ? 'assumed' : 'documented',
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      rule: ruleOf(platform, name),
    })),
    query,
    resource,
    pages: query.includes(cursor),
    fieldList: fieldLists[resource].evidence === 'documented' ? 'closed' : 'suggestions',
    ...(shortId === 'comments.replies' ? { parentComment: true } : {}),
  };
}

/** 26: microblog 9, photoshare 10, forum 2, shortvideo 5. All GET, access key, metered, no trial keys. */
export const liveEndpoints: readonly LiveEndpointFact[] = (
  ['microblog', 'photoshare', 'forum', 'shortvideo'] as const
).flatMap((platform) =>
  tables[platform]
    .trim()
    .split('\n')
    .map((line) => liveEndpoint(platform, line)),
);

function storedFrom(live: LiveEndpointFact): StoredEndpointFact {
  const { pages: _, ...fact } = live;
  const kept = fact.query.filter((one) => one !== cursor);
  return {
    ...fact,
    id: `${fact.id}.stored`,
    liveId: fact.id,
    path: fact.path.replace(/\/live$/, ''),
    pathEvidence: 'assumed',
    query: [...new Set([...kept, fields, since, until, responseType])],
  };
}

/**
 * 19, all assumed: the specification documents the four options of stored data, not its paths.
 * Access key, metered; trial keys get at most 5 results.
 */
export const storedEndpoints: readonly StoredEndpointFact[] = liveEndpoints
  .filter(({ pages }) => pages)
  .map(storedFrom);

const other = (
  id: string,
  path: string,
  credential: OtherEndpointFact['credential'],
  more: Partial<OtherEndpointFact> = {},
): OtherEndpointFact => ({
  id,
  method: 'GET',
  path,
  pathParameters: [],
  credential,
  metered: false,
  ...more,
});

export const otherEndpoints: readonly OtherEndpointFact[] = [
  other('operations.get', '/api/data/operations/{id}', 'accessKey', { pathParameters: ['id'] }),
  other('account.plan', '/api/plan', 'session'),
  other('account.usage', '/api/usage', 'session'),
  other('trial.token', '/api/trial/token', 'none', { method: 'POST', body: ['source'] }),
  other('system.status', '/api/status', 'none'),
  other('system.history', '/api/status/history', 'none'),
  other('platform.health', '/health', 'none'),
  other('platform.metrics', '/metrics', 'none'),
  other('platform.openapi', '/openapi.json', 'none'),
];
