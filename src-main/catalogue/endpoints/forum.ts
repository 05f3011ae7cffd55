/** Specification, Endpoints, Forum (live). */
import { live } from '../define.ts';
import { choice, optionalQuery, requiredQuery, username } from '../parameters.ts';
import { forumPostIds, forumUsernames } from '../takes.ts';

const forum = live('forum');

/** Specification, Limits: post ids per call. */
const maxForumIds = 100;

export const forumEndpoints = [
  forum({
    id: 'forum.posts.by-ids',
    resource: 'forum.post',
    path: '/api/data/forum/posts/ids/live',
    title: 'Posts by their IDs',
    description: 'Up to 100 posts at once, by ID.',
    noun: 'Posts',
    parameters: [
      requiredQuery({
        key: 'ids',
        label: 'Post IDs',
        help: 'Separated by commas, spaces or line breaks; addresses of posts will do.',
        placeholder: '1abc2d, 1abc2e',
        type: {
          kind: 'ids',
          max: maxForumIds,
          pattern: {
            source: '^[0-9A-Za-z]+$',
            message: 'Post IDs are base-36: digits and letters only, without the t3_ prefix.',
          },
          written: [
            '^t3_([0-9A-Za-z]+)$',
            '^https?://[^\\s?#]*/comments/([0-9A-Za-z]+)(?:[/?#]\\S*)?$',
          ],
        },
        missing: 'Enter at least one post ID.',
        takes: forumPostIds,
        evidence: 'assumed',
        requiredEvidence: 'assumed',
      }),
    ],
    pages: false,
    usualPage: null,
    notes: ['Posts that the platform does not return are missing from the answer.'],
    example: { ids: '1k2a9f, 1k2b7c, 1k2c03, 1k2d5x, 1k2e8m' },
  }),
  forum({
    id: 'forum.comments.by-user',
    resource: 'forum.comment',
    path: '/api/data/forum/comments/users/{username}/live',
    pathEvidence: 'assumed',
    title: 'Comments by a person',
    description: 'What one person has commented.',
    noun: 'Comments',
    parameters: [
      username(forumUsernames, 'Person'),
      optionalQuery({
        key: 'sort',
        label: 'Order',
        default: 'new',
        type: {
          kind: 'choice',
          closed: true,
          choices: [
            choice('new', 'Newest first'),
            choice('hot', 'Hot'),
            choice('top', 'Best rated'),
            choice('controversial', 'Controversial'),
          ],
        },
      }),
      optionalQuery({
        key: 'time',
        label: 'Period',
        default: 'all',
        help: 'Only matters for Best rated and Controversial.',
        appliesWhen: { key: 'sort', values: ['top', 'controversial'] },
        type: {
          kind: 'choice',
          closed: true,
          choices: [
            choice('hour', 'Past hour'),
            choice('day', 'Past day'),
            choice('week', 'Past week'),
            choice('month', 'Past month'),
            choice('year', 'Past year'),
            choice('all', 'All time'),
          ],
        },
      }),
      optionalQuery({
        key: 'limit',
        label: 'Comments per page',
        default: '100',
        help: '1 to 100.',
        placeholder: '100',
        type: { kind: 'integer', min: 1, max: 100 },
      }),
    ],
    usualPage: 100,
    newestFirst: {
      field: 'createdAt',
      unless: { key: 'sort', values: ['hot', 'top', 'controversial'] },
    },
    example: { username: 'tidal_notes' },
  }),
];
