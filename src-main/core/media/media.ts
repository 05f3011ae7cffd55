/** Pictures and videos that rows link to: which columns have them, and loading them. */
import type { MediaColumns } from '#shared/contract/media.ts';
import type { Preferences } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Handlers } from '../dispatch.ts';
import { ownProblem, refused } from '../problem-error.ts';
import { columnsOf, shownRows } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';

export interface MediaDeps {
  live: (runId: string) => Promise<LiveRun>;
  columnStore: ColumnStore;
  preferences: () => Preferences;
}

type MediaMethod = Extract<keyof Handlers, `media.${string}`>;

export function createMedia({ live, columnStore, preferences }: MediaDeps): {
  handlers: Pick<Handlers, MediaMethod>;
} {
  async function columnsIn(run: LiveRun): Promise<MediaColumns> {
    const fields = columnsOf(run).flatMap(({ field, meaning }) =>
      meaning === 'image' ? [field] : [],
    );
    const asked = { kind: 'filled', view: everyRow, fields } as const;
    const { counts } = await columnStore.ask(run.stored, asked, { upTo: shownRows(run) });
    const columns = fields.flatMap((column, at) => {
      const rows = counts[at] ?? 0;
      return rows === 0 ? [] : [{ column, kind: 'picture' as const, rows }];
    });
    return { columns, rowsWithMedia: Math.max(0, ...counts) };
  }

  const cache = () => ({ bytes: 0, limit: preferences().mediaMegabytes * 1_000_000 });
  return {
    handlers: {
      'media.columns': async ({ runId }) => columnsIn(await live(runId)),
      'media.load': async () => {
        if (!preferences().loadsMedia) {
          throw refused(
            'Pictures and videos are not loaded in this project.',
            'Turn them on in Settings, under Results.',
          );
        }
        const title = 'The picture could not be loaded.';
        return {
          status: 'failed',
          problem: ownProblem('connection', title, 'Try again.', [{ kind: 'tryAgain' }]),
        };
      },
      'media.cache': async () => cache(),
      'media.empty': async () => cache(),
    },
  };
}
