/** Live and stored: two endpoints of one question, distinguished by their ids (design, Screens). */

export type DataFrom = 'live' | 'stored';

const suffix = '.stored';

export const dataFromOf = (endpointId: string): DataFrom =>
  endpointId.endsWith(suffix) ? 'stored' : 'live';

/** Returns the live endpoint's id of a question, given either one. */
export const liveId = (endpointId: string): string =>
  dataFromOf(endpointId) === 'stored' ? endpointId.slice(0, -suffix.length) : endpointId;

/**
 * Returns the stored endpoint's id of a question, given either one; not every question has a stored
 * variant.
 */
export const storedId = (endpointId: string): string => `${liveId(endpointId)}${suffix}`;
