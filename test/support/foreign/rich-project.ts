/**
 * A project that has a file of every kind, made by the program itself with the second server: what
 * somebody else may hand over, before anything in it is changed.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import { emptyWorkspace } from '#shared/contract/snapshot.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { Query } from '#shared/query/types.ts';
import { profileOf } from '#main/core/settings/addresses.ts';
import { askIn, mintRunId, question, startTestCore } from '../core.ts';
import type { TestCore } from '../core.ts';
import { createTold } from '../description/told.ts';
import { accounts, askList } from '../lists/ask-list.ts';
import { save } from '../saving.ts';
import { describeSecondServer } from '../second-server/describe.ts';
import { startSecondServer } from '../second-server/index.ts';
import type { SecondServer } from '../second-server/index.ts';

export interface RichProject {
  server: SecondServer;
  /** The project's folder, closed. */
  folder: string;
  /** A dataset of two of its runs. */
  dataset: string;
  /** Files that are opened as text: a methods sheet, a recipe with steps, a service profile. */
  texts: { sheet: string; steps: string; profile: string };
  remove: () => Promise<void>;
}

/** Few, and one of each kind: each is a column of every copy of a run. */
const fields = ['id', 'text', 'authorUsername', 'likeCount', 'hashtags', 'mentions', 'createdAt'];
const search = question('microblog.posts.search', { q: 'sea' }, fields);
const paged = { q: 'sea', responseType: 'paging' };
const paging = question('microblog.posts.search.stored', paged, fields);
const known = question('forum.posts.by-ids', { ids: '1k2a9f' }, ['id', 'score', 'removal']);

