/**
 * When the service says that there is more and gives no way to it, that is told: it would look
 * like the end of the list.
 */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Notice } from '#shared/contract/run.ts';

export function moreNotice({ kind }: Pick<DataEndpoint, 'kind'>): Notice {
  return kind === 'stored'
    ? {
        code: 'stored_more',
        // How to get them is the window's to say: a trial key never gets more (specification, Authentication).
        message: 'The service has more rows than this first page.',
      }
    : {
        code: 'more_unreachable',
        message: 'The service says that there is more, but sent no cursor to continue with.',
      };
}
