/** Live and stored: two endpoints of one question, told apart by their ids (design, Screens). */

export type DataFrom = 'live' | 'stored';

const suffix = '.stored';

export const dataFromOf = (endpointId: string): DataFrom =>
  endpointId.endsWith(suffix) ? 'stored' : 'live';

/** The live endpoint of a question, whichever is given. */
export const liveId = (endpointId: string): string =>
  dataFromOf(endpointId) === 'stored' ? endpointId.slice(0, -suffix.length) : endpointId;

/** The stored variant of a question, whichever is given; not every question has one. */
export const storedId = (endpointId: string): string => `${liveId(endpointId)}${suffix}`;