/** Makes it once; its services and folders are gone after `remove`. */
export async function makeRichProject(): Promise<RichProject> {
  const server = await startSecondServer({ pageSize: 2, totalRows: 5 });
  const root = await mkdtemp(join(tmpdir(), 'rich-'));
  const folder = join(root, 'project');
  const told = createTold(describeSecondServer('plain'));
  const core = await startTestCore({
    dataDir: folder,
    // A name that a person corrected is one that the server has under another.
    fetch: (given, init) =>
      told.fetch(new Request(given, init).url.replace('postIds=', 'ids='), init),
    accessKey: server.accessKey,
    serviceAddress: server.address,
    settings: { service: { kind: 'address', address: server.address } },
    pollEveryMs: 5,
    descriptionLimits: { timeoutMs: 60_000, memoryMb: 512 },
  });
  try {
    const live = await askIn(core, search, { pages: 2, rows: null });
    await core.value('history.describe', {
      runId: live.id,
      name: 'The sea',
      starred: true,
      note: 'For the report',
    });
    await askOthers(core, server);
    const again = await askIn(core, search, { pages: 1, rows: 3 });
    const runIds: [string, string] = [live.id, again.id];
    const name = 'Both';
    const compared = { runIds, fields: ['text', 'likeCount'], name };
    await core.value('compare.open', { runId: mintRunId(), ...compared });
    await core.value('collections.open', { runId: mintRunId(), runIds, name });
    const recipe = await runRecipe(core, server);
    await saveTabs(core, server, live.id);
    await core.value('project.save', {
      title: 'Flood study',
      creators: [{ name: 'Osei, Mira', orcid: '0000-0002-1825-0097' }],
      licence: 'CC-BY-4.0',
      note: 'One',
    });
    await core.value('request.send', {
      requestId: mintRunId(),
      request: { path: '/api/data/microblog/posts/live', params: [{ name: 'q', value: 'sea' }] },
      metered: true,
    });
    await core.value('preferences.save', { theme: 'dark', timeZone: 'utc' });
    await describeAndAsk(core);
    const texts = {
      sheet: await savedSheet(core, live.id),
      steps: JSON.stringify(recipe),
      profile: await savedProfile(core),
    };
    await save(core, { runIds: [live.id, again.id], format: { kind: 'dataset' } });
    const dataset = join(root, 'dataset');
    await cp(core.saved.at(-1) ?? '', dataset, { recursive: true });
    expect(core.reported).toEqual([]);
    await core.close();
    return {
      server,
      folder,
      dataset,
      texts,
      async remove() {
        await server.close();
        await rm(root, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await core.close();
    await server.close();
    throw error;
  }
}

/** From now on the service has a description, and a run of a corrected question has it of its own. */
async function describeAndAsk(core: TestCore): Promise<void> {
  await core.value('description.ask', {});
  await core.value('correction.set', { id: 'name:forum.posts.by-ids:ids', value: 'postIds' });
  const { id } = await askIn(core, known);
  const { run } = await core.value('run.open', { runId: id });
  expect(run).toMatchObject({
    rowCount: 1,
    fetchedAs: { target: expect.stringMatching(/postIds=/) },
  });
}

/** A list with an input that isn't found, stored data, a failure, an operation under way. */
async function askOthers(core: TestCore, server: SecondServer): Promise<void> {
  server.fail({ kind: 'status', status: 404, path: '/api/data/microblog/posts/users/gone/live' });
  await askList(core, { text: 'ann\ngone\n', perInput: 2, query: { ...accounts, fields } });
  await askIn(core, paging);
  server.fail({ kind: 'status', status: 402 });
  await askIn(core, search, { pages: 1, rows: null });
  const runId = mintRunId();
  server.fail({ kind: 'status', status: 503, path: '/api/data/operations' }, Infinity);
  void core.call('run.start', { runId, query: paging });
  const polls = (): number =>
    server.requests.filter(({ path }) => path.includes('/operations/')).length;
  const before = polls();
  await vi.waitFor(() => expect(polls()).toBeGreaterThan(before + 1), {
    interval: 5,
    timeout: 20_000,
  });
  await core.value('run.stop', { runId });
  server.recover();
}

async function runRecipe(core: TestCore, server: SecondServer): Promise<StepRecipe> {
  const step = (query: Query, list: StepRecipe['steps'][number]['list']) => ({
    query,
    asks: [],
    list,
    pages: 1,
    pause: true,
  });
  const recipe: StepRecipe = {
    kind: 'social-data-explorer/steps',
    version: 1,
    name: 'Who writes of the sea',
    service: { profileId: new URL(server.address).origin, address: server.address },
    steps: [
      step(search, null),
      step(question('microblog.users.get', {}), {
        field: 'authorUsername',
        key: 'username',
        atMost: 2,
      }),
    ],
  };
  await core.value('recipe.save', { id: 'recipe-saved-1', recipe });
  const saving = { media: false, dataset: false };
  const limits = { onlyNew: true, maxCalls: 5, maxCallsInAll: 50, saving };
  // Whoever opens the folder elsewhere starts their program.
  const when = { kind: 'start' as const };
  await core.value('repeat.save', { id: 'repeat-saved-1', recipe, when, ...limits });
  const id = mintRunId();
  await core.value('recipe.start', { id, recipe, maxCalls: 5 });
  await vi.waitFor(async () => {
    const { runs } = await core.value('recipe.list', {});
    expect(runs[0]?.state).toBe('paused');
  }, 20_000);
  return recipe;
}

async function saveTabs(core: TestCore, server: SecondServer, runId: string): Promise<void> {
  const view = {
    ...everyRow,
    search: 'sea',
    filters: [{ kind: 'is' as const, field: 'lang', value: 'en' }],
    sort: [{ field: 'createdAt', direction: 'descending' as const }],
  };
  const tabs: Tab[] = [
    {
      id: 'one',
      name: 'One',
      query: search,
      runId,
      collapsed: false,
      view,
      limit: { pages: 2, rows: null },
    },
    {
      id: 'two',
      query: search,
      runId: null,
      collapsed: true,
      view: everyRow,
      from: { runId, query: search },
      untilKnown: true,
    },
  ];
  const layout = {
    widths: { text: 420 },
    order: ['text'],
    hidden: ['lang'],
    shown: [],
    pinned: ['id'],
  };
  const workspace = {
    ...emptyWorkspace,
    tabs,
    activeTab: 'one',
    starred: ['microblog.posts.search'],
    usualFields: { 'microblog.post': ['id', 'text'] },
    columns: { 'microblog.post': layout },
    subjects: [{ platform: 'microblog' as const, id: '1', words: 'The sea', runId }],
  };
  await core.value('workspace.save', { profileId: profileOf(server.address).id, workspace });
}

async function savedSheet(core: TestCore, runId: string): Promise<string> {
  await save(core, { runIds: [runId], format: { kind: 'csv' }, methods: true });
  return readFile(`${core.saved.at(-1)}.methods.json`, 'utf8');
}

async function savedProfile(core: TestCore): Promise<string> {
  await core.value('file.save', { file: { of: 'corrections' } });
  return (await core.readSaved()).toString('utf8');
}
