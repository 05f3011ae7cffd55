/** What the specification says of trial keys and operations. */

/** Specification, Errors: a trial key on a live endpoint. */
export const trialLiveCode = 'on_demand_not_available_in_trial';

/** Specification, Authentication: the prefix of a trial key. */
export const trialKeyPrefix = 'TRIAL';

/** Specification, Limits: days that a trial key is valid after it was issued. */
export const trialKeyDays = 5;

/** Specification, Limits: results that a trial key gets per call. */
export const trialRowsPerCall = 5;

/** Returns what a state of an operation means; other spellings occur at services of this kind. */
export function operationPhase(
  status: string,
): 'running' | 'success' | 'error' | 'noData' | 'cancelled' {
  switch (status.toLowerCase()) {
    case 'success':
    case 'completed':
      return 'success';
    case 'error':
    case 'failed':
      return 'error';
    case 'no_data':
      return 'noData';
    case 'cancelled':
    case 'canceled':
      return 'cancelled';
    default:
      return 'running';
  }
}

/** Specification, Limits: how long background operations are retained after finishing. */
export const operationRetentionMs = 15 * 60_000;
