/** The specification's "Limits" and the numbers of "Authentication". */
export const limits = {
  trialResultsPerCall: 5,
  trialKeyDays: 5,
  forumPostIdsPerCall: 100,
  forumCommentsLimit: { min: 1, max: 100, default: 100 },
  /** Microblog post search with `since` or `until` set; ignores `limit`. */
  postSearchPageWithDates: 10,
  shortvideoPostIdDigits: { min: 1, max: 50 },
  operationRetentionMinutes: 15,
} as const;

export const trialKeyPrefix = 'TRIAL';

/** How every credential travels. */
export const authorization = { header: 'Authorization', scheme: 'Bearer' } as const;

/** The machine-readable description (specification, "Versioning"). */
export const selfDescription = { openapi: '3.1.0', version: '1.0.0' } as const;
