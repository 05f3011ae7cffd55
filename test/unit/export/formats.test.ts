/** Formats, options and presets are data that a dialog draws itself from: they must fit together. */
import { describe, expect, it } from 'vitest';
import { exportSpecSchema } from '#shared/export/export.ts';
import {
  choicesOf,
  formatIds,
  formatOptionsSchema,
  formats,
  optionInfos,
} from '#shared/export/formats.ts';
import type { OptionKey } from '#shared/export/formats.ts';
import { presets } from '#shared/export/presets.ts';

describe('formats', () => {
  it.each(formatIds)(
    '%s: every choice of every option is one, and no option is missing',
    (kind) => {
      const usual = formatOptionsSchema.parse({ kind });
      const keys = Object.keys(usual).filter((key) => key !== 'kind');
      expect([...formats[kind].options].toSorted()).toEqual(keys.toSorted());
      for (const key of formats[kind].options) {
        for (const { value } of choicesOf(kind, key)) {
          // The one pair that excludes each other.
          const more = value === 'comma' ? { delimiter: ';' } : {};
          const parsed = formatOptionsSchema.safeParse({ kind, ...more, [key]: value });
          expect(parsed.success, `${key} ${String(value)}`).toBe(true);
          expect(parsed.data).toMatchObject({ [key]: value });
        }
      }
    },
  );

  it('what would be ambiguous is refused with a reason', () => {
    const parsed = formatOptionsSchema.safeParse({ kind: 'csv', delimiter: ',', decimal: 'comma' });
    expect(parsed.error?.issues[0]).toMatchObject({
      path: ['decimal'],
      message: 'Numbers can’t have a comma where it divides columns.',
    });
  });

  it('every option explains itself', () => {
    for (const key of Object.keys(optionInfos) as OptionKey[]) {
      const { label, help, choices } = optionInfos[key];
      expect(label).not.toBe('');
      expect(help).toMatch(/\.$/);
      expect(choices.length).toBeGreaterThan(1);
    }
  });

  it('a methods sheet is written unless it is not wanted', () => {
    const spec = exportSpecSchema.parse({ runIds: ['run-00000001'], format: { kind: 'csv' } });
    expect(spec).toMatchObject({ methods: true, columns: null, privacy: null });
    expect(spec.format).toMatchObject({ formulaGuard: true, byteOrderMark: true });
  });
});

describe('presets', () => {
  it('are named after where the file goes, each with a line', () => {
    expect(presets.map(({ label }) => label)).toEqual([
      'Any program',
      'Excel',
      'Google Sheets',
      'R / Python (pandas)',
      'Spark / DuckDB',
      'Own programs',
      'Archive',
    ]);
    for (const { brief, line, format } of presets) {
      expect(brief.length).toBeLessThan(30);
      expect(line).toMatch(/\.$/);
      expect(formatOptionsSchema.parse(format)).toEqual(format);
    }
  });
});
