/** For every method of the contract an input that fits it: where junk begins and walks go along. */
import { emptyWorkspace, defaultPreferences } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import { exportSpecSchema } from '#shared/contract/export/export.ts';
import type { RecipeFile } from '#main/core/export/methods/provenance.ts';
import type { StepRecipe } from '#shared/contract/recipe.ts';
import type { AskedRepeat } from '#shared/contract/repeat.ts';
import type { MethodInput, MethodName } from '#shared/contract/methods.ts';

export type MethodExamples = { readonly [M in MethodName]: MethodInput<M> };

const exampleProfile = {
  kind: 'social-data-explorer/service-profile',
  version: 1,
  application: '1',
  writtenAt: '2026-01-01T00:00:00.000Z',
  profileId: 'sample',
  corrections: { 'name:forum.posts.by-ids:ids': 'postIds' },
};

const exampleRecipeId = 'example-recipe';

const exampleRecipe: StepRecipe = {
  kind: 'social-data-explorer/steps',
  version: 1,
  name: 'The sea',
  service: { profileId: 'sample', address: 'http://127.0.0.1:9' },
  steps: [
    {
      query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
      asks: [],
      list: null,
      pages: 1,
      pause: true,
    },
  ],
};

const exampleRepeat: AskedRepeat = {
  id: 'example-repeat',
  recipe: exampleRecipe,
  when: { kind: 'days', days: [1, 4], at: '09:00', timeZone: 'Europe/Berlin' },
  onlyNew: true,
  maxCalls: 1,
  maxCallsInAll: 2,
  saving: { media: false, dataset: false },
};

