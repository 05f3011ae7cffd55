/** Specification, Endpoints, Microblog (live). */
import { live } from '../define.ts';
import {
  choice,
  connectionType,
  interactionType,
  microblogPostId,
  optionalQuery,
  requiredQuery,
  searchWords,
  since,
  until,
  username,
} from '../parameters.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import {
  connectionsCountedBy,
  countedBy,
  microblogHashtags,
  microblogNames,
  microblogUsernames,
} from '../takes.ts';

const microblog = live('microblog');
const post = { resource: 'microblog.post' as const, usualPage: 20 };
const user = { resource: 'microblog.user' as const, usualPage: 20 };
const account = username(microblogUsernames);
/** Assumed: the specification gives no order here. The rows must show it too. */
const newestFirst = (unless: NonNullable<DataEndpoint['newestFirst']>['unless']) => ({
  field: 'createdAt',
  unless,
});
const postExample = { id: '1986934512780812300' };

export const microblogEndpoints = [
  microblog({
    ...post,
    id: 'microblog.posts.search',
    path: '/api/data/microblog/posts/live',
    title: 'Search posts',
    description: 'Public posts that contain your words.',
    noun: 'Search posts',
    parameters: [
      searchWords('climate strike', microblogHashtags),
      since,
      until,
      optionalQuery({
        key: 'lang',
        label: 'Language',
        help: 'A language, or its code: en, pt-BR, ja.',
        placeholder: 'Any language',
        type: {
          kind: 'text',
          codeOf: 'language',
          pattern: {
            // BCP-47 allows first subtags of up to eight letters; none is registered.
            source: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
            message: 'Choose a language, or use its code (BCP-47), such as en or pt-BR.',
          },
        },
      }),
      optionalQuery({
        key: 'countryCode',
        label: 'Country',
        help: 'A country, or its code: PT.',
        placeholder: 'Any country',
        type: {
          kind: 'text',
          codeOf: 'region',
          // ISO 3166-1 has codes of two letters and of three; the specification does not say which.
          pattern: {
            source: '^[A-Za-z]{2,3}$',
            message:
              'Choose a country, or use its ISO code of two letters, such as PT, or of three.',
          },
        },
      }),
      optionalQuery({
        key: 'sortBy',
        label: 'Order',
        type: {
          kind: 'choice',
          closed: true,
          choices: [choice('relevance', 'Most relevant first'), choice('latest', 'Newest first')],
        },
      }),
    ],
    // Specification, Limits: post search with `since` or `until` set ignores `limit`.
    pageRule: { whileSet: ['since', 'until'], size: 10, words: 'while dates are set' },
    newestFirst: newestFirst({ key: 'sortBy', values: ['relevance'] }),
    example: { q: 'city trees' },
  }),
  microblog({
    ...post,
    id: 'microblog.posts.by-user',
    path: '/api/data/microblog/posts/users/{username}/live',
    title: 'Posts by an account',
    description: 'What one account has posted.',
    noun: 'Posts',
    counted: [countedBy('microblog.user', 'microblogPostCount')],
    parameters: [account, since, until],
    newestFirst: newestFirst(null),
    example: { username: 'mira_osei' },
  }),
  microblog({
    ...post,
    id: 'microblog.posts.get',
    path: '/api/data/microblog/posts/{id}/live',
    title: 'One post',
    description: 'A single post by its ID.',
    noun: 'Post',
    parameters: [microblogPostId],
    pages: false,
    usualPage: 1,
    example: postExample,
  }),
  microblog({
    ...post,
    id: 'microblog.posts.comments',
    path: '/api/data/microblog/posts/{id}/comments/live',
    title: 'Comments on a post',
    description: 'The replies under one post.',
    noun: 'Comments',
    counted: [countedBy('microblog.post', 'replyCount')],
    parameters: [microblogPostId],
    example: postExample,
  }),
  microblog({
    ...post,
    id: 'microblog.posts.quotes',
    path: '/api/data/microblog/posts/{id}/quotes/live',
    title: 'Quotes of a post',
    description: 'Posts that quote one post.',
    noun: 'Quotes',
    counted: [countedBy('microblog.post', 'quoteCount')],
    parameters: [microblogPostId],
    example: postExample,
  }),
  microblog({
    ...user,
    id: 'microblog.posts.interacting-users',
    path: '/api/data/microblog/posts/{id}/interacting-users/live',
    title: 'Who interacted with a post',
    description: 'The accounts that commented on, quoted or reposted it.',
    noun: 'Interactions',
    counted: [countedBy('microblog.post', 'retweetCount', { interactionType: 'retweeters' })],
    parameters: [
      microblogPostId,
      interactionType(
        [
          choice('commenters', 'Accounts that commented', 'Commenters'),
          choice('quoters', 'Accounts that quoted it', 'Quoted by'),
          choice('retweeters', 'Accounts that reposted it', 'Reposted by'),
        ],
        false,
      ),
    ],
    example: { ...postExample, interactionType: 'commenters' },
  }),
  microblog({
    ...user,
    id: 'microblog.users.search',
    path: '/api/data/microblog/users/live',
    title: 'Search accounts',
    description: 'Accounts that match your words.',
    noun: 'Search accounts',
    parameters: [
      requiredQuery({
        key: 'q',
        label: 'Words to search for',
        help: 'A name, or words from a profile.',
        placeholder: 'marine biologist',
        type: { kind: 'text', phrases: true },
        missing: 'Type at least one word: the search must not be blank.',
        takes: microblogNames,
        // That of the post searches is documented as required; this one is only listed.
        requiredEvidence: 'assumed',
      }),
    ],
    example: { q: 'garden' },
  }),
  microblog({
    ...user,
    id: 'microblog.users.get',
    path: '/api/data/microblog/users/{username}/live',
    title: 'One account',
    description: 'The profile of one account.',
    noun: 'Account',
    parameters: [account],
    pages: false,
    usualPage: 1,
    example: { username: 'mira_osei' },
  }),
  microblog({
    ...user,
    id: 'microblog.users.connections',
    path: '/api/data/microblog/users/{username}/connections/live',
    title: 'Followers and following',
    description: 'The accounts that follow an account, or those it follows.',
    noun: 'Connections',
    counted: connectionsCountedBy('microblog.user', 'followersCount', 'followingCount'),
    parameters: [account, connectionType],
    example: { username: 'mira_osei', connectionType: 'followers' },
  }),
];
