// @vitest-environment happy-dom
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { button, buttons, click, only, settle } from '../explore/window.tsx';
import { answer, ok } from '../fake-host.ts';
import { makeProblem } from '../make.ts';
import { calls, draw, giveSize, grid, status } from './results-window.tsx';

vi.mock('#renderer/host/index.ts', () => import('../fake-host.ts'));

beforeAll(giveSize);

describe('without rows', () => {
  test('a first page on its way has its places drawn, and no grid yet', async () => {
    await draw({
      pageCount: 0,
      rowCount: 0,
      columns: [],
      state: { kind: 'fetching', page: 1, since: new Date().toISOString() },
    });
    expect(document.querySelector('[role="grid"]')).toBeNull();
    expect(document.body.textContent).toContain('Text');
    expect(status()).toContain('Fetching page 1…');
    expect(button('Save…').disabled).toBe(true);
  });

  test('an answer without rows says what to try', async () => {
    await draw({ pageCount: 1, rowCount: 0, columns: [], state: { kind: 'noMore' } });
    expect(document.body.textContent).toContain('No posts match');
    expect(document.body.textContent).toContain('Try fewer words or other ones.');
  });

  test('an empty page that promises more offers the next one', async () => {
    await draw({ pageCount: 1, rowCount: 0, columns: [] });
    expect(document.body.textContent).toContain('The first page came empty');
    expect(buttons('Next page')).toHaveLength(1);
  });

  test('a failed first page is a card with its remedy; with rows, they stay', async () => {
    const problem = { ...makeProblem('It broke.'), remedies: [{ kind: 'tryAgain' as const }] };
    const state = { kind: 'failed' as const, page: 1, problem };
    await draw({ pageCount: 0, rowCount: 0, columns: [], state });
    expect(only('[role="alert"]').textContent).toContain('It broke');
    expect(document.querySelector('[role="grid"]')).toBeNull();
    answer('run.next', () => ({ ok: false, error: problem }));
    await click(button('Try again'));
    expect(calls('run.next')).toHaveLength(1);
    await draw({ state: { ...state, page: 3 } });
    expect(only('[role="alert"]').textContent).toContain(
      'Page 3 failed: it broke. 2 pages, 40 rows are saved. Retrying goes on from page 3',
    );
    expect(grid().getAttribute('aria-rowcount')).toBe('41');
    expect(status()).toContain('page 3 failed');
  });

  test('nothing asked yet is said, and has no run bar', async () => {
    await draw(null);
    expect(document.body.textContent).toContain('Rows appear here');
    expect(document.querySelector('output')).toBeNull();
  });
});

describe('files of the service', () => {
  test('are saved byte for byte; half a file says so', async () => {
    const run = await draw({
      state: { kind: 'noMore' },
      rowCount: 0,
      pageCount: 1,
      files: [{ page: 1, bytes: 48_200, partial: true }],
    });
    expect(document.body.textContent).toContain('48 kB, kept on this computer as it came');
    expect(document.body.textContent).toContain('The answer broke off');
    expect(document.body.textContent).not.toContain('No posts match');
    answer('export.saveFile', () => ok({ kind: 'cancelled' }));
    await click(button('Save the service’s CSV…'));
    expect(calls('export.')).toEqual([
      { method: 'export.saveFile', input: { runId: run.id, page: 1 } },
    ]);
  });

  test('that are only offered are opened after asking', async () => {
    const downloadUrl = 'https://files.example.org/dump.csv';
    await draw({
      state: { kind: 'noMore' },
      rowCount: 0,
      operation: {
        operationId: 'op_1',
        status: 'success',
        startedAt: '2026-11-20T17:00:00.000Z',
        checkedAt: null,
        expiresAt: null,
        trouble: null,
        downloadUrl,
      },
    });
    const { host } = await import('../fake-host.ts');
    const openLink = vi.spyOn(host, 'openLink');
    await click(button('Open the service’s file'));
    await settle();
    expect(only('[role="dialog"]').textContent).toContain(downloadUrl);
    expect(openLink).not.toHaveBeenCalled();
    await click(button('Open link'));
    expect(openLink.mock.calls).toEqual([[downloadUrl]]);
    openLink.mockRestore();
  });
});
