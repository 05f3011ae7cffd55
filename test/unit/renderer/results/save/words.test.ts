import { describe, expect, test } from 'vitest';
import type { Column } from '#shared/contract/run.ts';
import type { Export, ExportState } from '#shared/export/export.ts';
import { planLimitWords } from '#renderer/features/results/files/plan-limit.ts';
import { progressWords, savedNotes } from '#renderer/features/results/save/progress-words.ts';
import {
  privacyOf,
  suggestTreatments,
  treatmentWords,
} from '#renderer/features/results/save/treatments.ts';
import type { SavedState } from '#renderer/state/exports.ts';
import { makeProblem } from '../../make.ts';

const told = (state: ExportState, of: number | null = 60): Export => ({
  id: 'export-0001',
  revision: 1,
  runIds: ['run-00000001'],
  format: 'csv',
  name: 'posts.csv',
  startedAt: '2026-01-01T00:00:00.000Z',
  of,
  state,
});

describe('how far it is', () => {
  test('rows where they are known, bytes and the rate', () => {
    const writing = { kind: 'writing', rows: 15, bytes: 4100, bytesPerSecond: 2_000_000 } as const;
    expect(progressWords(told(writing))).toEqual({
      words: '15 of 60 rows · 4.1 kB · 2.0 MB/s',
      share: 0.25,
    });
    expect(progressWords(told({ ...writing, rows: null }, null))).toEqual({
      words: '4.1 kB · 2.0 MB/s',
      share: null,
    });
    expect(progressWords(told(writing, 0)).share).toBeNull();
  });

  test('before it begins, and at its end', () => {
    expect(progressWords(null).words).toBe('Choosing where…');
    const finishing = { kind: 'finishing', bytes: 30, of: 60, bytesPerSecond: 10 } as const;
    expect(progressWords(told(finishing))).toEqual({
      words: 'Checking and putting it in its place: 30 B of 60 B · 10 B/s',
      share: 0.5,
    });
  });
});

test('what was changed is said, but not what was asked for', () => {
  const saved: SavedState = {
    kind: 'saved',
    name: 'posts.xlsx',
    files: [],
    rows: 60,
    changes: [
      { code: 'cutTexts', count: 1, message: 'One text was cut.' },
      { code: 'pseudonyms', count: 9, message: '9 pseudonyms.' },
    ],
    download: null,
    ms: 1,
    sheetProblem: makeProblem('The disk is full.'),
  };
  expect(savedNotes(saved)).toEqual([
    'One text was cut.',
    expect.stringMatching(/^There is no methods sheet beside it: The disk is full\./),
  ]);
  expect(savedNotes({ ...saved, changes: [], sheetProblem: null })).toEqual([]);
});

describe('privacy', () => {
  const column = (field: string, meaning: Column['meaning']): Column => ({
    field,
    label: field,
    meaning,
    type: 'text',
    filled: 1,
    usual: true,
  });

  test('each column goes where its treatment belongs', () => {
    expect(privacyOf({})).toBeNull();
    expect(privacyOf({ id: 'leaveOut', author: 'username', text: 'mentions' })).toEqual({
      drop: ['id'],
      pseudonyms: [{ field: 'author', kind: 'username' }],
      scrubMentions: ['text'],
    });
  });

  test('what names people is suggested; a post’s id does not', () => {
    const columns = [
      column('id', 'id'),
      column('authorId', 'id'),
      column('authorUsername', 'username'),
      column('text', 'text'),
    ];
    expect(suggestTreatments(columns, false)).toEqual({
      authorId: 'id',
      authorUsername: 'username',
      text: 'mentions',
    });
    expect(suggestTreatments(columns, true)).toHaveProperty('id', 'id');
  });

  test('is told in a few words', () => {
    expect(treatmentWords({})).toBe('nothing is replaced');
    expect(treatmentWords({ a: 'id' })).toBe('1 column replaced');
    expect(treatmentWords({ a: 'id', b: 'mentions', c: 'leaveOut' })).toBe(
      '2 columns replaced, 1 left out',
    );
  });
});

test('limits of the plan are told where it has some', () => {
  expect(planLimitWords({ csvRowExportLimit: null, maxRowsPerExport: null })).toBeNull();
  expect(planLimitWords({ csvRowExportLimit: 2_000_000, maxRowsPerExport: 500_000 })).toMatch(
    /500,000 rows in one file, 2,000,000 CSV rows in all/,
  );
});
