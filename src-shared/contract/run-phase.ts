/** What a run's state means for continuing it. */
import type { RunState } from './run.ts';

/** Working: a request is under way or about to be. Ended: no page can follow in this session. */
const phases: Record<RunState['kind'], 'working' | 'resting' | 'ended'> = {
  queued: 'working',
  fetching: 'working',
  retrying: 'working',
  polling: 'working',
  more: 'resting',
  limit: 'resting',
  stopped: 'resting',
  failed: 'resting',
  outOfCredits: 'resting',
  noMore: 'ended',
  notAll: 'ended',
  cursorRefused: 'ended',
  cursorRepeated: 'ended',
  operationNoData: 'ended',
  operationError: 'ended',
  operationCancelled: 'ended',
  operationExpired: 'ended',
  interrupted: 'ended',
};

export const isWorking = ({ kind }: Pick<RunState, 'kind'>): boolean => phases[kind] === 'working';

export const isEnded = ({ kind }: Pick<RunState, 'kind'>): boolean => phases[kind] === 'ended';
