/** Pictures and videos that rows link to: which columns have them, and loading them for the window. */
import { memberOf } from '#shared/catalogue/types.ts';
import { mediaLinks, mediaMeanings } from '#shared/contract/media.ts';
import type { LoadedMedia, MediaColumn, MediaLink, MissingMedia } from '#shared/contract/media.ts';
import type { Preferences, Profile } from '#shared/contract/snapshot.ts';
import { isSameService, sampleMediaAddress, sampleProfileId } from '#shared/service/profile.ts';
import type { Core, CorePorts } from '../core.ts';
import type { HandlersOf } from '../dispatch.ts';
import { asObject } from '../json/index.ts';
import { ownProblem, refused } from '../problem-error.ts';
import type { ProblemError } from '../problem-error.ts';
import { columnsOf, shownRows } from '../runs/live-run.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { beingClosed } from '../runs/notices.ts';
import { createNetwork } from '../service/network.ts';
import type { ColumnStore } from '../store/columns/column-store.ts';
import { createFetchMedia } from './fetch-media.ts';
import type { Fetched, MediaRequest, NotFetched } from './fetch-media.ts';
import { createMediaCache } from './media-cache.ts';

export interface MediaDeps {
  live: (runId: string) => Promise<LiveRun>;
  columnStore: ColumnStore;
  preferences: () => Preferences;
  /** The service in use. */
  profile: () => Profile | null;
  ports: Pick<CorePorts, 'fetch' | 'fetchPublic' | 'sampleService' | 'retryDelaysMs'>;
  dataFolder: string;
}

export interface Media {
  handlers: HandlersOf<`media.${string}`>;
  answer: Core['media'];
  /** Fetches what a link of a run leads to into a file, wherever the run is from. */
  fetch(run: LiveRun, request: Omit<MediaRequest, 'own'>): Promise<Fetched>;
  /** Ends what is being loaded for a run, so that its folder can be moved; null: for all. */
  release(runId: string | null): Promise<void>;
}

interface Loading {
  runId: string;
  stop: AbortController;
  done: Promise<LoadedMedia | MissingMedia>;
}

/** Columns that are looked through: the catalogue's come first. */
const mostAsked = 300;
/** Answers that are remembered. */
const mostFinal = 10_000;
/** Of what is loaded to be looked at. */
const mostLoadedBytes = 50 * 1024 * 1024;