/** @param runId a run that exists, so that its methods get as far as they can. */
export function methodExamples(runId: string): MethodExamples {
  const timeZone = 'Europe/Berlin';
  const query = {
    endpointId: 'microblog.posts.search',
    values: { q: 'sea', sortBy: 'latest' },
    fields: ['id', 'text'],
  };
  return {
    'app.snapshot': {},
    'app.zone': { names: ['Mars/Olympus', timeZone] },
    'background.save': { keepsRunning: false, startsAtLogin: null },
    'workspace.save': {
      profileId: 'sample',
      workspace: {
        ...emptyWorkspace,
        tabs: [{ id: 'tab-1', query, runId, collapsed: false }],
        activeTab: 'tab-1',
        starred: ['microblog.posts.search'],
        usualFields: { 'microblog.post': ['id', 'text'] },
        columns: { 'microblog.post': { widths: { text: 420 } } },
      },
    },
    // Walks along every method meet services that hang: nobody waits as long as usual.
    'preferences.save': { ...defaultPreferences, theme: 'dark', timeoutSeconds: 2 },
    'service.choose': { kind: 'address', address: 'http://127.0.0.1:9' },
    'credential.add': { value: 'example-key-0123456789' },
    'credential.replace': { id: 'environment', value: 'example-key-9876543210' },
    'credential.use': { id: 'environment' },
    'credential.rename': { id: 'environment', name: 'The team’s key' },
    'credential.remove': {},
    'credential.retry': {},
    'credential.test': {},
    'trial.get': { source: 'A colleague' },
    'service.read': { page: 'status' },
    'project.list': {},
    'project.details': {},
    'project.save': { title: 'Flood study', creators: [], licence: 'CC-BY-4.0', note: '' },
    'project.create': { title: 'Second wave' },
    'project.open': { id: '0123456789abcdef' },
    'project.copy': { title: 'Flood study copy' },
    'project.forget': { id: '0123456789abcdef' },
    'list.take': { kind: 'text', text: 'mira_osei\nlev_adler' },
    'compare.look': { runIds: [runId, 'example-run-2'] },
    'compare.open': {
      runId: 'example-compare',
      runIds: [runId, 'example-run-2'],
      fields: ['likeCount'],
      name: 'Sea, last week and this',
    },
    'collections.open': {
      runId: 'example-collections',
      runIds: [runId, 'example-run-2'],
      name: 'Sea, all weeks',
    },
    'open.send': { fileId: 'example-file', path: null, offset: 0, base64: 'aWQsdGV4dAoxLHNlYQo=' },
    'open.look': { fileId: 'example-file', name: 'sea.csv' },
    'open.take': {},
    'open.table': { runId: 'example-from-file', fileId: 'example-file', table: '', name: 'Sea' },
    'open.close': { fileId: 'example-file' },
    'derived.cancel': { runId: 'example-compare' },
    'list.check': { tableId: 'none', hasHeader: false, query, mapping: { q: 0 } },
    'description.get': {},
    'description.ask': {},
    'description.forget': {},
    'correction.set': { id: 'name:forum.posts.by-ids:ids', value: 'postIds' },
    'correction.reset': { id: null },
    'profile.import': { text: JSON.stringify(exampleProfile) },
    'run.start': { runId, query },
    'run.next': { runId },
    'run.stop': { runId },
    'run.trySavingAgain': { runId },
    'run.open': { runId },
    'run.pages': { runId, from: 0, count: 100 },
    'run.showAll': { runId },
    'history.list': {},
    'history.describe': { runId, name: 'The sea', starred: true, note: 'For the report' },
    'history.remove': { runIds: [runId] },
    'history.restore': { runIds: [runId] },
    'history.find': { runId, row: 0 },
    'calls.counts': {},
    'view.open': { runId, view: { ...everyRow, search: 'sea' }, anchor: 0 },
    'view.threads': {
      runId,
      view: {
        ...everyRow,
        thread: {
          identity: 'id',
          answers: ['replyToPostId'],
          about: 'conversationId',
          prefixes: [],
          asked: [],
          by: 'createdAt',
        },
      },
      rows: 1,
    },
    'view.summary': { runId, view: everyRow, fields: ['text'] },
    'view.chart': {
      runId,
      view: everyRow,
      question: { kind: 'time', field: 'createdAt', unit: null, splitBy: 'lang', timeZone },
    },
    'view.network': {
      runId,
      view: everyRow,
      network: {
        source: { kind: 'column', field: 'authorUsername' },
        target: { kind: 'column', field: 'mentions' },
      },
    },
    'view.duplicates': { runId },
    'media.columns': { runId },
    'media.load': { runId, row: 0, column: 'mediaUrls', n: 0 },
    'media.cache': {},
    'media.empty': {},
    'rows.window': { runId, offset: 0, count: 100 },
    'codes.change': {
      resource: 'microblog.post',
      change: {
        kind: 'save',
        field: null,
        column: { name: 'Topic', kind: 'code', codes: [{ name: 'Sea' }] },
      },
    },
    'codes.set': {
      runId,
      field: '_own:topic',
      spans: [{ first: 0, last: 0 }],
      change: { kind: 'set', value: 'Sea' },
    },
    'codes.take': {
      runId,
      text: JSON.stringify({
        kind: 'social-data-explorer/codes',
        version: 1,
        resource: 'microblog.post',
        who: 'CD',
        columns: [
          {
            column: { field: '_own:topic', name: 'Topic', kind: 'code', codes: [{ name: 'Sea' }] },
            values: [{ item: '1', value: 'Sea', who: 'CD', at: '2026-01-01T00:00:00.000Z' }],
          },
        ],
      }),
    },
    'codes.agreement': {
      runId,
      view: everyRow,
      fields: ['_own:topic', '_own:topic_cd'],
    },
    'codes.list': { resource: 'microblog.post' },
    'codes.undo': { resource: 'microblog.post', redo: false },
    'export.start': {
      exportId: `${runId}-export`,
      spec: { runIds: [runId], format: { kind: 'csv' } },
    },
    'export.showInFolder': { exportId: `${runId}-export` },
    'export.cancel': { exportId: `${runId}-export` },
    'export.list': {},
    'export.preview': { spec: { runIds: [runId], format: { kind: 'csv' } } },
    'export.findPeople': { runIds: [runId] },
    'recipe.open': { text: JSON.stringify(exampleSheet(runId)) },
    'recipe.list': {},
    'recipe.save': { id: exampleRecipeId, recipe: exampleRecipe },
    'recipe.delete': { id: exampleRecipeId },
    'recipe.fromRun': { runId },
    'recipe.start': { id: exampleRecipeId, recipe: exampleRecipe, maxCalls: 1 },
    'recipe.continue': { id: exampleRecipeId, maxCalls: 1 },
    'recipe.stop': { id: exampleRecipeId },
    'recipe.forget': { id: exampleRecipeId },
    'repeat.list': {},
    'repeat.dates': { when: exampleRepeat.when },
    'repeat.save': exampleRepeat,
    'repeat.pause': { id: exampleRepeat.id, paused: true },
    'repeat.run': { id: exampleRepeat.id },
    'repeat.skip': { id: exampleRepeat.id },
    'repeat.see': { id: exampleRepeat.id },
    'repeat.remove': { id: exampleRepeat.id },
    'pseudonyms.status': {},
    'pseudonyms.useSecret': { secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxlLWZvci10ZXN0cyE' },
    'file.save': {
      file: {
        of: 'picture',
        runId,
        name: 'Posts by day',
        picture: { format: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' },
      },
    },
    'request.send': { requestId: `${runId}-request`, request: { path: '/api/status', params: [] } },
    'request.stop': { requestId: `${runId}-request` },
    'request.list': {},
    'request.open': { requestId: `${runId}-request` },
    'request.remove': { requestId: `${runId}-request` },
    'support.preview': { withQuestions: true },
    'link.open': { url: 'https://example.com/a?b=1' },
  };
}

/** Of a methods sheet of one run, what is read when it is opened. */
export function exampleSheet(runId: string): RecipeFile {
  const run = {
    title: 'Posts: sea',
    query: { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] },
    service: { profileId: 'sample', address: 'http://127.0.0.1:1' },
    pages: 0,
    limit: null,
    list: null,
    derived: null,
  };
  return {
    kind: 'social-data-explorer/methods',
    version: 1,
    runs: [run],
    spec: exportSpecSchema.parse({ runIds: [runId], format: { kind: 'csv' } }),
    pseudonymSecret: null,
  };
}
