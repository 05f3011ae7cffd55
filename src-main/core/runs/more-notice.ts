/**
 * When the service says that there is more and gives no way to it, that is told: it would look
 * like the end of the list.
 */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Notice } from '#shared/contract/run.ts';
import { parseJson } from '../json/index.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { asRow } from './as-row.ts';

export function moreNotice({ kind }: Pick<DataEndpoint, 'kind'>): Notice {
  return kind === 'stored'
    ? {
        code: 'stored_more',
        // How to get them is the window's to say: a trial key never gets more (specification, Authentication).
        message: 'The service has more rows than this first page.',
      }
    : {
        code: 'more_unreachable',
        message: 'The service says that there is more, but gave no place to go on from.',
      };
}

/** Whether the last stored page says that there is more. */
export async function saysMore(stored: StoredRun): Promise<boolean> {
  const last = stored.pages.at(-1);
  const body = last === undefined ? undefined : await stored.pageBody(last.page);
  if (body === undefined) return false;
  const answer = asRow(parseJson(body.toString('utf8')));
  // The page of an operation is in its result.
  const envelope = asRow(answer?.['result']) ?? answer;
  return envelope?.['has_more'] === true;
}