export function createMedia({
  live,
  columnStore,
  preferences,
  profile,
  ports,
  dataFolder,
}: MediaDeps): Media {
  const { fetchPublic = createNetwork({ onlyPublic: true }) } = ports;
  const fetchMedia = createFetchMedia({ ...ports, fetchPublic });
  const limit = (): number => preferences().mediaMegabytes * 1_000_000;
  const cache = createMediaCache(dataFolder, limit);
  /** By run and link: whoever asks for the same waits for the same. */
  const loading = new Map<string, Loading>();
  /** What won't be otherwise a moment later isn't asked again until the program ends. */
  const final = new Map<string, MissingMedia>();

  async function columnsIn(run: LiveRun): Promise<MediaColumn[]> {
    const columns = columnsOf(run)
      .filter(({ meaning }) => meaning in mediaMeanings || mayLink.has(meaning))
      .slice(0, mostAsked)
      .map(({ field, meaning }) => ({ field, kind: mediaMeanings[meaning] ?? null }));
    const asked = { kind: 'media', columns } as const;
    // All of them, however many: the window asks again only for other rows.
    const found = await columnStore.ask(run.stored, asked, { rows: shownRows(run) });
    return columns.flatMap(({ field: column, kind }, at) => {
      const mostly = found[at] ?? null;
      return mostly === null ? [] : [{ column, kind: kind ?? mostly }];
    });
  }

  /** @throws ProblemError if there is no such link: the window can have no other address asked. */
  async function linkAt(run: LiveRun, { row: number, column, n }: MediaLink): Promise<string> {
    const meaning = columnsOf(run).find(({ field }) => field === column)?.meaning;
    const [row] = number < shownRows(run) ? await run.stored.rowsAt([number]) : [];
    const value = memberOf(asObject(row), column);
    const link = meaning && mediaLinks(value, meaning)[n];
    if (link === undefined) throw refused('There is no such picture or video in this run.');
    return link;
  }

  const fetch: Media['fetch'] = async (run, request) => {
    if (run.profileId === sampleProfileId) {
      const { address } = await ports.sampleService();
      const link = request.link.replace(sampleMediaAddress, `${address}/media/`);
      return fetchMedia({ ...request, link, own: new URL(address).origin });
    }
    const service = profile();
    const own =
      isSameService(run, service) && service !== null ? new URL(service.address).origin : null;
    return fetchMedia({ ...request, own });
  };

  /** Loads what isn't here yet. */
  async function load(run: LiveRun, link: string, signal: AbortSignal) {
    const { id } = run.stored;
    const known = (await cache.find(id, link)) ?? final.get(`${id} ${link}`);
    if (known !== undefined) return known;
    const path = await cache.pathFor(id, link);
    const fetched = await fetch(run, {
      link,
      into: () => path,
      mostBytes: mostLoadedBytes,
      signal,
    });
    if (fetched.status !== 'saved') {
      const missing = missingOf(fetched);
      if (final.size >= mostFinal) final.clear();
      if (missing.status !== 'failed') final.set(`${id} ${link}`, missing);
      return missing;
    }
    await cache.added(fetched.bytes);
    return (
      (await cache.find(id, link)) ?? missingOf({ status: 'failed', why: 'The file was deleted.' })
    );
  }

  return {
    fetch,
    answer: (capability, range) => cache.answer(capability, range),
    async release(runId) {
      const all = [...loading.values()];
      const ended = runId === null ? all : all.filter((one) => one.runId === runId);
      const why = preferences().loadsMedia ? beingClosed() : notAllowed();
      for (const { stop } of ended) stop.abort(why);
      await Promise.allSettled(ended.map(({ done }) => done));
    },
    handlers: {
      'media.columns': async ({ runId }) => ({ columns: await columnsIn(await live(runId)) }),
      async 'media.load'(wanted) {
        if (!preferences().loadsMedia) throw notAllowed();
        const { runId } = wanted;
        const run = await live(runId);
        const link = await linkAt(run, wanted);
        const key = `${runId} ${link}`;
        const known = loading.get(key);
        if (known !== undefined) return known.done;
        const stop = new AbortController();
        const done = load(run, link, stop.signal).finally(() => loading.delete(key));
        loading.set(key, { runId, stop, done });
        return done;
      },
      'media.cache': async () => ({ bytes: await cache.bytes() }),
      async 'media.empty'() {
        await cache.empty();
        return {};
      },
    },
  };
}

const notAllowed = (): ProblemError =>
  refused(
    'Pictures and videos aren’t loaded in this project.',
    'Turn them on in Settings, under Results.',
  );

/** The meanings of columns that may have links to media as well. */
const mayLink: ReadonlySet<string> = new Set(['url', 'list', 'text']);

const advice: Record<NotFetched['status'], string> = {
  gone: 'It was probably deleted there. What the row says is kept.',
  expired:
    'Links like this one work for hours or days. A new run has new ones, and costs its calls.',
  refused: 'Copy the link to open it in your browser, if you trust the site.',
  too_large: 'Open the original to see it.',
  not_media: 'Open the original to see what is there: the site may ask you to sign in.',
  failed: 'Check the internet connection, then try again.',
};

const missingOf = ({ status, why }: NotFetched): MissingMedia => ({
  status,
  problem: ownProblem(
    'connection',
    why,
    advice[status],
    status === 'failed' ? [{ kind: 'tryAgain' }] : [],
  ),
});
