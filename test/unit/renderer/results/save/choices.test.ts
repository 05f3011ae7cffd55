import { describe, expect, test } from 'vitest';
import { everyRow } from '#shared/contract/view.ts';
import type { View } from '#shared/contract/view.ts';
import { exportSpecSchema } from '#shared/export/export.ts';
import { presets } from '#shared/export/presets.ts';
import {
  adjustments,
  firstChoices,
  firstUsual,
  hiddenWords,
  specOf,
  withOption,
  withPreset,
} from '#renderer/features/results/save/choices.ts';

const sorted: View = {
  ...everyRow,
  sort: [{ field: 'likeCount', direction: 'descending' }],
  search: 'tree',
};
const of = (view: View) => ({
  runId: 'run-00000001',
  view,
  shownFields: ['text', 'id'],
  identity: 'id',
});

describe('the export that is asked for', () => {
  test('without a choice: what is seen, every column, with its methods sheet', () => {
    expect(specOf(firstChoices(firstUsual, sorted), of(sorted))).toEqual({
      runIds: ['run-00000001'],
      format: presets[0]?.format,
      methods: true,
      view: sorted,
      columns: null,
      privacy: null,
    });
  });

  test('all rows although a view is seen; the shown columns in their order', () => {
    const choices = firstChoices(firstUsual, sorted);
    const spec = specOf({ ...choices, rows: 'all', columns: 'shown' }, of(sorted));
    expect(spec.view).toEqual(everyRow);
    expect(spec.columns).toEqual(['text', 'id']);
  });

  test('duplicates are left out by what tells items apart, also of all rows', () => {
    const choices = { ...firstChoices(firstUsual, everyRow), withoutDuplicates: true };
    expect(specOf(choices, of(everyRow)).view?.hideDuplicatesBy).toBe('id');
    const hidden: View = { ...everyRow, hideDuplicatesBy: 'postId' };
    const kept = firstChoices(firstUsual, hidden);
    expect(specOf({ ...kept, rows: 'all' }, of(hidden)).view?.hideDuplicatesBy).toBe('postId');
    expect(specOf({ ...kept, withoutDuplicates: false }, of(hidden)).view).toEqual(everyRow);
  });

  test('no column shown is no choice of columns', () => {
    const choices = { ...firstChoices(firstUsual, everyRow), columns: 'shown' as const };
    expect(specOf(choices, { ...of(everyRow), shownFields: [] }).columns).toBeNull();
  });

  test('hidden columns that are saved all the same are said', () => {
    expect(hiddenWords('all', 0)).toBeNull();
    expect(hiddenWords('all', 1)).toBe('1 hidden column is saved too. “As shown” leaves it out.');
    expect(hiddenWords('all', 1200)).toMatch(/^1,200 hidden columns are saved too\./);
    expect(hiddenWords('shown', 3)).toBeNull();
  });

  test('every preset is one that main takes, whatever was chosen before', () => {
    const choices = {
      ...firstChoices(firstUsual, sorted),
      columns: 'shown' as const,
      otherRuns: ['run-00000002'],
      treatments: { text: 'mentions', id: 'leaveOut' } as const,
    };
    for (const { id } of presets) {
      const spec = specOf(withPreset(choices, id), of(sorted));
      expect(exportSpecSchema.safeParse(spec).error, id).toBeUndefined();
    }
  });
});

describe('adjusting', () => {
  test('the comma is not between columns and in numbers: the latest choice counts', () => {
    const decimal = withOption(firstUsual.format, 'decimal', 'comma');
    expect(decimal).toMatchObject({ decimal: 'comma', delimiter: ';' });
    expect(withOption(decimal, 'delimiter', ',')).toMatchObject({
      decimal: 'point',
      delimiter: ',',
    });
  });

  test('counts what is not as the preset has it', () => {
    expect(adjustments(firstUsual)).toBe(0);
    const format = withOption(firstUsual.format, 'decimal', 'comma');
    expect(adjustments({ ...firstUsual, format })).toBe(2);
  });
});
