/** Error statuses and the members of their bodies (specification, "Errors"). Bodies are JSON. */
export interface ErrorFact {
  readonly status: number;
  /** Members the body has; null where the specification says nothing about the body. */
  readonly members: Readonly<Record<string, 'false' | 'string'>> | null;
}

const messageOnly = { success: 'false', message: 'string' } as const;

export const errors: readonly ErrorFact[] = [
  { status: 400, members: messageOnly },
  { status: 401, members: messageOnly },
  { status: 402, members: null },
  { status: 403, members: { success: 'false', code: 'string', message: 'string' } },
  { status: 404, members: messageOnly },
  { status: 500, members: { success: 'false', message: 'string', error: 'string' } },
];

/** Statuses not in the table ("500 and other"). */
export const otherErrorMembers = { success: 'false', message: 'string', error: 'string' } as const;

/** `GET /api/plan` can return 401 with `message` only. */
export const planUnauthorizedMembers = { message: 'string' } as const;

/** A live endpoint called with a trial key: 403 with this code. No other code is shown. */
export const trialOnLiveCode = 'on_demand_not_available_in_trial';
