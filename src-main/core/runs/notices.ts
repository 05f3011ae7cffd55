/** Notices of runs, and problems of continuing one. Every page that isn't shown has a notice. */
import { mostColumns } from '#shared/contract/run.ts';
import type { Notice } from '#shared/contract/run.ts';
import type { PageRecord } from '../store/log-contents.ts';
import type { DataEndpoint, Resource } from '#shared/catalogue/types.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { grouping } from '#shared/counts.ts';
import type { Query } from '#shared/query/types.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { ownProblem } from '../problem-error.ts';
import { StoreError } from '../store/store-error.ts';

/** Returns whether a page's rows are in no table or saved file. The service's own CSV isn't missing. */
export const isUnshown = ({ file }: Pick<PageRecord, 'file'>): boolean =>
  file !== null && file.why !== 'csv';

/** `single`: what the run asks for if that is one item, which has no pages. */
export const unshownNotices = (
  pages: readonly Pick<PageRecord, 'page' | 'file'>[],
  single: Resource | null,
): Notice[] =>
  pages.filter(isUnshown).map(({ page, file }) => {
    const what = single ? `The ${single.one}` : `Page ${page}`;
    return {
      code: 'page_not_shown',
      message: `${what} is too large to show (${megabytes(file?.bytes ?? 0)} MB), so ${single ? 'it is' : 'its rows are'} missing from the table and from saved files. The service’s answer is kept in the run’s folder as ${file?.file}, which programs for large JSON files can open.`,
    };
  });

const megabytes = (bytes: number): string => grouping(Math.max(1, Math.round(bytes / 1024 ** 2)));

export const exportRepeats: Notice = {
  code: 'export_repeats',
  message:
    'The export has all rows, also those that arrived first. Hide duplicates to see each once.',
};

export const tooWide: Notice = {
  code: 'too_many_columns',
  message: `The rows of this run have more members than the ${grouping(mostColumns)} columns of a table. The others are in the details of each row and in JSON Lines files, but in no other files.`,
};

/** Says that the service has more but no way to get it, which would look like the end of the list. */
export function moreNotice({ endpoint, query }: { endpoint: DataEndpoint; query: Query }): Notice {
  // Whoever asked for all pages doesn't get more by asking for them again.
  return endpoint.kind === 'stored' && query.values['responseType'] !== 'paging'
    ? {
        code: 'stored_more',
        // The window says how to get them: a trial key never gets more (specification, Authentication).
        message: 'The service has more rows than this first page.',
      }
    : {
        code: 'more_unreachable',
        message: 'The service says that there are more rows, but didn’t say how to get them.',
      };
}

export const runEnded = (): Problem =>
  ownProblem('invalid_input', 'This run is complete: there is no next page.', 'Run it again.', [
    { kind: 'runAgain' },
  ]);

export const runDeleted = (): Problem =>
  ownProblem(
    'invalid_input',
    'This run was deleted.',
    'Restore it in History, or run the question again, which makes its calls again.',
    [{ kind: 'runAgain' }],
  );

export const earlierRunDeleted = (): Problem =>
  ownProblem(
    'invalid_input',
    'The earlier run was deleted, so new rows can’t be identified.',
    'Restore it in History if it is still there, or ask the question in a new tab, which gets all its rows again.',
  );

/** `address`: as the run's log says, which may be anything. */
export function ofAnotherService({ profileId, address }: { profileId: string; address: string }) {
  const name = profileId === sampleProfileId ? 'the sample service' : address.slice(0, 200);
  return ownProblem(
    'invalid_input',
    `This run belongs to another service (${name}).`,
    'You can read and save it. To continue it, choose that service in Account.',
    [{ kind: 'openAccount' }],
  );
}

/** Its run waits for a click: see `computer-marks.ts`. */
export const operationFromElsewhere: Notice = {
  code: 'operation_from_elsewhere',
  message:
    'Another computer asked the service to prepare this answer. Keep waiting to look for it here, which costs nothing.',
};

/** Thrown while a run's files are being closed, since a page that arrives now could not be stored. */
export const beingClosed = (): StoreError => new StoreError('closed', 'This run is being closed.');
