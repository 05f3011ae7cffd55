/** Pages whose rows are in no table and no saved file: each of them is told, wherever the run is. */
import type { Notice } from '#shared/contract/run.ts';
import type { PageRecord } from '../store/log-contents.ts';

/** CSV made by the service was asked for, and can be saved: it is no page that is missing. */
export const isUnshown = ({ file }: Pick<PageRecord, 'file'>): boolean =>
  file !== null && file.why !== 'csv';

export function unshownNotices(pages: readonly PageRecord[]): Notice[] {
  return pages.filter(isUnshown).map(({ page, file }) => ({
    code: 'page_not_shown',
    message: `Page ${page} is too large to show (${megabytes(file?.bytes ?? 0)} MB), so its rows are missing from the table and from saved files. The service’s answer is kept in the run’s folder.`,
  }));
}

const megabytes = (bytes: number): string =>
  Math.max(1, Math.round(bytes / 1024 ** 2)).toLocaleString('en-US');
