import { beforeEach, expect, test, vi } from 'vitest';
import { refreshExports, saveRows, takeExport } from '#renderer/state/exports.ts';
import { answer, asked, host, ok } from '../fake-host.ts';
import { makeExport, makeProblem, makeSaved } from '../make.ts';

const choice = { runIds: ['run-00000001'], format: { kind: 'csv' as const } };
const download = vi.spyOn(host, 'download');

const saved = makeSaved();

/** Saves, and gives the id that the window minted once main has begun. */
async function begin() {
  let id = '';
  answer('export.start', ({ exportId }: { exportId: string }) => {
    id = exportId;
    return ok({ kind: 'started', export: makeExport({ kind: 'preparing' }, { id: exportId }) });
  });
  const outcome = saveRows(choice);
  await expect.poll(() => id).not.toBe('');
  return { id, outcome };
}

beforeEach(() => void download.mockClear());

test('a file that main saved needs no download', async () => {
  const { id, outcome } = await begin();
  takeExport(makeExport(saved, { id: 'another-export' }));
  takeExport(makeExport(saved, { id }));
  expect(await outcome).toEqual({ kind: 'saved', saved });
  expect(asked).toEqual([{ method: 'export.start', input: { exportId: id, spec: choice } }]);
  expect(download).not.toHaveBeenCalled();
});

test('where files arrive as downloads, one is started', async () => {
  const { id, outcome } = await begin();
  takeExport(makeExport({ ...saved, name: 'posts.csv.zip', download: '/download/ticket' }, { id }));
  await outcome;
  expect(download.mock.calls).toEqual([['/download/ticket', 'posts.csv.zip']]);
});

test('an end that no event told of is asked for', async () => {
  const { id, outcome } = await begin();
  answer('export.list', () => ok({ exports: [makeExport(saved, { id })] }));
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
  takeExport(makeExport({ kind: 'failed', problem }, { id }));
  expect(await outcome).toEqual({ kind: 'problem', problem });
});
