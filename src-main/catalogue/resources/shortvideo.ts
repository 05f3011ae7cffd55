import { accountsSharing, follows, happened, network, resource } from './define.ts';

export const shortvideoPost = resource(
  'shortvideo.post',
  {
    one: 'video',
    many: 'videos',
    networks: [
      network('hashtags', 'Hashtags used together', ['hashtags', 'hashtags'], {
        ...happened,
        directed: false,
      }),
      network('hashtag-use', 'Who uses which hashtag', ['username', 'hashtags'], happened),
      accountsSharing('shared-hashtags', 'hashtags', 'username', 'hashtags'),
    ],
    nodes: [{ field: 'username', label: null, attributes: ['userId', 'nickname'] }],
  },
  [
    ['id', 'Video ID', 'Video', 'id', 'usual'],
    ['postType', 'Kind of post', 'Video', 'code'],
    ['isPrivate', 'Private', 'Video', 'boolean'],
    ['videoThumbnail', 'Thumbnail', 'Media', 'image', 'usual'],
    ['description', 'Description', 'Video', 'text', 'usual'],
    ['descriptionLanguage', 'Language', 'Video', 'code'],
    ['userId', 'Account ID', 'Author', 'id'],
    ['username', 'Author', 'Author', 'username', 'usual'],
    ['nickname', 'Author’s name', 'Author', 'name'],
    ['collectCount', 'Saves', 'Numbers', 'count'],
    ['commentCount', 'Comments', 'Numbers', 'count', 'usual'],
    ['likeCount', 'Likes', 'Numbers', 'count', 'usual'],
    ['downloadCount', 'Downloads', 'Numbers', 'count'],
    ['forwardCount', 'Shares', 'Numbers', 'count'],
    ['playCount', 'Plays', 'Numbers', 'count', 'usual'],
    ['hashtags', 'Hashtags', 'Video', 'list', 'usual'],
    ['duration', 'Length', 'Media', 'duration', 'usual'],
    ['videoUrl', 'Video file', 'Media', 'video'],
    ['transcriptsJson', 'Transcripts', 'Media', 'object'],
    ['createdAt', 'Posted', 'Video', 'date', 'usual'],
    ['createdAtTimestamp', 'Posted (timestamp)', 'Video', 'number'],
    ['createdAtDate', 'Day posted', 'Video', 'date'],
  ],
);

export const shortvideoComment = resource(
  'shortvideo.comment',
  {
    one: 'comment',
    many: 'comments',
    conversation: {
      answers: ['replyToCommentId', 'parentCommentId'],
      about: 'postId',
      prefixes: [],
    },
    networks: [
      network('videos', 'Who comments on which video', ['username', 'postId'], happened),
      network('replies', 'Which comment replies to which', ['id', 'replyToCommentId'], happened),
    ],
    nodes: [
      { field: 'username', label: null, attributes: ['userId'] },
      { field: 'id', label: null, attributes: ['username', 'likeCount', 'createdAt'] },
    ],
  },
  [
    ['id', 'Comment ID', 'Comment', 'id', 'usual'],
    ['postId', 'Video ID', 'Replying to', 'id', 'usual'],
    ['userId', 'Account ID', 'Author', 'id'],
    ['username', 'Author', 'Author', 'username', 'usual'],
    ['text', 'Text', 'Comment', 'text', 'usual'],
    ['likeCount', 'Likes', 'Numbers', 'count', 'usual'],
    ['createdAt', 'Posted', 'Comment', 'date', 'usual'],
    ['createdAtTimestamp', 'Posted (timestamp)', 'Comment', 'number'],
    ['createdAtDate', 'Day posted', 'Comment', 'date'],
    ['imageUrls', 'Pictures', 'Comment', 'list'],
    ['stickerUrl', 'Sticker', 'Comment', 'image'],
    ['replyCount', 'Replies', 'Numbers', 'count', 'usual'],
    ['parentCommentId', 'Parent comment ID', 'Replying to', 'id'],
    ['replyToCommentId', 'Reply to comment ID', 'Replying to', 'id'],
  ],
);

export const shortvideoUser = resource(
  'shortvideo.user',
  {
    one: 'account',
    many: 'accounts',
    networks: [follows],
    nodes: [
      {
        field: 'username',
        label: null,
        attributes: [
          'id',
          'nickname',
          'followerCount',
          'followingCount',
          'postCount',
          'isVerified',
          'region',
          'createdAt',
        ],
      },
    ],
  },
  [
    ['id', 'Account ID', 'Account', 'id', 'usual'],
    ['username', 'Username', 'Account', 'username', 'usual'],
    ['nickname', 'Name', 'Account', 'name', 'usual'],
    ['signature', 'Signature', 'Account', 'text', 'usual'],
    ['secUid', 'Secondary ID', 'Account', 'id'],
    ['avatar', 'Profile picture', 'Account', 'image'],
    ['isPrivate', 'Private', 'Standing', 'boolean'],
    ['isVerified', 'Verified', 'Standing', 'boolean', 'usual'],
    ['followerCount', 'Followers', 'Numbers', 'count', 'usual'],
    ['followingCount', 'Following', 'Numbers', 'count', 'usual'],
    ['likeCount', 'Likes', 'Numbers', 'count', 'usual'],
    ['postCount', 'Videos', 'Numbers', 'count', 'usual'],
    ['language', 'Language', 'Account', 'code'],
    ['region', 'Region', 'Account', 'code', 'usual'],
    ['createdAt', 'Joined', 'Dates', 'date'],
    ['usernameModifyTime', 'Username changed', 'Dates', 'date'],
  ],
);

export const shortvideoSound = resource('shortvideo.sound', { one: 'sound', many: 'sounds' }, [
  ['id', 'Sound ID', 'Sound', 'id', 'usual'],
  ['title', 'Title', 'Sound', 'text', 'usual'],
  ['author', 'Artist', 'Sound', 'name', 'usual'],
  ['album', 'Album', 'Sound', 'name', 'usual'],
  ['duration', 'Length', 'Sound', 'duration', 'usual'],
  ['userCount', 'Videos using it', 'Numbers', 'count', 'usual'],
  ['isOriginal', 'Original', 'Kind', 'boolean', 'usual'],
  ['isCommerceMusic', 'Commercial music', 'Kind', 'boolean'],
  ['isOriginalSound', 'Original sound', 'Kind', 'boolean'],
]);
