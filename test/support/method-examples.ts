/** For every method of the contract an input that fits it: where junk begins and walks go along. */
import { emptyWorkspace, usualPreferences } from '#shared/contract/snapshot.ts';
import { everyRow } from '#shared/contract/view.ts';
import type { MethodInput, MethodName } from '#shared/contract/methods.ts';

export type MethodExamples = { readonly [M in MethodName]: MethodInput<M> };

/** @param runId a run that exists, so that its methods get as far as they can. */
export function methodExamples(runId: string): MethodExamples {
  const query = {
    endpointId: 'microblog.posts.search',
    values: { q: 'sea', sortBy: 'latest' },
    fields: ['id', 'text'],
  };
  return {
    'app.snapshot': {},
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
    'preferences.save': { ...usualPreferences, theme: 'dark', timeoutSeconds: 2 },
    'service.choose': { kind: 'address', address: 'http://127.0.0.1:9' },
    'credential.add': { value: 'example-key-0123456789' },
    'credential.remove': {},
    'credential.test': {},
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
    'calls.counts': {},
    'view.open': { runId, view: { ...everyRow, search: 'sea' } },
    'view.summary': { runId, view: everyRow, fields: ['text'] },
    'view.duplicates': { runId },
    'rows.window': { runId, page: null, offset: 0, count: 100 },
    'export.start': {
      exportId: `${runId}-export`,
      spec: { runIds: [runId], format: { kind: 'csv' } },
    },
    'export.cancel': { exportId: `${runId}-export` },
    'export.list': {},
    'export.preview': { spec: { runIds: [runId], format: { kind: 'csv' } } },
    'export.saveFile': { runId, page: 1 },
    'link.open': { url: 'https://example.com/a?b=1' },
  };
}
