/** The networks that the rows of a run can form. Pure. */
import type { Network, NetworkEnd, NetworkPreset } from '#shared/catalogue/networks.ts';
import type { Endpoint, Resource } from '#shared/catalogue/types.ts';
import type { ExportPreview } from '#shared/contract/export/export.ts';
import type { Column } from '#shared/contract/run.ts';
import { countOf, grouping } from '#renderer/components/words.ts';

export interface Choice {
  value: string;
  label: string;
}

/** The choices for a network. */
export interface NetworkOffer {
  /** Presets whose columns the rows have; the first is the default. */
  presets: readonly NetworkPreset[];
  /** For either end: every column that has values, and the account that was asked for. */
  ends: readonly Choice[];
  numbers: readonly Choice[];
  dates: readonly Choice[];
  first: Network;
}

const noColumn = '';
const askedValue = 'asked';
const columnValue = 'column:';

export const valueOfEnd = (end: NetworkEnd): string =>
  end.kind === 'asked' ? askedValue : columnValue + end.field;

const endOfValue = (value: string): NetworkEnd =>
  value === askedValue
    ? { kind: 'asked' }
    : { kind: 'column', field: value.slice(columnValue.length) };

/** @param endpoint that of the question; null if it no longer exists. */
export function offerNetworks(
  columns: readonly Column[],
  resource: Resource | null,
  endpoint: Endpoint | null,
): NetworkOffer {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const asksForAccount =
    endpoint?.parameters.some(({ type }) => type.kind === 'text' && type.at === true) === true;
  const has = (end: NetworkEnd): boolean =>
    end.kind === 'asked' ? asksForAccount : filled.some(({ field }) => field === end.field);
  const presets = (resource?.networks ?? []).filter(
    ({ network }) => has(network.source) && has(network.target),
  );
  const choice = ({ field, label }: Column): Choice => ({ value: field, label });
  const [one, other = one] = filled;
  const end = (column: Column | undefined): NetworkEnd => ({
    kind: 'column',
    field: column?.field ?? noColumn,
  });
  return {
    presets,
    ends: [
      ...(asksForAccount ? [{ value: askedValue, label: 'Account asked for' }] : []),
      ...filled.map(({ field, label }) => ({ value: columnValue + field, label })),
    ],
    numbers: filled.filter(({ type }) => type === 'integer' || type === 'number').map(choice),
    dates: filled.filter(({ meaning }) => meaning === 'date').map(choice),
    first: presets[0]?.network ?? {
      source: end(one),
      target: end(other),
      directed: true,
      weight: null,
      time: null,
      reversedWhen: null,
    },
  };
}

/** Returns the preset with these ends, whatever its weight, dates and direction; null for none. */
export const presetOfNetwork = (
  { source, target }: Network,
  { presets }: NetworkOffer,
): NetworkPreset | null =>
  presets.find(
    ({ network }) =>
      valueOfEnd(network.source) === valueOfEnd(source) &&
      valueOfEnd(network.target) === valueOfEnd(target),
  ) ?? null;

/** Returns the network with another end. A preset's rule for reversed edges no longer applies. */
export const withEnd = (network: Network, which: 'source' | 'target', value: string): Network => ({
  ...network,
  [which]: endOfValue(value),
  reversedWhen: null,
});

/** Describes its edges in a sentence. */
export function networkWords({ source, target }: Network, { ends }: NetworkOffer): string {
  const [from, to] = [source, target].map(
    (end) => ends.find(({ value }) => value === valueOfEnd(end))?.label ?? '',
  );
  return valueOfEnd(source) === valueOfEnd(target)
    ? `An edge joins two values of ${from} in the same row.`
    : `An edge leads from ${from} to ${to} in the same row. A list has an edge for each item.`;
}

/** Describes its size, and how many rows it uses. */
export function sizeWords({ network, of }: ExportPreview): string {
  if (network === null) return '';
  const { nodes, edges, rows } = network;
  if (edges === 0) return 'No row makes an edge. Choose other columns.';
  const used = rows === of ? '' : ` from ${grouping(rows)} of ${countOf(of, 'row')}`;
  return `${countOf(nodes, 'node')} and ${countOf(edges, 'edge')}${used} will be written, the strongest first`;
}
