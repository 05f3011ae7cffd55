/** Specification, Endpoints, Photoshare (live). */
import { live } from '../define.ts';
import {
  choice,
  commentId,
  connectionType,
  identifier,
  interactionType,
  photosharePostId,
  requiredQuery,
  searchWords,
} from '../parameters.ts';
import {
  connectionsCountedBy,
  countedBy,
  photoshareAccounts,
  photoshareCommentIds,
  photoshareNames,
} from '../takes.ts';

const photoshare = live('photoshare');
const post = { resource: 'photoshare.post' as const, usualPage: 12 };
const comments = { resource: 'photoshare.comment' as const, usualPage: 15 };
const user = { resource: 'photoshare.user' as const, usualPage: 25 };
const account = identifier(photoshareAccounts);
const comment = commentId(photoshareCommentIds);
const postExample = { id: 'C9xQ2LmNp4R' };
const commentExample = { ...postExample, commentId: '17851234567890123' };

export const photoshareEndpoints = [
  photoshare({
    ...post,
    id: 'photoshare.posts.search',
    path: '/api/data/photoshare/posts/live',
    title: 'Search posts',
    description: 'Public pictures and videos that match your words.',
    noun: 'Search posts',
    parameters: [searchWords('street food')],
    example: { q: 'street food' },
  }),
  photoshare({
    ...post,
    id: 'photoshare.posts.by-user',
    path: '/api/data/photoshare/posts/users/{identifier}/live',
    title: 'Posts by an account',
    description: 'What one account has posted.',
    noun: 'Posts',
    counted: [countedBy('photoshare.user', 'mediaCount')],
    parameters: [account],
    example: { identifier: 'mira_osei' },
  }),
  photoshare({
    ...post,
    id: 'photoshare.posts.get',
    path: '/api/data/photoshare/posts/{id}/live',
    title: 'One post',
    description: 'A single post by its ID or shortcode.',
    noun: 'Post',
    parameters: [photosharePostId],
    pages: false,
    usualPage: 1,
    example: postExample,
  }),
  photoshare({
    ...comments,
    id: 'photoshare.posts.comments',
    path: '/api/data/photoshare/posts/{id}/comments/live',
    title: 'Comments on a post',
    description: 'The top-level comments under one post.',
    noun: 'Comments',
    counted: [countedBy('photoshare.post', 'commentCount')],
    parameters: [photosharePostId],
    notes: ['Lists top-level comments. Ask for the replies of one comment separately.'],
    example: postExample,
  }),
  photoshare({
    ...comments,
    id: 'photoshare.comments.get',
    path: '/api/data/photoshare/posts/{id}/comments/{commentId}/live',
    title: 'One comment',
    description: 'A single top-level comment.',
    noun: 'Comment',
    parameters: [photosharePostId, comment],
    pages: false,
    usualPage: 1,
    notes: ['Works for top-level comments only; IDs of replies are not supported.'],
    example: commentExample,
  }),
  photoshare({
    ...comments,
    id: 'photoshare.comments.replies',
    path: '/api/data/photoshare/posts/{id}/comments/{commentId}/replies/live',
    title: 'Replies to a comment',
    description: 'The replies under one comment, with the comment itself on top.',
    noun: 'Replies',
    counted: [countedBy('photoshare.comment', 'childCommentCount')],
    parameters: [photosharePostId, comment],
    extra: 'parent_comment',
    example: commentExample,
  }),
  photoshare({
    ...user,
    id: 'photoshare.posts.interacting-users',
    path: '/api/data/photoshare/posts/{id}/interacting-users/live',
    title: 'Who interacted with a post',
    description: 'The accounts that commented on it or liked it.',
    noun: 'Interactions',
    counted: [countedBy('photoshare.post', 'likeCount', { interactionType: 'likers' })],
    parameters: [
      photosharePostId,
      interactionType(
        [
          choice('commenters', 'Accounts that commented', 'Commenters'),
          choice('likers', 'Accounts that liked it', 'Liked by'),
        ],
        true,
      ),
    ],
    example: { ...postExample, interactionType: 'likers' },
  }),
  photoshare({
    ...user,
    id: 'photoshare.users.search',
    path: '/api/data/photoshare/users/live',
    title: 'Search accounts',
    description: 'Accounts whose name matches.',
    noun: 'Search accounts',
    parameters: [
      requiredQuery({
        key: 'name',
        label: 'Name to search for',
        help: 'A person’s name or a username.',
        placeholder: 'Mira Osei',
        type: { kind: 'text' },
        missing: 'Type a name to search for.',
        takes: photoshareNames,
        evidence: 'assumed',
        requiredEvidence: 'assumed',
      }),
    ],
    example: { name: 'mira' },
  }),
  photoshare({
    ...user,
    id: 'photoshare.users.get',
    path: '/api/data/photoshare/users/{identifier}/live',
    title: 'One account',
    description: 'The profile of one account.',
    noun: 'Account',
    parameters: [account],
    pages: false,
    usualPage: 1,
    example: { identifier: 'mira_osei' },
  }),
  photoshare({
    ...user,
    id: 'photoshare.users.connections',
    path: '/api/data/photoshare/users/{identifier}/connections/live',
    title: 'Followers and following',
    description: 'The accounts that follow an account, or those it follows.',
    noun: 'Connections',
    counted: connectionsCountedBy('photoshare.user', 'followerCount', 'followingCount'),
    parameters: [account, connectionType],
    example: { identifier: 'mira_osei', connectionType: 'followers' },
  }),
];
