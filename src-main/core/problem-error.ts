/** The error that carries a problem out of a handler, and the few problems that no request caused. */
import type { Problem, ProblemCode, Remedy } from '#shared/contract/problem.ts';
import type { Profile } from '#shared/contract/snapshot.ts';

/** Thrown inside the core, caught by the dispatcher, returned as a value. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** Returns a problem on our own side, with no request involved. */
export const ownProblem = (
  code: ProblemCode,
  title: string,
  advice: string,
  remedies: Remedy[] = [],
): Problem => ({ code, title, advice, call: 'noCall', remedies, details: null });

export const invalidInput = (title: string, key: string | null = null): Problem =>
  ownProblem('invalid_input', title, 'Change it and try again.', [
    { kind: 'changeParameter', key },
  ]);

/** Refuses what a person asked for: why, and what they can do instead. */
export const refused = (title: string, advice = '', remedies: Remedy[] = []): ProblemError =>
  new ProblemError(ownProblem('invalid_input', title, advice, remedies));

export const noAddress = (): Problem =>
  ownProblem(
    'no_address',
    'No service is chosen yet.',
    'Enter the service’s address in Account, or use the sample data.',
    [{ kind: 'openAccount' }],
  );

/** Returns the service in use. @throws ProblemError while none is chosen. */
export function mustBeChosen(profile: Profile | null): Profile {
  if (profile === null) throw new ProblemError(noAddress());
  return profile;
}

const noKey = (title: string, advice: string): Problem =>
  ownProblem('no_credential', title, advice, [{ kind: 'openAccount' }]);

export const noCredential = (): Problem =>
  noKey('There is no key for this service yet.', 'Add a key in Account.');

/** There are other keys, but each may cost someone else’s money, so none is used automatically. */
export const noKeyInUse = (): Problem => noKey('No key is in use.', 'Choose one in Account.');

export const unreadableKey = (): Problem =>
  noKey('The key can’t be read from where it is stored.', 'Account says what is wrong with it.');

export const keyReplaced = (): Problem =>
  ownProblem(
    'no_credential',
    'The key was replaced or removed, so it isn’t sent any more.',
    'Try again with the key that is in use now, or choose another in Account.',
    [{ kind: 'tryAgain' }, { kind: 'openAccount' }],
  );

export const keyNotStored = (): Problem =>
  ownProblem(
    'storage_failed',
    'The change could not be saved where keys are stored.',
    'Check that the keychain is unlocked and the disk has space, then try again.',
    [{ kind: 'tryAgain' }],
  );

export const noSession = (): Problem =>
  ownProblem(
    'no_credential',
    'You are not signed in to the dashboard yet.',
    'Paste a sign-in token in Account; only pages about the account need it.',
    [{ kind: 'openAccount' }],
  );

export const internalProblem = (): Problem =>
  ownProblem(
    'internal',
    'Something went wrong in this program.',
    'Try again. If it happens again, restart the program. What you have is kept.',
  );
