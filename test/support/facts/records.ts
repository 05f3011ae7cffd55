/** Records the service answers with, besides result items (specification, "Resources"). */

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
