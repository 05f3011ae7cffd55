/** The specification's "Limits" and the numbers of "Authentication". */
export const limits = {
  trialResultsPerCall: 5,
  trialKeyDays: 5,
  forumCommentsLimit: { min: 1, max: 100, default: 100 },
  /** Microblog post search with `since` or `until` set; ignores `limit`. */
  postSearchPageWithDates: 10,
  operationRetentionMinutes: 15,
} as const;

/** How every credential travels. */
export const authorization = { header: 'Authorization', scheme: 'Bearer' } as const;
