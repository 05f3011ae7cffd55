/** The ten live photoshare endpoints (specification, "Photoshare (live)"). */
import { connectionType, cursor, fields, interactionType, requiredText } from './parameters.ts';
import type { LiveEndpointFact } from './types.ts';

const posts = {
  platform: 'photoshare',
  pathEvidence: 'documented',
  resource: 'photosharePost',
  fieldList: 'closed',
} as const;

const users = {
  platform: 'photoshare',
  pathEvidence: 'documented',
  resource: 'photoshareUser',
  fieldList: 'closed',
} as const;

const comments = {
  platform: 'photoshare',
  pathEvidence: 'documented',
  resource: 'photoshareComment',
  fieldList: 'suggestions',
} as const;

const postId = [{ name: 'id', rule: 'photosharePostId' }] as const;
const postAndComment = [
  { name: 'id', rule: 'photosharePostId' },
  { name: 'commentId', rule: 'any' },
] as const;
const identifier = [{ name: 'identifier', rule: 'username' }] as const;

export const photoshareEndpoints: readonly LiveEndpointFact[] = [
  {
    ...posts,
    id: 'photoshare.posts.search',
    path: '/api/data/photoshare/posts/live',
    pathParameters: [],
    query: [requiredText('q', 'documented', 'documented'), fields, cursor],
    pages: true,
  },
  {
    ...posts,
    id: 'photoshare.posts.by-user',
    path: '/api/data/photoshare/posts/users/{identifier}/live',
    pathParameters: identifier,
    query: [fields, cursor],
    pages: true,
  },
  {
    ...posts,
    id: 'photoshare.posts.get',
    path: '/api/data/photoshare/posts/{id}/live',
    pathParameters: postId,
    query: [fields],
    pages: false,
  },
  {
    ...comments,
    id: 'photoshare.posts.comments',
    path: '/api/data/photoshare/posts/{id}/comments/live',
    pathParameters: postId,
    query: [fields, cursor],
    pages: true,
  },
  {
    ...comments,
    id: 'photoshare.comments.get',
    path: '/api/data/photoshare/posts/{id}/comments/{commentId}/live',
    pathParameters: postAndComment,
    query: [fields],
    pages: false,
  },
  {
    ...comments,
    id: 'photoshare.comments.replies',
    path: '/api/data/photoshare/posts/{id}/comments/{commentId}/replies/live',
    pathParameters: postAndComment,
    query: [fields, cursor],
    pages: true,
    parentComment: true,
  },
  {
    ...users,
    id: 'photoshare.posts.interacting-users',
    path: '/api/data/photoshare/posts/{id}/interacting-users/live',
    pathParameters: postId,
    query: [interactionType(['commenters', 'likers'], 'documented'), fields, cursor],
    pages: true,
  },
  {
    ...users,
    id: 'photoshare.users.search',
    path: '/api/data/photoshare/users/live',
    pathParameters: [],
    query: [requiredText('name', 'assumed', 'assumed'), fields, cursor],
    pages: true,
  },
  {
    ...users,
    id: 'photoshare.users.get',
    path: '/api/data/photoshare/users/{identifier}/live',
    pathParameters: identifier,
    query: [fields],
    pages: false,
  },
  {
    ...users,
    id: 'photoshare.users.connections',
    path: '/api/data/photoshare/users/{identifier}/connections/live',
    pathParameters: identifier,
    query: [connectionType, fields, cursor],
    pages: true,
  },
];
