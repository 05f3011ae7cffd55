import type { Resource } from '#shared/catalogue/types.ts';
import type { Column, Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { View } from '#shared/contract/view.ts';
import type { ChartChoice, PanelKind } from './chart-choice.ts';
import type { ChartFields } from './chart-fields.ts';

/** What every panel is given. */
export interface ChartProps<K extends PanelKind> {
  run: Run;
  tab: Tab;
  view: View;
  fields: ChartFields;
  choice: ChartChoice[K];
  /** "post", "posts". */
  resource: Pick<Resource, 'one' | 'many'>;
  /** For saved pictures. */
  coverage: string;
  isWanted: boolean;
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Columns as choices, by the names that the table has; equal ones are told apart. */
export function columnChoices(columns: readonly Column[]): { value: string; label: string }[] {
  return columns.map(({ field, label }) => ({
    value: field,
    label: columns.some((other) => other.field !== field && other.label === label)
      ? `${label} (${field})`
      : label,
  }));
}

/** The chosen column, or the likeliest one. */
export function columnOf(columns: readonly Column[], field: string | undefined): Column | null {
  return columns.find((column) => column.field === field) ?? columns[0] ?? null;
}
