/** The nine live microblog endpoints (specification, "Microblog (live)"). */
import {
  connectionType,
  cursor,
  fields,
  interactionType,
  requiredText,
  since,
  until,
} from './parameters.ts';
import type { LiveEndpointFact, QueryParameterFact } from './types.ts';

const posts = {
  platform: 'microblog',
  pathEvidence: 'documented',
  resource: 'microblogPost',
  fieldList: 'suggestions',
} as const;

const users = {
  platform: 'microblog',
  pathEvidence: 'documented',
  resource: 'microblogUser',
  fieldList: 'closed',
} as const;

const postId = [{ name: 'id', rule: 'microblogPostId' }] as const;
const username = [{ name: 'username', rule: 'username' }] as const;

const lang: QueryParameterFact = {
  name: 'lang',
  evidence: 'documented',
  type: 'text',
  required: false,
  requiredEvidence: 'documented',
};

const countryCode: QueryParameterFact = {
  name: 'countryCode',
  evidence: 'documented',
  type: 'text',
  required: false,
  requiredEvidence: 'documented',
};

const sortBy: QueryParameterFact = {
  name: 'sortBy',
  evidence: 'documented',
  type: 'enum',
  required: false,
  requiredEvidence: 'documented',
  allowed: ['relevance', 'latest'],
  allowedEvidence: 'documented',
};

export const microblogEndpoints: readonly LiveEndpointFact[] = [
  {
    ...posts,
    id: 'microblog.posts.search',
    path: '/api/data/microblog/posts/live',
    pathParameters: [],
    query: [
      requiredText('q', 'documented', 'documented'),
      since,
      until,
      lang,
      countryCode,
      sortBy,
      fields,
      cursor,
    ],
    pages: true,
  },
  {
    ...posts,
    id: 'microblog.posts.by-user',
    path: '/api/data/microblog/posts/users/{username}/live',
    pathParameters: username,
    query: [since, until, fields, cursor],
    pages: true,
  },
  {
    ...posts,
    id: 'microblog.posts.get',
    path: '/api/data/microblog/posts/{id}/live',
    pathParameters: postId,
    query: [fields],
    pages: false,
  },
  {
    ...posts,
    id: 'microblog.posts.comments',
    path: '/api/data/microblog/posts/{id}/comments/live',
    pathParameters: postId,
    query: [fields, cursor],
    pages: true,
  },
  {
    ...posts,
    id: 'microblog.posts.quotes',
    path: '/api/data/microblog/posts/{id}/quotes/live',
    pathParameters: postId,
    query: [fields, cursor],
    pages: true,
  },
  {
    ...users,
    id: 'microblog.posts.interacting-users',
    path: '/api/data/microblog/posts/{id}/interacting-users/live',
    pathParameters: postId,
    query: [interactionType(['commenters', 'quoters', 'retweeters'], 'assumed'), fields, cursor],
    pages: true,
  },
  {
    ...users,
    id: 'microblog.users.search',
    path: '/api/data/microblog/users/live',
    pathParameters: [],
    query: [requiredText('q', 'documented', 'assumed'), fields, cursor],
    pages: true,
  },
  {
    ...users,
    id: 'microblog.users.get',
    path: '/api/data/microblog/users/{username}/live',
    pathParameters: username,
    query: [fields],
    pages: false,
  },
  {
    ...users,
    id: 'microblog.users.connections',
    path: '/api/data/microblog/users/{username}/connections/live',
    pathParameters: username,
    query: [connectionType, fields, cursor],
    pages: true,
  },
];
