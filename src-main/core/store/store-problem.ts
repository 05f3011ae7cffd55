/** Converts errors of the store into problems of the contract. */
import type { Problem, ProblemCode } from '#shared/contract/problem.ts';
import { internalProblem, ownProblem, ProblemError } from '../problem-error.ts';
import { ColumnsError } from './columns/protocol.ts';
import { StoreError } from './store-error.ts';

/** Reported before a metered call: there must be room for a page that is paid for. */
export const noRoomProblem = (): Problem =>
  ownProblem(
    'storage_full',
    'There is too little free space on the disk for another page.',
    'Free up space, then try again. Nothing was sent, and everything you have is kept.',
    [{ kind: 'tryAgain' }],
  );

const causeOf = ({ code }: StoreError): 'storage_full' | 'storage_failed' =>
  code === 'storage_full' ? code : 'storage_failed';

/** A page was answered and is held in memory until the disk accepts it. */
export function unsavedPageProblem(error: StoreError): Problem {
  const code = causeOf(error);
  const first =
    code === 'storage_full' ? 'Free up disk space' : 'Check the disk and the data folder';
  const advice = `${first}, then save again. The page is kept until then, and no call is made.`;
  return {
    ...ownProblem(code, error.message, advice, [{ kind: 'trySavingAgain' }]),
    call: 'answered',
  };
}

/** Our disk cut short a file from the service, and the part received was not kept. */
export const unsavedFileProblem = (error: StoreError): Problem => ({
  ...unsavedPageProblem(error),
  advice:
    'Check the disk and free up space, then try again. The service then sends the file again, which is another call.',
  remedies: [{ kind: 'tryAgain' }],
});

/** An answer was paid for and could not be stored; it is shown, and can be saved. */
export const unkeptAnswerProblem = (error: StoreError): Problem => ({
  ...ownProblem(
    causeOf(error),
    error.message,
    'Save it to another disk now: it is lost when you close the program.',
  ),
  call: 'answered',
});

/** What the window is told about an error, whose message is the title. */
type Told = readonly [code: ProblemCode, advice: string, remedy?: 'tryAgain' | 'runAgain'];

const leftAsItIs: Told = [
  'storage_failed',
  'The file is left as it is. Run the question again.',
  'runAgain',
];

const storeErrors: Record<Exclude<StoreError['code'], 'unsaved_page'>, Told> = {
  storage_full: [
    'storage_full',
    'Free up disk space, then try again. Everything you have is kept.',
    'tryAgain',
  ],
  storage_failed: [
    'storage_failed',
    'Check the disk and the data folder, then try again. Everything you have is kept.',
    'tryAgain',
  ],
  too_large: ['storage_failed', 'The file is left as it is. Everything else you have is kept.'],
  in_use: ['in_use', 'Use the window that is already open, or close it.'],
  read_only: ['storage_failed', 'You can still read its rows and save them as a file.'],
  unknown_run: ['invalid_input', 'Run it again.', 'runAgain'],
  unreadable_run: leftAsItIs,
  run_exists: leftAsItIs,
  wrong_shape: leftAsItIs,
  closed: ['storage_failed', 'Wait a moment, then try again.', 'tryAgain'],
  invalid_input: ['invalid_input', 'Reload the window.'],
};

const stillThere: Told = [
  'storage_failed',
  'Try again. All rows are kept, and you can see them in the order they arrived.',
  'tryAgain',
];

const columnsErrors: Record<ColumnsError['code'], Told> = {
  storage_full: [
    'storage_full',
    'Free up disk space, then try again. All rows are kept, and you can see them in the order they arrived.',
    'tryAgain',
  ],
  memory: ['storage_failed', 'Filter the rows first, or sort by fewer columns. Every row is kept.'],
  lost: stillThere,
  cancelled: stillThere,
  damaged: stillThere,
  fatal: stillThere,
  ended: stillThere,
  closed: stillThere,
  failed: stillThere,
};

const toProblem = ({ message }: Error, [code, advice, remedy]: Told): Problem =>
  ownProblem(code, message, advice, remedy === undefined ? [] : [{ kind: remedy }]);

/** Converts a store error. Nothing that was fetched depends on it. */
export function storeProblem(error: StoreError): Problem {
  if (error.code === 'unsaved_page') return unsavedPageProblem(error);
  const problem = toProblem(error, storeErrors[error.code]);
  return error.code === 'unknown_run'
    ? { ...problem, title: 'This run is not on this computer.' }
    : problem;
}

/**
 * Converts any error.
 * @param report receives errors that the window must not see: they may contain paths (checklist 16).
 */
export function problemOf(error: unknown, report: (error: unknown) => void): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof StoreError) return storeProblem(error);
  report(error);
  return error instanceof ColumnsError
    ? toProblem(error, columnsErrors[error.code])
    : internalProblem();
}
