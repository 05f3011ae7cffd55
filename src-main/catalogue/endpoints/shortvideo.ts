/** Specification, Endpoints, Shortvideo (live). */
import { live } from '../define.ts';
import {
  commentId,
  connectionType,
  identifier,
  inPath,
  requiredQuery,
  shortvideoPostId,
} from '../parameters.ts';
import {
  connectionsCountedBy,
  countedBy,
  shortvideoAccounts,
  shortvideoCommentIds,
  shortvideoSounds,
  shortvideoWords,
} from '../takes.ts';

const shortvideo = live('shortvideo');
const account = identifier(shortvideoAccounts);

export const shortvideoEndpoints = [
  shortvideo({
    id: 'shortvideo.posts.by-user',
    resource: 'shortvideo.post',
    path: '/api/data/shortvideo/posts/users/{identifier}/live',
    title: 'Videos by an account',
    description: 'What one account has posted, newest first.',
    noun: 'Videos',
    counted: [countedBy('shortvideo.user', 'postCount')],
    parameters: [account],
    usualPage: 30,
    newestFirst: { field: 'createdAt', unless: null },
    example: { identifier: 'mira_osei' },
  }),
  shortvideo({
    id: 'shortvideo.posts.by-sound',
    resource: 'shortvideo.post',
    path: '/api/data/shortvideo/posts/sounds/{sound}/live',
    title: 'Videos using a sound',
    description: 'Videos made with one sound or track.',
    noun: 'Videos',
    counted: [countedBy('shortvideo.sound', 'userCount')],
    parameters: [
      inPath({
        key: 'sound',
        label: 'Sound',
        help: 'A sound ID, or the exact title of the track.',
        placeholder: 'Low Tide',
        type: { kind: 'text' },
        takes: shortvideoSounds,
        missing: 'Enter a sound ID or the exact title of a track.',
      }),
    ],
    usualPage: 30,
    example: { sound: 'Low Tide' },
  }),
  shortvideo({
    id: 'shortvideo.comments.get',
    resource: 'shortvideo.comment',
    path: '/api/data/shortvideo/posts/{id}/comments/{commentId}/live',
    title: 'One comment',
    description: 'A single comment on a video.',
    noun: 'Comment',
    parameters: [shortvideoPostId, commentId(shortvideoCommentIds)],
    pages: false,
    usualPage: 1,
    notes: ['Reliable for top-level comments. A reply is often not found.'],
    example: { id: '7312345678901234567', commentId: '7312345678901230001' },
  }),
  shortvideo({
    id: 'shortvideo.sounds.search',
    resource: 'shortvideo.sound',
    path: '/api/data/shortvideo/sounds/live',
    title: 'Search sounds',
    description: 'Sounds and tracks that match your words.',
    noun: 'Search sounds',
    parameters: [
      requiredQuery({
        key: 'keyword',
        label: 'Words to search for',
        help: 'Words from the title, or the artist.',
        placeholder: 'low tide',
        takes: shortvideoWords,
        type: { kind: 'text' },
        missing: 'Type at least one word: the search must not be blank.',
        evidence: 'assumed',
      }),
    ],
    usualPage: 20,
    notes: ['Results can overlap across pages.'],
    example: { keyword: 'tide' },
  }),
  shortvideo({
    id: 'shortvideo.users.connections',
    resource: 'shortvideo.user',
    path: '/api/data/shortvideo/users/{identifier}/connections/live',
    pathEvidence: 'assumed',
    title: 'Followers and following',
    description: 'The accounts that follow an account, or those it follows.',
    noun: 'Connections',
    counted: connectionsCountedBy('shortvideo.user', 'followerCount', 'followingCount'),
    parameters: [account, connectionType],
    usualPage: 30,
    example: { identifier: 'mira_osei', connectionType: 'followers' },
  }),
];
