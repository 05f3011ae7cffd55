/**
 * What the specification says besides endpoints and fields: records, limits, patterns of ids and
 * dates, error codes.
 */

export const operationIdPrefix = 'op_';

export const planMembers = {
  id: 'string',
  name: 'string',
  features: 'object',
  price: 'number',
  currency: 'string',
  paymentProductId: 'string',
  extraTrackedItemPriceId: 'string',
  description: 'string',
  createdAt: 'date-time',
  updatedAt: 'date-time',
} as const;

export const planFeatureMembers = {
  credits: 'number',
  trackedItems: 'number',
  csvRowExportLimit: 'number',
  extraCreditPrice: 'number',
  extraCsvRowPrice: 'number',
  extraTrackedItemPrice: 'number',
  maxRowsPerExport: 'number',
  creditResetFrequency: 'string',
} as const;

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

/** Patterns of ids and dates (specification, "Parameter conventions" and the platforms' tables). */
export const patterns = {
  /** "A numeric string." */
  microblogPostId: /^\d+$/,
  /** A shortcode, or a strong id `<media_id>_<user_id>`. */
  photosharePostId: /^[A-Za-z0-9_-]+$/,
  shortvideoPostId: /^\d{1,50}$/,
  /** Base 36 without the `t3_` prefix. */
  forumPostId: /^[0-9a-z]+$/i,
  /** `YYYY-MM-DD`. */
  date: /^\d{4}-\d{2}-\d{2}$/,
  operationId: /^op_/,
} as const;

/** A live endpoint called with a trial key: 403 with this code. No other code is shown. */
export const trialOnLiveCode = 'on_demand_not_available_in_trial';
