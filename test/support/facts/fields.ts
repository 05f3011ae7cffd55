/**
 * The fields of every resource, complete and in the specification's order ("Resources and their
 * fields"). Written as running text, so that a line here can be laid beside the specification's.
 */
import type { Evidence, ResourceName } from './types.ts';

export interface FieldListFact {
  readonly evidence: Evidence;
  readonly names: readonly string[];
}

function documented(text: string): FieldListFact {
  return { evidence: 'documented', names: text.trim().split(/\s+/) };
}

function assumed(text: string): FieldListFact {
  return { evidence: 'assumed', names: text.trim().split(/\s+/) };
}

export const fieldLists: Readonly<Record<ResourceName, FieldListFact>> = {
  microblogPost: assumed(`
    id text authorId authorUsername conversationId lang source status deleted suspended
    possiblySensitive isRetweet likeCount retweetCount replyCount quoteCount impressionCount
    bookmarkCount quotedPostId retweetedPostId replyToPostId replyToUserId replyToUsername
    hashtags mentions mediaUrls urls placeName placeCountry placeCountryCode createdAt
    createdAtDate
  `),
  microblogUser: documented(`
    id profileImageUrl profileBannerUrl profileInterstitialType status username verifiedType
    name description location protected verified followersCount followingCount
    microblogPostCount listedCount likesCount mediaCount pinnedMicroblogPostId source nLang
    nLangsFiltered label labelType isVerified modifiedAt createdAt verifiedSinceDatetime
    accountBasedIn locationAccurate usernameChanges lastUsernameChangeDatetime
  `),
  photosharePost: documented(`
    id postType userId username fullName caption mediaType codeUrl imageUrl videoUrl
    audioOnlyUrl profilePicUrl videoSubtitlesUri subtitles likeCount commentCount reshareCount
    mediaRepostCount saveCount videoPlayCount videoDuration createdAt createdAtTimestamp
    createdAtDate location genAiChatWithAiCtaInfo hasHighRiskGenAiInformTreatment
  `),
  photoshareUser: documented(`
    id username fullName isPrivate isVerified followerCount followingCount mediaCount biography
    externalUrl hasAnonymousProfilePicture profilePicId profilePicUrl profileUrl
  `),
  photoshareComment: assumed(`
    id text type status parentPostId parentPostUserId parentCommentId repliedToCommentId
    childCommentCount userId username fullName likeCount isSpam createdAt createdAtTimestamp
    createdAtDate
  `),
  forumPost: documented(`
    id title selftext url permalink postUrl thumbnail authorId authorUsername subredditName
    subredditId score upvotes downvotes upvoteRatio commentsCount crosspostsCount isSelf isVideo
    isOriginalContent over18 spoiler locked stickied archived linkFlairText postHint domain
    crosspostParent createdAt createdAtTimestamp createdAtDate selftextHtml editedAt removal
  `),
  forumComment: documented(`
    id body parentPostId parentId authorId authorUsername postSubredditName postSubredditId
    score upvotes downvotes controversiality depth isSubmitter stickied collapsed edited
    distinguished createdAt createdAtTimestamp createdAtDate collapsedReasonCode collapsedReason
    removal rank topLevelRank
  `),
  shortvideoPost: documented(`
    id postType isPrivate videoThumbnail description descriptionLanguage userId username
    nickname collectCount commentCount likeCount downloadCount forwardCount playCount hashtags
    duration videoUrl transcriptsJson createdAt createdAtTimestamp createdAtDate
  `),
  shortvideoComment: documented(`
    id postId userId username text likeCount createdAt createdAtTimestamp createdAtDate
    imageUrls stickerUrl replyCount parentCommentId replyToCommentId
  `),
  shortvideoUser: documented(`
    id username nickname signature secUid avatar isPrivate isVerified followerCount
    followingCount likeCount postCount language region createdAt usernameModifyTime
  `),
  shortvideoSound: documented(`
    id title author album duration userCount isOriginal isCommerceMusic isOriginalSound
  `),
};
