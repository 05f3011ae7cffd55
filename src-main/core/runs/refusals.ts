/** Why a run is not asked for more, when the service has nothing to do with it. */
import type { Problem } from '#shared/contract/problem.ts';
import { ownProblem } from '../problem-error.ts';
import { StoreError } from '../store/store-error.ts';

export const runEnded = (): Problem =>
  ownProblem(
    'invalid_input',
    'This run has ended: there is no next page.',
    'Ask again to fetch it.',
    [{ kind: 'runAgain' }],
  );

export const runDeleted = (): Problem =>
  ownProblem(
    'invalid_input',
    'This run was deleted, so it is not fetched a second time.',
    'Take it back in History, or ask again to fetch it.',
    [{ kind: 'runAgain' }],
  );

export const ofAnotherService = (profileId: string): Problem =>
  ownProblem(
    'invalid_input',
    `This run belongs to another service (${profileId}).`,
    'It can be read and saved. To go on with it, choose that service in Account.',
    [{ kind: 'openAccount' }],
  );

/** Its files are being closed: a page that came now could not be kept. */
export const beingClosed = (): StoreError => new StoreError('closed', 'This run is being closed.');
