/** Records the service answers with, besides result items (specification, "Resources"). */

/** Live envelope: all required, except that `next_page_cursor` is absent or null at the end. */
export const envelopeMembers = [
  'results',
  'count',
  'dataSource',
  'has_more',
  'next_page_cursor',
] as const;

export const dataSources = ['database', 'api', 'hybrid'] as const;

export const operationMembers = [
  'operationId',
  'status',
  'createdAt',
  'updatedAt',
  'result',
  'error',
] as const;

export const operationIdPrefix = 'op_';

export const operationStates = ['running', 'success', 'error', 'no_data', 'cancelled'] as const;

/** The states at which the specification stops polling. */
export const operationPollingEnds = ['success', 'no_data', 'error'] as const;

/** Terminal by the project's assumption; its transitions are not shown. */
export const operationPollingEndsAssumed = ['cancelled'] as const;

export const operationResultMembers = [
  'results',
  'count',
  'dataSource',
  'pagination',
  'export',
  'dbQuery',
] as const;

export const operationPaginationMembers = {
  resultsCount: 'integer',
  pageSize: 'integer',
  totalRows: 'integer',
  totalPages: 'integer',
  tableName: 'string',
} as const;

export const operationExportMembers = { dataDumpExportOperationId: 'string' } as const;

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

/** One value `creditResetFrequency` takes; others are not shown. */
export const knownCreditResetFrequency = 'monthly';
