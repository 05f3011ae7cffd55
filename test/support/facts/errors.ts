/** A live endpoint called with a trial key: 403 with this code. No other code is shown. */
export const trialOnLiveCode = 'on_demand_not_available_in_trial';
