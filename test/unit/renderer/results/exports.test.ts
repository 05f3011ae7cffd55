// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { saveRows } from '#renderer/state/exports.ts';
import { answer, asked, host, ok, resetHost } from '../fake-host.ts';
import { makeProblem } from '../make.ts';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

const options = { format: 'csv', byteOrderMark: true, formulaGuard: false } as const;
const download = vi.spyOn(host, 'download');

beforeEach(() => {
  resetHost();
  download.mockClear();
});

test('a file that main saved needs no download', async () => {
  answer('export.save', () =>
    ok({ kind: 'saved', name: 'posts.csv', rows: 60, bytes: 9, download: null }),
  );
  expect(await saveRows('run-00000001', options)).toEqual({
    kind: 'saved',
    name: 'posts.csv',
    rows: 60,
  });
  expect(asked).toEqual([{ method: 'export.save', input: { runId: 'run-00000001', ...options } }]);
  expect(download).not.toHaveBeenCalled();
});

test('where files arrive as downloads, one is started', async () => {
  answer('export.save', () =>
    ok({ kind: 'saved', name: 'posts.csv', rows: 60, bytes: 9, download: '/download/ticket' }),
  );
  await saveRows('run-00000001', options);
  expect(download.mock.calls).toEqual([['/download/ticket', 'posts.csv']]);
});

test('a cancelled dialog is no problem, a full disk is one', async () => {
  answer('export.save', () => ok({ kind: 'cancelled' }));
  expect(await saveRows('run-00000001', options)).toEqual({ kind: 'cancelled' });
  const problem = makeProblem('The disk is full.');
  answer('export.save', () => ({ ok: false, error: problem }));
  expect(await saveRows('run-00000001', options)).toEqual({ kind: 'problem', problem });
});
