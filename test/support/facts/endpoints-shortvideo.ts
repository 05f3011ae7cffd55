/** The five live shortvideo endpoints (specification, "Shortvideo (live)"). */
import { connectionType, cursor, fields, requiredText } from './parameters.ts';
import type { LiveEndpointFact } from './types.ts';

const identifier = [{ name: 'identifier', rule: 'username' }] as const;

export const shortvideoEndpoints: readonly LiveEndpointFact[] = [
  {
    id: 'shortvideo.posts.by-user',
    platform: 'shortvideo',
    path: '/api/data/shortvideo/posts/users/{identifier}/live',
    pathEvidence: 'documented',
    pathParameters: identifier,
    query: [fields, cursor],
    resource: 'shortvideoPost',
    pages: true,
    fieldList: 'closed',
  },
  {
    id: 'shortvideo.posts.by-sound',
    platform: 'shortvideo',
    path: '/api/data/shortvideo/posts/sounds/{sound}/live',
    pathEvidence: 'documented',
    pathParameters: [{ name: 'sound', rule: 'any' }],
    query: [fields, cursor],
    resource: 'shortvideoPost',
    pages: true,
    fieldList: 'closed',
  },
  {
    id: 'shortvideo.comments.get',
    platform: 'shortvideo',
    path: '/api/data/shortvideo/posts/{id}/comments/{commentId}/live',
    pathEvidence: 'documented',
    pathParameters: [
      { name: 'id', rule: 'shortvideoPostId' },
      { name: 'commentId', rule: 'any' },
    ],
    query: [fields],
    resource: 'shortvideoComment',
    pages: false,
    fieldList: 'closed',
  },
  {
    id: 'shortvideo.sounds.search',
    platform: 'shortvideo',
    path: '/api/data/shortvideo/sounds/live',
    pathEvidence: 'documented',
    pathParameters: [],
    query: [requiredText('keyword', 'assumed', 'documented'), fields, cursor],
    resource: 'shortvideoSound',
    pages: true,
    fieldList: 'closed',
  },
  {
    id: 'shortvideo.users.connections',
    platform: 'shortvideo',
    path: '/api/data/shortvideo/users/{identifier}/connections/live',
    pathEvidence: 'assumed',
    pathParameters: identifier,
    query: [connectionType, fields, cursor],
    resource: 'shortvideoUser',
    pages: true,
    fieldList: 'closed',
  },
];
