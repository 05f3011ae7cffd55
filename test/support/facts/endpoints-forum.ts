/** The two live forum endpoints (specification, "Forum (live)"). */
import { cursor, fields } from './parameters.ts';
import type { LiveEndpointFact } from './types.ts';

export const forumEndpoints: readonly LiveEndpointFact[] = [
  {
    id: 'forum.posts.by-ids',
    platform: 'forum',
    path: '/api/data/forum/posts/ids/live',
    pathEvidence: 'documented',
    pathParameters: [],
    query: [
      {
        name: 'ids',
        evidence: 'assumed',
        type: 'list',
        required: true,
        requiredEvidence: 'assumed',
        maxItems: 100,
      },
      fields,
    ],
    resource: 'forumPost',
    pages: false,
    fieldList: 'closed',
  },
  {
    id: 'forum.comments.by-user',
    platform: 'forum',
    path: '/api/data/forum/comments/users/{username}/live',
    pathEvidence: 'assumed',
    pathParameters: [{ name: 'username', rule: 'username' }],
    query: [
      {
        name: 'sort',
        evidence: 'documented',
        type: 'enum',
        required: false,
        requiredEvidence: 'documented',
        allowed: ['new', 'hot', 'top', 'controversial'],
        allowedEvidence: 'documented',
        default: 'new',
      },
      {
        name: 'time',
        evidence: 'documented',
        type: 'enum',
        required: false,
        requiredEvidence: 'documented',
        allowed: ['hour', 'day', 'week', 'month', 'year', 'all'],
        allowedEvidence: 'documented',
        default: 'all',
        appliesTo: { name: 'sort', values: ['top', 'controversial'] },
      },
      fields,
      {
        name: 'limit',
        evidence: 'documented',
        type: 'integer',
        required: false,
        requiredEvidence: 'documented',
        default: 100,
        min: 1,
        max: 100,
      },
      cursor,
    ],
    resource: 'forumComment',
    pages: true,
    fieldList: 'closed',
  },
];
