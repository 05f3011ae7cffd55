import { beforeEach, expect, test, vi } from 'vitest';
import type { Export, ExportState } from '#shared/contract/export/export.ts';
import { refreshExports, saveRows, takeExport } from '#renderer/state/exports.ts';
import { answer, asked, host, ok } from '../fake-host.ts';
import { makeProblem, makeSaved } from '../make.ts';

const choice = { runIds: ['run-00000001'], format: { kind: 'csv' as const } };
const download = vi.spyOn(host, 'download');

const saved = makeSaved();

function make(id: string, state: ExportState): Export {
  return {
    id,
    revision: 1,
    runIds: choice.runIds,
    format: 'csv',
    name: 'posts.csv',
    startedAt: '2026-01-01T00:00:00.000Z',
    of: null,
    state,
  };
}

/** Saves, and gives the id that the window minted once main has begun. */
async function begin() {
  let id = '';
  answer('export.start', ({ exportId }: { exportId: string }) => {
    id = exportId;
    return ok({ kind: 'started', export: make(exportId, { kind: 'preparing' }) });
  });
  const outcome = saveRows(choice);
  await expect.poll(() => id).not.toBe('');
  return { id, outcome };
}

beforeEach(() => void download.mockClear());

test('a file that main saved needs no download', async () => {
  const { id, outcome } = await begin();
  takeExport(make('another-export', saved));
  takeExport(make(id, saved));
  expect(await outcome).toEqual({ kind: 'saved', saved });
  expect(asked).toEqual([{ method: 'export.start', input: { exportId: id, spec: choice } }]);
  expect(download).not.toHaveBeenCalled();
});

test('where files arrive as downloads, one is started', async () => {
  const { id, outcome } = await begin();
  takeExport(make(id, { ...saved, name: 'posts.csv.zip', download: '/download/ticket' }));
  await outcome;
  expect(download.mock.calls).toEqual([['/download/ticket', 'posts.csv.zip']]);
});

test('an end that no event told of is asked for', async () => {
  const { id, outcome } = await begin();
  answer('export.list', () => ok({ exports: [make(id, saved)] }));
  await refreshExports();
  expect(await outcome).toMatchObject({ kind: 'saved' });
});

test('a cancelled dialog is no problem, a full disk is one', async () => {
  answer('export.start', () => ok({ kind: 'cancelled' }));
  expect(await saveRows(choice)).toEqual({ kind: 'cancelled' });
  const problem = makeProblem('The disk is full.');
  answer('export.start', () => ({ ok: false, error: problem }));
  expect(await saveRows(choice)).toEqual({ kind: 'problem', problem });
  const { id, outcome } = await begin();
  takeExport(make(id, { kind: 'failed', problem }));
  expect(await outcome).toEqual({ kind: 'problem', problem });
});
