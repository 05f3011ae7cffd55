/** The methods sheet of a file that was just written. */
import type { ExportSpec } from '#shared/export/export.ts';
import { formats } from '#shared/export/formats.ts';
import type { MethodsSheet } from '#shared/export/methods-sheet.ts';
import type { Replacer } from '../privacy/replacer.ts';
import type { SelectedRun } from '../selection.ts';
import type { Outcome } from '../work.ts';
import { describeRun } from './describe-run.ts';
import type { DescribeDeps } from './describe-run.ts';
import { viewWords } from './view-words.ts';
import { isoTime } from '../../clock.ts';

export interface SheetDeps extends DescribeDeps {
  /** Of the application. */
  version: string;
}

export async function makeSheet(
  spec: ExportSpec,
  selection: readonly SelectedRun[],
  { file, rows, columns, changes }: Outcome,
  replacer: Replacer | null,
  deps: SheetDeps,
): Promise<MethodsSheet> {
  const types = new Map(
    selection
      .toReversed()
      .flatMap(({ run }) => run.tally.columns().map(({ field, type }) => [field, type] as const)),
  );
  const { label, values } = formats[spec.format.kind];
  return {
    kind: 'social-data-explorer/methods',
    version: 1,
    application: { name: 'Social Data Explorer', version: deps.version },
    writtenAt: isoTime(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    file: { ...file, format: label, rows, values },
    runs: await Promise.all(
      selection.map((selected) => describeRun(selected, spec.view, replacer, deps)),
    ),
    spec,
    view: viewWords(spec.view),
    columns: columns.map(({ name, field, label: words, filled }) => ({
      name,
      field,
      label: words,
      type: types.get(field) ?? 'text',
      filled,
    })),
    changes: [...changes],
    pseudonymSecret: replacer?.fingerprint ?? null,
  };
}
